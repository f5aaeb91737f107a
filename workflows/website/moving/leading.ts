import { Effect } from "effect"
import { Pages } from "#layers/website/pages"
import { Posts } from "#layers/website/posts"
import { type RedirectWritten, Redirects } from "#layers/website/redirects"
import type { OutlineItem } from "#layers/website/site-imports"
import { plainPath } from "#schemas/website/address"
import { PageId, PostId } from "#schemas/website/ids"
import { comparable, oldPath } from "#schemas/website/moving/old-address"
import { MOST_REDIRECTS } from "#schemas/website/redirect"
import type { Head } from "./reading.ts"

/** Old addresses of categories and tags, and where what they list is now. */
export const termPaths = (terms: Head["terms"] = []): ReadonlyMap<string, string> => {
  const bySlug = new Map(terms.filter(({ kind }) => kind === "category").map((term) => [term.slug, term]))
  const path = ({ parent, slug }: { readonly parent: string; readonly slug: string }, depth = 0): string => {
    const above = depth < 10 ? bySlug.get(parent) : undefined
    return `${above === undefined ? "" : `${path(above, depth + 1)}/`}${slug}`
  }
  return new Map(terms.flatMap((term) => {
    const to = `/blog/tags/${encodeURIComponent(term.name)}`
    return term.kind === "tag" ? [[comparable(`/tag/${term.slug}`), to] as const]
      : [...new Set([path(term), term.slug])].map((one) => [comparable(`/category/${one}`), to] as const)
  }))
}

/** What an address of a category or a tag has become. */
export const termOf = (terms: ReadonlyMap<string, string>, site: string) => (address: string): string | undefined => {
  const path = terms.size === 0 ? undefined : oldPath(address, site)
  return path === undefined ? undefined : terms.get(path)
}

/** Where a record is, or will be once it is published. */
const addressOf = Effect.fnUntraced(function*({ kind, record_id }: OutlineItem) {
  if (record_id === null) return undefined
  const found = kind === "page" ? yield* Pages.use((pages) => pages.find(PageId.make(record_id))) : yield* Posts.use((posts) => posts.find(PostId.make(record_id)))
  if (found._tag === "None") return undefined
  return "path" in found.value ? found.value.path : `/blog/${found.value.slug}`
})

/** The form under which an old address is looked for; its query stays where that names a record. */
const kept = (old: string) => {
  const [path, query] = old.split("?")
  return query === undefined ? plainPath(path!) : `${plainPath(path!)}?${query}`
}

/** Makes redirects from all old addresses, but where a page stands or the company itself sends visitors elsewhere. */
export const redirectAll = Effect.fnUntraced(function*(items: ReadonlyArray<OutlineItem>, terms: ReadonlyMap<string, string>) {
  const redirects = yield* Redirects
  yield* redirects.hold
  const wanted = new Map<string, string>()
  const taken = new Set<string>()
  for (const item of items) {
    const to = item.kind === "page" || item.kind === "post" ? yield* addressOf(item) : undefined
    if (to === undefined || !("old" in item.moved)) continue
    taken.add(to)
    for (const old of item.moved.old) if (!wanted.has(kept(old))) wanted.set(kept(old), to)
  }
  for (const [old, to] of terms) if (!wanted.has(kept(old))) wanted.set(kept(old), to)
  const there = yield* redirects.all
  const written = [...wanted].filter(([from, to]) => from !== to && from !== "/" && !taken.has(from) && from.length <= 1_000)
    .map(([from, to]): RedirectWritten => ({ from, match: "exact", status: 301, to }))
  const known = new Set(there.filter(({ match }) => match === "exact").map(({ from }) => from))
  const missing = written.filter(({ from }) => !known.has(from))
  const fitting = missing.slice(0, Math.max(0, MOST_REDIRECTS - there.length))
  yield* redirects.bring(fitting)
  return { made: fitting.length, left: missing.slice(fitting.length).map(({ from }) => from) }
})

import { Effect, Option } from "effect"
import { type PublishedPost, Published } from "#layers/website/published"
import type { Input } from "#schemas/kernel/catalog"
import { NotFound, ValidationError } from "#schemas/kernel/errors"
import { Accept, type Download } from "#schemas/kernel/streams"
import { textOf } from "#schemas/website/blocks"
import type * as api from "#schemas/website/visiting.api"
import type { PublicPost } from "#schemas/website/visiting.api"
import { absolute } from "./hosted/structured.ts"
import { excerptOf, postBlocks, postPath, postShown, readingMinutes, shortened, shownFor } from "./hosted/shown.ts"
import { addressOf, type SiteShown, siteShown } from "./hosted/site.ts"
import { showing, sitemapEntries } from "./showing.ts"
import { sitemapOf } from "./hosted/sitemap.ts"

const noSite = new NotFound({ message: "This company shows no site." })
const nothing = (path: string) => new NotFound({ message: `There is nothing for visitors at ${path}.` })

/** The site of the caller's company, at its own host. */
const site = Effect.filterOrFail(siteShown(""), (found): found is SiteShown => found !== undefined, () => noSite)

const json = (value: object): Download => ({ type: "application/json", name: "page.json", inline: true, content: JSON.stringify(value) })

const wantsHtml = (accept: string) => {
  const at = accept.indexOf("text/html")
  const other = accept.indexOf("application/json")
  return at >= 0 && (other < 0 || at < other)
}

const told = Effect.fnUntraced(function*(path: string) {
  const shown = yield* site
  const published = yield* Published
  const found = yield* published.page(path)
  if (Option.isSome(found)) {
    const { content: { blocks, seo, title }, id, locale, published_at } = found.value
    return { kind: "page", id, path, title, locale: locale ?? shown.row.locale, blocks, published_at, seo }
  }
  const [, slug] = /^\/blog\/([^/]+)$/u.exec(path) ?? []
  const post = slug === undefined ? Option.none<PublishedPost>() : yield* published.post(slug)
  if (Option.isNone(post)) return undefined
  const { content: { seo, title }, id, locale, posted_at, published_at } = post.value
  return { kind: "post", id, path, title, locale: locale ?? shown.row.locale, blocks: postBlocks(post.value), posted_at, published_at, seo }
})

export const get_public_page = Effect.fnUntraced(function*({ path }: Input<typeof api.get_public_page>) {
  if (!path.startsWith("/")) {
    return yield* new ValidationError({
      message: "The path is not one of a site.", details: [{ field: "path", error: "Expected a path that begins with a slash", received: path }]
    })
  }
  const html = wantsHtml(yield* Accept)
  const found = yield* showing("", path)
  if (found === undefined) return yield* noSite
  if (found._tag === "Redirect") {
    if (html) return yield* new NotFound({ message: `This address has moved to ${found.to}.` })
    return json({ kind: "redirect", path, status: found.status, to: found.to })
  }
  if (found._tag === "Bytes" || found.status !== 200 || !found.type.startsWith("text/html")) return yield* nothing(path)
  if (html) return { type: "text/html", name: "page.html", inline: true, content: found.body, ...found.policy !== undefined && { policy: found.policy } } satisfies Download
  const page = yield* told(path)
  if (page === undefined) return yield* nothing(path)
  const { seo, ...rest } = page
  const shown = yield* site
  return json({
    ...rest, description: seo.description ?? shortened(textOf(page.blocks), 160), noindex: seo.noindex === true, url: seo.canonical ?? addressOf(shown, path)
  })
})

const postTold = (shown: SiteShown, made: Effect.Success<ReturnType<typeof shownFor>>) => (post: PublishedPost): PublicPost => {
  const { content: { authors, series, tags, title }, id, locale, posted_at, published_at, slug } = post
  const { picture } = postShown("", made.shown.picture)(post)
  return {
    id, path: postPath(slug), url: addressOf(shown, postPath(slug)), title, excerpt: excerptOf(post), locale: locale ?? shown.row.locale, authors, tags, series,
    minutes: readingMinutes(textOf(postBlocks(post))), image: picture === undefined ? null : absolute(shown, picture.src), posted_at, published_at
  }
}

const print = ({ id, posted_at }: PublishedPost) => Buffer.from(JSON.stringify(["posted_at", posted_at, id])).toString("base64url")

const scan = (cursor: string): { readonly posted_at: string; readonly id: number } | undefined => {
  const [, posted_at, id] = /^\["posted_at","(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z)",([1-9]\d{0,14})\]$/u.exec(Buffer.from(cursor, "base64url").toString()) ?? []
  return posted_at === undefined || Number.isNaN(Date.parse(posted_at)) ? undefined : { posted_at, id: Number(id) }
}

export const get_public_posts = Effect.fnUntraced(function*({ cursor, limit, offset, tag }: Input<typeof api.get_public_posts>) {
  const shown = yield* site
  const published = yield* Published
  const before = cursor === undefined ? undefined : scan(cursor)
  if (cursor !== undefined && before === undefined) {
    return yield* new ValidationError({
      message: "The cursor does not belong to this list.",
      details: [{ field: "cursor", error: "Expected `next_cursor` of a page of the same list", received: cursor }]
    })
  }
  const [total, found] = yield* Effect.all([
    published.countPosts(tag),
    published.posts({ limit: limit + 1, ...tag !== undefined && { tag }, ...before === undefined ? { offset } : { before } })
  ], { concurrency: 2 })
  const posts = found.slice(0, limit)
  const made = yield* shownFor(shown, { blocks: [], locale: shown.row.locale, path: "/blog", posts })
  const has_more = found.length > limit
  return { items: posts.map(postTold(shown, made)), total, limit, offset, has_more, next_cursor: has_more ? print(posts.at(-1)!) : null }
})

export const get_sitemap = Effect.fnUntraced(function*(_: Input<typeof api.get_sitemap>) {
  const shown = yield* site
  return { type: "application/xml", name: "sitemap.xml", inline: true, content: sitemapOf(yield* sitemapEntries(shown)) } satisfies Download
})

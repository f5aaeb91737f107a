import { Effect, Option, Schema } from "effect"
import { type Found, LinkChecks, type Readable, type Waiting } from "#layers/website/link-checks"
import { MediaFiles } from "#layers/website/media"
import { OtherSites } from "#layers/website/other-sites"
import { Pages } from "#layers/website/pages"
import { Posts } from "#layers/website/posts"
import { Published } from "#layers/website/published"
import { Redirects } from "#layers/website/redirects"
import { plainPath } from "#schemas/website/address"
import { linksOf, mediaOf } from "#schemas/website/blocks"
import type { Link } from "#schemas/website/blocks/link"
import { MediaId, PageId, PostId } from "#schemas/website/ids"
import { LinkCheckId } from "#schemas/website/link-check"
import { markdownTargets } from "#schemas/website/markdown"
import { reservedSegments } from "#schemas/website/paths"
import { redirectsBy } from "#schemas/website/redirect"
import { durable, step, write } from "../durable.ts"

const BATCH = 50
/** Addresses out of the site that one check asks for. */
const MOST_OUT = 2_000
/** Milliseconds between two requests to the same host. */
const PAUSE = 500
const verb = "check_links"

/** Looks at everything that a site leads to. */
export const LinkLook = durable({
  name: "website.link_check", version: 1, realTime: true, background: true,
  payload: { check_id: LinkCheckId },
  success: Schema.Struct({ links: Schema.Int, broken: Schema.Int }),
  concurrency: { perCompany: 1, total: 8 }
})

const written = (link: Link) => "page_id" in link ? `page:${link.page_id}` : "post_id" in link ? `post:${link.post_id}` : link.url

/** Where a document leads: places of a page are told with the page. */
const leads = ({ content, id, kind }: Readable): ReadonlyArray<string> => {
  const blocks = content.blocks ?? []
  const text = "body" in content && content.body !== null ? markdownTargets(content.body) : { links: [], media: [] }
  const links = [...linksOf(blocks), ...text.links].map(written)
  const media = [...mediaOf(blocks), ...text.media, ...("cover_media_id" in content && content.cover_media_id !== null ? [content.cover_media_id] : [])]
  const known = new Set(blocks.map((_, n) => `#block-${n + 1}`))
  return [...new Set([
    ...links.flatMap((address) => address.startsWith("#") ? known.has(address) ? [] : [`${kind}:${id}${address}`] : /^(?:mailto|tel):/iu.test(address) ? [] : [address]),
    ...media.map((media) => `media:${media}`)
  ])]
}

const collect = Effect.fnUntraced(function*(id: LinkCheckId, kind: "page" | "post", after: number) {
  const checks = yield* LinkChecks
  const documents = yield* checks.documents(kind, after, BATCH)
  const links = documents.flatMap((one) => leads(one).map((address) => ({ address, place: { kind, id: one.id, title: one.title } })))
  yield* checks.add(id, documents.length, links)
  return documents.length < BATCH ? null : documents.at(-1)!.id
})

const gone = "There is no such record any more."
const hidden = "Visitors do not see it: it is a draft."

/** Why an address of the site leads nowhere; nothing where it leads somewhere. */
const faultWithin = Effect.fnUntraced(function*(address: string, redirected: (path: string) => unknown) {
  const [, kind, number, place] = /^(page|post|media):(\d{1,15})(#.*)?$/u.exec(address) ?? []
  if (place !== undefined) return `There is no place ${place} on it.`
  if (kind === "media") {
    const id = MediaId.make(Number(number))
    const file = (yield* MediaFiles.use((files) => files.byIds([id]))).get(id)
    return file === undefined ? gone : file.status === "failed" ? "The file could not be stored." : null
  }
  if (kind !== undefined) {
    const found = kind === "page" ? yield* Pages.use((pages) => pages.find(PageId.make(Number(number)))) : yield* Posts.use((posts) => posts.find(PostId.make(Number(number))))
    return found._tag === "None" ? gone : found.value.status === "published" ? null : hidden
  }
  if (!address.startsWith("/")) return null
  const path = plainPath(address.split(/[?#]/u)[0]!)
  const [, first = "", second = "", third] = path.split("/")
  if (first === "blog" && second !== "" && third === undefined) {
    if (Option.isSome(yield* Published.use((published) => published.post(second)))) return null
  } else if (reservedSegments.has(first)) return null
  if (Option.isSome(yield* Published.use((published) => published.page(path))) || redirected(path) !== undefined) return null
  return "There is nothing for visitors at this path, and no redirect from it."
})

const within = Effect.fnUntraced(function*(id: LinkCheckId) {
  const checks = yield* LinkChecks
  const waiting = yield* checks.waiting(id, "within", BATCH)
  const redirected = redirectsBy(waiting.length === 0 ? [] : yield* Redirects.use(({ all }) => all))
  const found = yield* Effect.forEach(waiting, ({ address, id }) =>
    Effect.map(faultWithin(address, redirected), (reason): Found => ({ id, reason, status: null })))
  yield* checks.settle(id, found)
  return waiting.length < BATCH
})

/** What others answer who refuse programs, or have too much to do: that says nothing of the link. */
const inconclusive = new Set([401, 403, 405, 406, 408, 425, 429, 451, 503, 999])

const Answer = Schema.Struct({ reason: Schema.NullOr(Schema.String), status: Schema.NullOr(Schema.Int) })

const look = Effect.fnUntraced(function*(address: string, again: boolean) {
  if (again) yield* Effect.sleep(PAUSE)
  const had = yield* Effect.result(OtherSites.use((sites) => sites.status(address)))
  if (had._tag === "Failure") return { reason: had.failure.message, status: null }
  const status = had.success
  return { reason: status < 400 || inconclusive.has(status) ? null : `The other site answered ${status}.`, status }
})

const hostOf = (address: string) => URL.parse(address)?.host ?? ""

/** Addresses of the same host as far from each other as can be. */
const mixed = (waiting: ReadonlyArray<Waiting>): ReadonlyArray<Waiting> => {
  const byHost = [...Map.groupBy(waiting, ({ address }) => hostOf(address)).values()]
  const longest = Math.max(0, ...byHost.map(({ length }) => length))
  return Array.from({ length: longest }, (_, n) => byHost.flatMap((all) => all[n] ?? [])).flat()
}

export const LinkLookProgram = LinkLook.program(Effect.fnUntraced(function*({ check_id: id }) {
  const checks = yield* LinkChecks
  for (const kind of ["page", "post"] as const) {
    let after: number | null = 0
    for (let n = 1; after !== null; n++) {
      after = yield* write(`read ${kind}s ${n}`, { verb, success: Schema.NullOr(Schema.Int) }, collect(id, kind, after))
    }
  }
  for (let n = 1; !(yield* write(`within ${n}`, { verb, success: Schema.Boolean }, within(id))); n++) continue
  const Outer = Schema.Array(Schema.Struct({ id: Schema.Int, address: Schema.String }))
  const out = yield* write("out", { verb, success: Outer }, Effect.map(checks.waiting(id, "out", MOST_OUT), mixed))
  for (const [n, { address, id: link }] of out.entries()) {
    const isSameHost = n > 0 && hostOf(out[n - 1]!.address) === hostOf(address)
    const answer = yield* step(`look ${n}`, { success: Answer }, look(address, isSameHost))
    yield* write(`note ${n}`, { verb }, checks.settle(id, [{ id: link, ...answer }]))
  }
  return yield* write("end", { verb, success: LinkLook.workflow.successSchema }, Effect.gen(function*() {
    yield* checks.finish(id)
    const { broken, links } = yield* Effect.orDie(checks.get(id))
    return { broken, links }
  }))
}))

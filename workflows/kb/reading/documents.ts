import { Effect, Option } from "effect"
import type { DocumentAtWork, FoundDocument } from "#layers/kb/documents"
import { DocumentReader } from "#layers/kb/reading/reader"
import { type ReadableType, type Reading, upToMost } from "#layers/kb/reading/reading"
import type { SourceAtWork } from "#layers/kb/sources"
import { passagesOf } from "#layers/kb/splitting"
import type { PassageText } from "#layers/kb/passages"
import { Uploads } from "#layers/kernel/uploads"
import { Published } from "#layers/website/published"
import { ProductId } from "#schemas/shop/ids"
import { markdownOf } from "#schemas/website/blocks"
import { get_product, list_products } from "../../shop/products.ts"
import { postBlocks } from "../../website/hosted/shown.ts"
import { addressOf, siteShown } from "../../website/hosted/site.ts"
import { languageOf } from "../language.ts"
import type { Outcome } from "./settling.ts"

const MIB = 1_048_576
const BATCH = 200

const unreadable = (reason: string): Outcome => ({ _tag: "Unreadable", reason, status: null, keeps: false })

const gone: Outcome = { _tag: "Skipped", reason: "Visitors do not see it any more." }

/** The file of a source. */
export const readFile = Effect.fnUntraced(function*({ file, upload_id }: SourceAtWork) {
  const uploads = yield* Uploads
  const { bytes: size, name, type } = file!
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += MIB) bytes.set(yield* uploads.read(upload_id!, at, Math.min(MIB, size - at)), at)
  const had = yield* Effect.result(DocumentReader.use((reader) => reader.read({ bytes, type: type as ReadableType })))
  if (had._tag === "Failure") return unreadable(had.failure.problem)
  return { _tag: "Read", reading: had.success, title: had.success.title ?? name, url: null } satisfies Outcome
})

/** Headings of a text as its page shows them, at the place where they stand there. */
const passagesAt = (markdown: string, anchor: string | undefined): ReadonlyArray<PassageText> =>
  passagesOf(markdown).map((passage) => ({ ...passage, place: anchor === undefined ? {} : { anchor } }))

const readingOf = (passages: ReadonlyArray<PassageText>, locale: string | null): Reading =>
  ({ title: null, language: locale === null ? null : languageOf(locale), page: null, ...upToMost(passages) })

/** What visitors see of the company's own site and shop. */
export const listOwn = Effect.fnUntraced(function*({ collections }: SourceAtWork) {
  const found: Array<FoundDocument> = []
  const add = (origin_kind: "page" | "post" | "product", record_id: number, url: string) =>
    void found.push({ key: `${origin_kind}:${record_id}`, url, origin_kind, record_id, depth: 0, hops: 0 })
  const site = yield* siteShown("", true)
  const places = site?.row.published === true ? yield* Published.use((published) => published.places()) : []
  for (const { id, kind, path } of places) if (collections.includes(`${kind}s`)) add(kind, id, addressOf(site!, path))
  for (let offset = 0; collections.includes("products") && site !== undefined; offset += BATCH) {
    const page = yield* Effect.orDie(list_products({ limit: BATCH, offset, sort: "id", state: "active" }))
    for (const { id, slug } of page.items) add("product", id, addressOf(site, `/shop/products/${slug}`))
    if (!page.has_more) break
  }
  return found
})

/** A page, a post or a product. Prices are left out: they change from one hour to the next, and the shop tells them. */
export const readOwn = Effect.fnUntraced(function*({ origin_kind, record_id, url }: DocumentAtWork) {
  const published = yield* Published
  if (origin_kind === "product") {
    const found = yield* Effect.option(get_product({ id: ProductId.make(record_id!) }))
    if (Option.isNone(found) || found.value.state !== "active") return gone
    const { description, options, title } = found.value
    const said = [description ?? "", ...options.map(({ name, values }) => `- ${name}: ${values.join(", ")}`)].join("\n\n").trim()
    return { _tag: "Read", reading: readingOf(passagesAt(said === "" ? title : said, undefined), null), title, url } satisfies Outcome
  }
  const [place] = yield* published.places(origin_kind === "page" ? { pages: [record_id!], posts: [] } : { pages: [], posts: [record_id!] })
  if (place === undefined) return gone
  const page = origin_kind === "page" ? Option.map(yield* published.page(place.path), ({ content }) => content.blocks)
    : Option.map(yield* published.post(place.path.slice("/blog/".length)), postBlocks)
  if (Option.isNone(page)) return gone
  const passages = page.value.flatMap((block, n) => passagesAt(markdownOf(block), `block-${n + 1}`))
  return { _tag: "Read", reading: readingOf(passages, place.locale), title: place.title, url } satisfies Outcome
})

import { createHash } from "node:crypto"
import { Effect, Option } from "effect"
import { Pages } from "#layers/website/pages"
import { Posts } from "#layers/website/posts"
import { type ImportItem, type MovedSource, SiteImports } from "#layers/website/site-imports"
import { slugOf } from "#schemas/shop/slug"
import { PageId, PostId } from "#schemas/website/ids"
import type { MovedDocument, Remark } from "#schemas/website/moving/document"
import { faultOfPath, faultOfPostSlug, HOME, pathOf } from "#schemas/website/paths"
import type { SiteImportId } from "#schemas/website/site-import"
import { create_page } from "../pages.ts"
import { create_post } from "../posts.ts"

export type DocumentItem = ImportItem<MovedDocument>

/** Tells whether a document of the old site is as it was. */
export const hashOf = (moved: object) => createHash("sha256").update(JSON.stringify(moved)).digest("base64url")

export const titleOf = ({ title }: MovedDocument) => title.slice(0, 200)

/** Of a document whose content has not been written yet: no document has it, so that the next import writes it. */
const YET = ""

const NOTE = "Brought in from another site"

const slugFor = Effect.fnUntraced(function*(moved: MovedDocument, parent: string | null) {
  const wanted = slugOf(moved.slug || moved.title, moved.kind)
  if (moved.kind === "post") {
    return yield* Posts.use((posts) => posts.freeSlug(faultOfPostSlug(wanted) === undefined ? wanted : `${wanted}-post`))
  }
  const pages = yield* Pages
  if (parent === null && moved.old[0] === "/" && (yield* pages.freeOf(HOME)) === "") return ""
  const slug = faultOfPath(parent, wanted) === undefined ? wanted : `${wanted}-page`
  return `${slug}${yield* pages.freeOf(pathOf(parent, slug))}`
})

/** The newest revision of a document of an earlier import; nothing where it was deleted. */
const known = Effect.fnUntraced(function*({ kind, record_id }: MovedSource) {
  const found = kind === "page" ? yield* Pages.use((pages) => pages.find(PageId.make(record_id))) : yield* Posts.use((posts) => posts.find(PostId.make(record_id)))
  return found._tag === "Some" ? found.value.revision : undefined
})

/** Makes the record of a document, if there is none: what it says follows once every document has one. */
const placed = Effect.fnUntraced(function*(source: string, { key, moved }: DocumentItem, parents: ReadonlyMap<string, number>) {
  const imports = yield* SiteImports
  const remarks: Array<Remark> = []
  const hash = hashOf(moved)
  const earlier = (yield* imports.sources(source, [key])).get(key)
  const revision = earlier === undefined || earlier.kind === "file" ? undefined : yield* known(earlier)
  if (earlier !== undefined && revision !== undefined) {
    const changed = earlier.hash !== hash
    const isOurs = revision === earlier.revision
    if (changed && !isOurs) {
      remarks.push({ where: moved.where, what: "change", why: `It changed in the old site, and ${earlier.kind} ${earlier.record_id} was changed here: that stays as it is.` })
    }
    const fresh = changed && isOurs
    return { record_id: earlier.record_id, fresh, remarks, count: fresh ? "updated" as const : "unchanged" as const }
  }
  const common = { title: titleOf(moved), locale: null, translation_of: null, seo: {}, note: NOTE }
  if (moved.kind === "post") {
    const post = yield* create_post({
      ...common, slug: yield* slugFor(moved, null), excerpt: null, body: "", blocks: null, cover_media_id: null, authors: [], tags: [], series: null,
      posted_at: moved.published_at
    })
    yield* imports.keep(source, { key, kind: "post", record_id: post.id, hash: YET, revision: post.revision })
    return { record_id: post.id as number, fresh: true, remarks, count: "posts" as const }
  }
  const parent_id = moved.parent === null ? undefined : parents.get(moved.parent)
  const parent = parent_id === undefined ? Option.none() : yield* Pages.use((pages) => pages.find(PageId.make(parent_id)))
  const above = Option.isSome(parent) && faultOfPath(parent.value.path, "x") === undefined ? parent.value : null
  if (moved.parent !== null && above === null) remarks.push({ where: moved.where, what: "place", why: "The page that it stood below is not there: it stands below none." })
  const page = yield* create_page({ ...common, slug: yield* slugFor(moved, above?.path ?? null), parent_id: above?.id ?? null, blocks: [] })
  yield* imports.keep(source, { key, kind: "page", record_id: page.id, hash: YET, revision: page.revision })
  return { record_id: page.id as number, fresh: true, remarks, count: "pages" as const }
})

/** Makes records for some documents; one that cannot be made is told. */
export const placeAll = Effect.fnUntraced(function*(
  id: SiteImportId, source: string, items: ReadonlyArray<DocumentItem>, parents: Map<string, number>
) {
  const imports = yield* SiteImports
  for (const item of items) {
    const done = yield* Effect.result(placed(source, item, parents))
    if (done._tag === "Failure") {
      yield* imports.remark(id, [{ where: item.moved.where, what: item.kind, why: `It cannot be made: ${done.failure.message}` }])
      yield* imports.settle(id, item.number, { state: "done" })
      continue
    }
    const { count, fresh, record_id, remarks } = done.success
    parents.set(item.key, record_id)
    yield* imports.remark(id, remarks)
    yield* imports.count(id, { [count]: 1 })
    yield* imports.settle(id, item.number, { record_id, fresh, state: "placed" })
  }
})

import { Effect, Option } from "effect"
import { Pages } from "#layers/website/pages"
import { Revisions } from "#layers/website/revisions"
import { slugOf } from "#schemas/shop/slug"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type { Page, PageContent } from "#schemas/website/page"
import type * as api from "#schemas/website/pages.api"
import { faultOfPath, pathOf } from "#schemas/website/paths"
import { getOrFail } from "#layers/kernel/get-or-fail"
import { refuse } from "../payments/costs.ts"
import { pageDocument, requireTranslation } from "./documents.ts"
import { keepDraftFiles } from "./files.ts"
import { previewOf } from "./preview.ts"
import { calledOff, deleted, publish, unpublish } from "./publishing.ts"
import { comparisonOf, draftOf, locked, lockedAnyhow, revisionsOf, sameContent, told } from "./revising.ts"

export const list_pages = (query: Input<typeof api.list_pages>) => Pages.use((pages) => pages.page(query))

export const get_page = ({ id }: Input<typeof api.get_page>) => Effect.flatMap(Pages.use((pages) => pages.get(id)), (page) => told("page", page))

/** The path of the page that another is to stand below. */
const parentPath = Effect.fnUntraced(function*(before: Page | null, parent_id: Page["parent_id"]) {
  if (parent_id === null) return null
  const parent = Option.getOrUndefined(yield* Pages.use((pages) => pages.find(parent_id)))
  if (parent === undefined) return yield* refuse("parent_id", "there is no such page", parent_id)
  if (before !== null && (parent.id === before.id || parent.path.startsWith(`${before.path}/`))) {
    return yield* refuse("parent_id", `a page cannot stand below itself: ${parent.path} is ${parent.id === before.id ? "this page" : "below it"}`, parent_id)
  }
  return parent.path
})

/** Where a page is to stand; fails where it cannot. */
const pathFor = Effect.fnUntraced(function*(before: Page | null, { parent_id, slug }: Pick<PageContent, "parent_id" | "slug">) {
  const parent = yield* parentPath(before, parent_id)
  const fault = faultOfPath(parent, slug)
  if (fault !== undefined) return yield* refuse("slug", fault, slug)
  if (slug === "" && before !== null && before.slug !== "" && Option.isSome(yield* Pages.use((pages) => pages.childOf(before.id)))) {
    return yield* refuse("slug", "pages stand below this one: the home page has none below it", slug)
  }
  return pathOf(parent, slug)
})

/** What a page's row tells of its draft. */
const columnsOf = ({ locale, parent_id, slug, title, translation_of }: PageContent) => ({ locale, parent_id, slug, title, translation_of })

/** A slug of the title that no other page there has, and that the service does not need itself. */
const slugFor = Effect.fnUntraced(function*(parent_id: PageContent["parent_id"], title: string) {
  const parent = yield* parentPath(null, parent_id)
  const wanted = slugOf(title, "page")
  const slug = faultOfPath(parent, wanted) === undefined ? wanted : `${wanted}-page`
  return `${slug}${yield* Pages.use((pages) => pages.freeOf(pathOf(parent, slug)))}`
})

export const create_page = Effect.fnUntraced(function*({ note, ...asked }: Input<typeof api.create_page>) {
  const pages = yield* Pages
  yield* pages.hold
  const content: PageContent = { ...asked, slug: asked.slug ?? (yield* slugFor(asked.parent_id, asked.title)) }
  const path = yield* pathFor(null, content)
  yield* requireTranslation(pageDocument, null, content)
  const page = yield* pages.create({ ...columnsOf(content), path, revision: 1 })
  yield* Revisions.use((revisions) => revisions.add("page", page, content, note ?? null))
  yield* keepDraftFiles("page", page)
  return yield* told("page", page)
})

/** Makes a content the draft of a page, as its newest revision. */
const revise = Effect.fnUntraced(function*(before: Page, content: PageContent, note: string | undefined, more: object) {
  const pages = yield* Pages
  const path = yield* pathFor(before, content)
  yield* requireTranslation(pageDocument, before, content)
  const page = yield* pages.update(before, { ...columnsOf(content), path, revision: before.revision + 1, ...more })
  if (path !== before.path) yield* pages.moveBelow("path", before.path, path)
  yield* Revisions.use((revisions) => revisions.add("page", page, content, note ?? null))
  yield* keepDraftFiles("page", page)
  return yield* told("page", page)
})

export const update_page = Effect.fnUntraced(function*({ id, note, publish_at, unpublish_at, ...changes }: Input<typeof api.update_page>) {
  const before = yield* locked(pageDocument, id)
  const draft = yield* draftOf("page", before)
  const content = { ...draft, ...changes }
  const off = calledOff<"page">(before, { ...publish_at !== undefined && { publish_at }, ...unpublish_at !== undefined && { unpublish_at } })
  if (!sameContent(draft, content)) return yield* revise(before, content, note, off)
  const page = yield* Pages.use((pages) => pages.update(before, off))
  yield* keepDraftFiles("page", page)
  return yield* told("page", page)
})

export const publish_page = ({ id, ...asked }: Input<typeof api.publish_page>) => publish(pageDocument, id, asked)

export const unpublish_page = ({ id, ...asked }: Input<typeof api.unpublish_page>) => unpublish(pageDocument, id, asked)

export const delete_page = Effect.fnUntraced(function*({ id, redirect_to }: Input<typeof api.delete_page>) {
  const before = yield* lockedAnyhow(pageDocument, id)
  const child = Option.getOrUndefined(yield* Pages.use((pages) => pages.childOf(id)))
  if (child !== undefined) {
    return yield* new Conflict({ message: `${child.path} (page ${child.id}) stands below it: move or delete what is below it first.` })
  }
  return yield* deleted(pageDocument, before, redirect_to)
})

export const list_page_revisions = ({ id, ...paging }: Input<typeof api.list_page_revisions>) => revisionsOf(pageDocument, id, paging)

export const restore_page_revision = Effect.fnUntraced(function*({ id, rev }: Input<typeof api.restore_page_revision>) {
  const before = yield* locked(pageDocument, id)
  const { parent_id, slug, translation_of, ...draft } = yield* draftOf("page", before)
  const earlier = yield* getOrFail("revision")(Revisions.use((revisions) => revisions.content("page", id, rev)))
  const content = { ...earlier, parent_id, slug, translation_of, locale: translation_of === null ? earlier.locale : draft.locale }
  return sameContent(content, { ...draft, parent_id, slug, translation_of })
    ? yield* told("page", before)
    : yield* revise(before, content, `Restored from revision ${rev}`, {})
})

export const compare_page_revisions = ({ id, ...asked }: Input<typeof api.compare_page_revisions>) => comparisonOf(pageDocument, id, asked)

export const preview_page = ({ id, revision }: Input<typeof api.preview_page>) => previewOf(pageDocument, id, revision)

import { Effect } from "effect"
import { SiteImports } from "#layers/website/site-imports"
import type { MediaId } from "#schemas/website/ids"
import { PageId, PostId } from "#schemas/website/ids"
import type { MovedDocument } from "#schemas/website/moving/document"
import type { SiteImportId } from "#schemas/website/site-import"
import { update_page } from "../pages.ts"
import { update_post } from "../posts.ts"
import { contentOf, type Surroundings } from "./blocks.ts"
import { type DocumentItem, hashOf, titleOf } from "./placing.ts"

const NOTE = "What it said in the site that it came from"

/** Words of a text that may hold marks. */
const plain = (text: string, most: number) => text.replace(/<[^<>]{0,500}>/gu, " ").replace(/\s+/gu, " ").trim().slice(0, most)

const tagsOf = ({ tags }: MovedDocument) => {
  const named = new Map(tags.map((tag) => [tag.trim().slice(0, 50).toLowerCase(), tag.trim().slice(0, 50)]))
  return [...named.values()].filter((tag) => tag !== "").slice(0, 50).sort()
}

const authorsOf = ({ authors }: MovedDocument) => authors.flatMap(({ about, name }) =>
  plain(name, 200) === "" ? [] : [{ name: plain(name, 200), ...about !== undefined && plain(about, 500) !== "" && { about: plain(about, 500) } }]).slice(0, 20)

const written = Effect.fnUntraced(function*(source: string, { key, moved, record_id }: DocumentItem, surroundings: Surroundings) {
  const imports = yield* SiteImports
  const { blocks, body, remarks } = yield* contentOf(moved, surroundings)
  const cover = moved.cover === null ? undefined : surroundings.atlas.file(moved.cover, key)?.record_id as MediaId | null | undefined
  if (moved.cover !== null && (cover === undefined || cover === null)) remarks.push({ where: moved.where, what: "its picture", why: "Its file was not taken." })
  const { revision } = moved.kind === "page"
    ? yield* update_page({ id: PageId.make(record_id!), title: titleOf(moved), blocks: blocks ?? [], note: NOTE })
    : yield* update_post({
      id: PostId.make(record_id!), title: titleOf(moved), body, blocks, excerpt: plain(moved.excerpt ?? "", 1_000) || null,
      cover_media_id: cover ?? null, authors: authorsOf(moved), tags: tagsOf(moved), posted_at: moved.published_at, note: NOTE
    })
  yield* imports.keep(source, { key, kind: moved.kind, record_id: record_id!, hash: hashOf(moved), revision })
  return remarks
})

/** Writes what some documents say; one whose content does not fit is told. */
export const writeAll = Effect.fnUntraced(function*(
  id: SiteImportId, source: string, items: ReadonlyArray<DocumentItem>, surroundings: Surroundings
) {
  const imports = yield* SiteImports
  for (const item of items) {
    if (item.fresh) {
      const done = yield* Effect.result(written(source, item, surroundings))
      yield* imports.remark(id, done._tag === "Success" ? done.success
        : [{ where: item.moved.where, what: "content", why: `It cannot be written: ${done.failure.message}` }])
    }
    yield* imports.settle(id, item.number, { state: "done" })
  }
})

import { Effect, Schema } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Uploads } from "#layers/kernel/uploads"
import { type OutlineItem, SiteImports } from "#layers/website/site-imports"
import { oldPath } from "#schemas/website/moving/old-address"
import type { MovedDocument, MovedFile } from "#schemas/website/moving/document"
import { SiteImportId } from "#schemas/website/site-import"
import { durable, step, write } from "../../durable.ts"
import { folderAtlas, wordpressAtlas } from "./atlas.ts"
import { Brought, fetched, kept, keptMedia, unlisted, unpacked } from "./fetching.ts"
import { redirectAll, termOf, termPaths } from "./leading.ts"
import { placeAll } from "./placing.ts"
import { archiveOf, type Head, nextPart } from "./reading.ts"
import { writeAll } from "./writing.ts"

/** Documents of one transaction. */
const BATCH = 20
const verb = "import_site"

/** Works through an export. One at a time for each company: they would wait for each other's pages. */
export const SiteMove = durable({
  name: "website.import", version: 1, realTime: true, background: true,
  payload: { import_id: SiteImportId },
  success: Schema.Struct({ pages: Schema.Int, posts: Schema.Int, media: Schema.Int, redirects: Schema.Int, not_taken: Schema.Int }),
  concurrency: { perCompany: 1, total: 4 }
})

const Done = { verb, success: Schema.Boolean }

/** Writes again and again until nothing is left; each writes once, whatever crashes. */
const repeated = <E, R>(name: string, part: Effect.Effect<boolean, E, R>) =>
  Effect.gen(function*() {
    for (let number = 1;; number++) if (yield* write(`${name} ${number}`, Done, Effect.orDie(part))) return
  })

const read = Effect.fnUntraced(function*(id: SiteImportId) {
  const imports = yield* SiteImports
  const file = yield* imports.lock<Head>(id)
  const { done, items, position, remarks } = yield* nextPart(file)
  yield* imports.remark(id, remarks)
  yield* imports.add(id, items, position)
  return done
})

/** Where everything of an export is, with what has come of it so far. */
const atlasOf = Effect.fnUntraced(function*(id: SiteImportId) {
  const imports = yield* SiteImports
  const file = yield* imports.lock<Head>(id)
  const items = yield* imports.outline(id)
  return { ...file, all: items, atlas: file.format === "wordpress" ? wordpressAtlas(items, file.source) : folderAtlas(items) }
})

/** Notes the pictures that documents show and the export does not list. */
const list = Effect.fnUntraced(function*(id: SiteImportId) {
  const { all, atlas, position, source } = yield* atlasOf(id)
  const found = unlisted(all, (address, from) => atlas.file(address, from) !== undefined, source)
  yield* SiteImports.use((imports) => imports.add(id, found.map((moved) => ({ moved, wanted: [] })), position))
  return true
})

/** Pages stand below others: those above come first. */
const place = Effect.fnUntraced(function*(id: SiteImportId) {
  const imports = yield* SiteImports
  const { all, source } = yield* atlasOf(id)
  const pages = all.filter((item): item is OutlineItem & { readonly moved: Omit<MovedDocument, "content"> } => item.kind === "page")
  const waiting = new Set(pages.filter(({ state }) => state === "read").map(({ key }) => key))
  const parents = new Map(pages.flatMap(({ key, record_id }) => record_id === null ? [] : [[key, record_id] as const]))
  const free = pages.filter(({ key, moved: { parent } }) => waiting.has(key) && (parent === null || parent === key || !waiting.has(parent)))
  /* Pages that stand below each other in a ring are placed as they come. */
  const chosen = new Set((free.length > 0 ? free : pages.filter(({ key }) => waiting.has(key)))
    .toSorted((a, b) => a.moved.order - b.moved.order || a.number - b.number).slice(0, BATCH).map(({ number }) => number))
  const items = yield* imports.waiting<MovedDocument>(id, ["page"], "read", Number.MAX_SAFE_INTEGER)
  const posts = chosen.size > 0 ? [] : yield* imports.waiting<MovedDocument>(id, ["post"], "read", BATCH)
  const next = [...items.filter(({ number }) => chosen.has(number)), ...posts]
  yield* placeAll(id, source, next, parents)
  return next.length === 0
})

const say = Effect.fnUntraced(function*(id: SiteImportId) {
  const imports = yield* SiteImports
  const items = yield* imports.waiting<MovedDocument>(id, ["page", "post"], "placed", BATCH)
  if (items.length === 0) return true
  const { atlas, format, head, source } = yield* atlasOf(id)
  const fragments = yield* imports.fragments(id)
  const site = format === "wordpress" ? source : "https://old.invalid"
  yield* writeAll(id, source, items, {
    atlas, terms: termOf(termPaths(head.terms), site), fragment: (key) => fragments.get(key),
    oldPath: (address) => /^[a-z][a-z0-9+.-]*:(?!\/\/)/iu.test(address) ? undefined : oldPath(address, site)
  })
  return false
})

const end = Effect.fnUntraced(function*(id: SiteImportId) {
  const imports = yield* SiteImports
  const uploads = yield* Uploads
  const before = yield* imports.get(id)
  const { all, head, upload_id } = yield* atlasOf(id)
  const { left, made } = yield* redirectAll(all, termPaths(head.terms))
  yield* imports.remark(id, left.map((from) => ({ where: from, what: "redirect", why: "The site has as many redirects as it can have." })))
  yield* imports.count(id, { redirects: made })
  yield* imports.finish(id, null)
  yield* uploads.release(upload_id)
  const after = yield* imports.get(id)
  yield* recordChange({ object: "site_import", id, before, after })
  const { media, not_taken, pages, posts, redirects } = after
  return { media, not_taken, pages, posts, redirects }
})

export const SiteMoveProgram = SiteMove.program(Effect.fnUntraced(function*({ import_id: id }) {
  const imports = yield* SiteImports
  yield* repeated("read", read(id))
  yield* repeated("list", list(id))
  yield* repeated("place", place(id))
  const files = yield* write("files", {
    verb, success: Schema.Struct({ numbers: Schema.Array(Schema.Int), upload: Schema.Int, bytes: Schema.Int, source: Schema.String, packed: Schema.Boolean })
  }, Effect.gen(function*() {
    const { bytes, format, source, upload_id } = yield* imports.lock<Head>(id)
    const items = yield* imports.waiting<MovedFile>(id, ["file"], "read", Number.MAX_SAFE_INTEGER)
    return { numbers: items.map(({ number }) => number), upload: upload_id, bytes, source, packed: format === "markdown" }
  }))
  const archive = files.packed && files.numbers.length > 0 ? yield* Effect.orDie(archiveOf(files.upload, files.bytes)) : undefined
  for (const number of files.numbers) {
    const item = (yield* imports.waiting<MovedFile>(id, ["file"], "read", 1))[0]
    /* What a crash left behind was settled by an earlier run of this program: its step answers from what it kept. */
    const mine = item?.number === number ? item : undefined
    const earlier = mine === undefined ? undefined : yield* keptMedia(files.source, mine.key)
    const brought = yield* step(`bring ${number}`, { success: Brought }, mine === undefined || earlier !== undefined
      ? Effect.succeed({ file: null, problem: null })
      : archive === undefined || mine.key.startsWith("url:") ? fetched(mine) : unpacked(archive, mine))
    yield* write(`keep ${number}`, { verb }, mine === undefined ? Effect.void
      : earlier === undefined ? kept(id, files.source, mine, brought)
      : imports.settle(id, number, { record_id: earlier.id, state: "done" }))
  }
  yield* repeated("write", say(id))
  return yield* write("end", { verb, success: SiteMove.workflow.successSchema }, Effect.orDie(end(id)))
}))

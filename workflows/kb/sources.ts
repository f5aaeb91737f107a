import { Effect } from "effect"
import { typeOf } from "#layers/kb/reading/reading"
import { KbDocuments } from "#layers/kb/documents"
import { KbSources, type NewKbSource } from "#layers/kb/sources"
import { requireRoom } from "#layers/kernel/company-lock"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Uploads } from "#layers/kernel/uploads"
import { OtherSites } from "#layers/website/other-sites"
import type { SourceId } from "#schemas/kb/ids"
import type * as api from "#schemas/kb/sources.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { cancelRun } from "../durable.ts"
import { refuse } from "../payments/costs.ts"
import { SourceReading, SourceRemoval } from "./reading/run.ts"

/** A company has at most so many. */
const MOST_SOURCES = 200

/** Bytes of a file by which its kind is known. */
const BEGINNING = 4_096

export const list_kb_sources = (query: Input<typeof api.list_kb_sources>) => KbSources.use((sources) => sources.page(query))

export const get_kb_source = ({ id }: Input<typeof api.get_kb_source>) => KbSources.use((sources) => sources.get(id))

type Given = Input<typeof api.add_kb_source>

const shared = ({ audience, language, tags }: Given) =>
  ({ url: null, file: null, upload_id: null, collections: [], audience, language: language ?? null, tags, max_pages: null, max_depth: null, schedule: "never" as const })

const fileSource = Effect.fnUntraced(function*(given: Given) {
  const { file, name } = given
  if (file === undefined) return yield* refuse("file", "a source of this kind needs one", null)
  const called = file.name ?? name ?? "document"
  const uploads = yield* Uploads
  const type = typeOf(file.type, called, yield* uploads.read(file.id, 0, BEGINNING))
  if (type === undefined) return yield* refuse("file", "it is no PDF, document of Word, HTML, Markdown, text or CSV", called)
  yield* uploads.store(file.id)
  return { ...shared(given), kind: "file", name: name ?? called, file: { name: called, type, bytes: file.bytes }, upload_id: file.id } satisfies NewKbSource
})

const siteSource = Effect.fnUntraced(function*(given: Given) {
  const { max_depth, max_pages, schedule, url } = given
  if (url === undefined) return yield* refuse("url", "a source of this kind needs one", null)
  const objection = yield* OtherSites.use((sites) => sites.objection(url))
  if (objection !== undefined) return yield* refuse("url", objection, url)
  return { ...shared(given), kind: "site", name: given.name ?? url, url, max_depth, max_pages, schedule } satisfies NewKbSource
})

const ownSource = Effect.fnUntraced(function*(given: Given) {
  const sources = yield* KbSources
  if (yield* sources.covers(given.collections)) return yield* new Conflict({ message: "There is a source that reads some of this already: remove it first." })
  return { ...shared(given), kind: "own", name: given.name ?? `Own ${given.collections.join(", ")}`, collections: given.collections } satisfies NewKbSource
})

const begun = Effect.fnUntraced(function*(id: SourceId) {
  const sources = yield* KbSources
  const { sync } = yield* sources.lock(id)
  yield* sources.begin(id, yield* SourceReading.start({ source_id: id, sync: sync + 1 }))
  return yield* sources.get(id)
})

export const add_kb_source = Effect.fnUntraced(function*(given: Given) {
  const sources = yield* KbSources
  yield* sources.hold
  yield* requireRoom(sources.count, MOST_SOURCES, "sources")
  if (given.kind !== "file" && given.file !== undefined) return yield* refuse("file", "only a source of kind file has one", null)
  if (given.kind !== "site" && given.url !== undefined) return yield* refuse("url", "only a source of kind site has one", given.url)
  if (given.kind !== "site" && given.schedule !== "never") return yield* refuse("schedule", "only a source of kind site has one", given.schedule)
  const id = yield* sources.create(yield* { file: fileSource, own: ownSource, site: siteSource }[given.kind](given))
  const made = yield* Effect.orDie(begun(id))
  yield* recordChange({ object: "kb_source", id, before: null, after: made, events: ["kb_source.added"] })
  return made
})

export const update_kb_source = Effect.fnUntraced(function*({ id, name, schedule }: Input<typeof api.update_kb_source>) {
  const sources = yield* KbSources
  const { removing } = yield* sources.lock(id)
  if (removing) return yield* new Conflict({ message: "The source is being removed." })
  const before = yield* sources.get(id)
  if (schedule !== undefined && schedule !== "never" && before.kind !== "site") return yield* refuse("schedule", "only a source of kind site has one", schedule)
  const [called, again] = [name ?? before.name, schedule ?? before.schedule]
  if (called === before.name && again === before.schedule) return before
  yield* sources.change(id, { name: called, schedule: again })
  if (again !== before.schedule) yield* sources.reschedule(id)
  const after = yield* sources.get(id)
  yield* recordChange({ object: "kb_source", id, before, after })
  return after
})

const isUnderWay = (state: string) => state === "waiting" || state === "running"

export const sync_kb_source = Effect.fnUntraced(function*({ id }: Input<typeof api.sync_kb_source>) {
  const sources = yield* KbSources
  const { removing } = yield* sources.lock(id)
  if (removing) return yield* new Conflict({ message: "The source is being removed." })
  const before = yield* sources.get(id)
  if (isUnderWay(before.state)) return before
  const after = yield* begun(id)
  yield* recordChange({ object: "kb_source", id, before, after })
  return after
})

/** Reads it again where that is due, and nobody does. */
export const syncIfDue = Effect.fnUntraced(function*(id: SourceId) {
  const sources = yield* KbSources
  const { removing } = yield* sources.lock(id)
  if (removing || !(yield* sources.isDue(id))) return
  const before = yield* sources.get(id)
  if (isUnderWay(before.state)) return yield* sources.skip(id)
  yield* recordChange({ object: "kb_source", id, before, after: yield* begun(id) })
})

export const remove_kb_source = Effect.fnUntraced(function*({ id }: Input<typeof api.remove_kb_source>) {
  const sources = yield* KbSources
  const { removing } = yield* sources.lock(id)
  const before = yield* sources.get(id)
  if (removing) return before
  if (isUnderWay(before.state)) yield* cancelRun(before.run_id)
  yield* sources.remove(id, yield* SourceRemoval.start({ source_id: id }))
  yield* recordChange({ object: "kb_source", id, before, after: null, events: ["kb_source.removed"] })
  return yield* sources.get(id)
})

export const list_kb_documents = Effect.fnUntraced(function*({ id, ...query }: Input<typeof api.list_kb_documents>) {
  const sources = yield* KbSources
  yield* sources.get(id)
  return yield* KbDocuments.use((documents) => documents.page(id, query))
})

import { Effect, Option, Schema } from "effect"
import { KbDocuments, originOf } from "#layers/kb/documents"
import { Passages } from "#layers/kb/passages"
import { KbSources } from "#layers/kb/sources"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Tenancy } from "#layers/kernel/tenancy"
import { Uploads } from "#layers/kernel/uploads"
import { SourceId } from "#schemas/kb/ids"
import { durable, step, write } from "../../durable.ts"
import { listOwn, readFile, readOwn } from "./documents.ts"
import { keyOf } from "./addresses.ts"
import { SiteLimits } from "./limits.ts"
import { type Reach, settle } from "./settling.ts"
import { look, prepare, reachOf, seeded } from "./site.ts"

const verb = "sync_kb_source"

/** Documents that one transaction takes away. */
const BATCH = 50
/** Milliseconds that one step reads: a run that is canceled ends with its step. */
const STEP_MS = 15_000

const MOST_RECORDS = 20_000
/** How often a page that does not answer is asked for once more. */
const MOST_ATTEMPTS = 2

/** Reads a source: what changed since the time before. */
export const SourceReading = durable({
  name: "kb.read_source", version: 1, realTime: true, background: true,
  payload: { source_id: SourceId, sync: Schema.Int },
  success: Schema.Struct({ added: Schema.Int, changed: Schema.Int, unchanged: Schema.Int, removed: Schema.Int }),
  concurrency: { perCompany: 2, total: 8 }
})

/** Takes away what was read of a source, and the source. */
export const SourceRemoval = durable({
  name: "kb.remove_source", version: 1, realTime: true, background: true,
  payload: { source_id: SourceId },
  concurrency: { perCompany: 2, total: 8 }
})

const Begun = Schema.Struct({ kind: Schema.NullOr(Schema.Literals(["site", "file", "own"])), error: Schema.NullOr(Schema.String) })

/** Finds what a source consists of, as far as that is known before it is read. */
const begin = Effect.fnUntraced(function*(id: SourceId, sync: number) {
  const sources = yield* KbSources
  const held = yield* sources.lockFor(id, sync)
  if (Option.isNone(held)) return { kind: null, error: null }
  const source = held.value
  yield* sources.started(id)
  const documents = yield* KbDocuments
  if (source.kind === "file") {
    yield* documents.find(id, sync, [{ key: "file", url: null, origin_kind: "document", record_id: null, depth: 0, hops: 0 }], 1)
  }
  if (source.kind === "own") {
    const all = yield* listOwn(source)
    if (all.length === 0 && source.documents === 0) return { kind: source.kind, error: "Visitors see nothing of this yet: publish the site, or put something up for sale." }
    yield* documents.find(id, sync, all, MOST_RECORDS)
  }
  return { kind: source.kind, error: null }
})

/** Asks a site for its rules and sitemaps. Answers why it cannot be read, if it cannot. */
const prepareSite = Effect.fnUntraced(function*(id: SourceId, sync: number) {
  const held = yield* sourceOf(id, sync)
  if (Option.isNone(held)) return null
  const prepared = yield* prepare(held.value)
  if (prepared.error === null) yield* Tenancy.use(({ transaction }) => transaction(seeded(held.value, prepared)))
  return prepared.error
})

const Progress = Schema.Struct({
  done: Schema.Boolean, error: Schema.NullOr(Schema.String), remark: Schema.NullOr(Schema.String),
  /** Pages that did not answer, one after the other. */
  failures: Schema.Int
})
type Progress = typeof Progress.Type

const over: Progress = { done: true, error: null, remark: null, failures: 0 }
const everything: Reach = { most: MOST_RECORDS, depth: 0 }

const sourceOf = (id: SourceId, sync: number) => KbSources.use((sources) => sources.lockFor(id, sync))

/** Reads the file or the records of a source, one after the other. Each is written by itself, so that a crash loses none and does none twice. */
const readSome = Effect.fnUntraced(function*(id: SourceId, sync: number) {
  const documents = yield* KbDocuments
  const until = Date.now() + STEP_MS
  while (Date.now() < until) {
    const held = yield* sourceOf(id, sync)
    const [document] = yield* documents.waiting(id, sync, 1)
    if (Option.isNone(held) || document === undefined) return over
    const source = held.value
    const outcome = source.kind === "file" ? yield* readFile(source) : yield* readOwn(document)
    if ((yield* settle(source, document, outcome, everything)) === "over") return over
    if (source.kind === "file" && outcome._tag === "Unreadable") return { ...over, error: outcome.reason }
  }
  return { ...over, done: false }
})

/** The same of a site: politely, and not for ever. */
const readPages = Effect.fnUntraced(function*(id: SourceId, sync: number, failed: number) {
  const documents = yield* KbDocuments
  const { failures: most, siteMs } = yield* SiteLimits
  const until = Date.now() + STEP_MS
  let read = yield* documents.countRead(id, sync)
  let failures = failed
  while (Date.now() < until) {
    const held = yield* sourceOf(id, sync)
    const [document] = yield* documents.waiting(id, sync, 1)
    if (Option.isNone(held) || document === undefined) return over
    const source = held.value
    if (read >= source.max_pages!) return { ...over, remark: `It has more than ${source.max_pages} pages: max_pages says how many are read.` }
    if (Date.now() - Date.parse(source.started_at!) > siteMs) return { ...over, error: `It could not be read to its end within ${Math.round(siteMs / 60_000)} minutes.` }
    const { failed, outcome, waitMs } = yield* look(source, document)
    failures = failed ? failures + 1 : 0
    if (outcome._tag === "Unreadable" && failures >= most) return { ...over, error: `The site does not answer any more. ${outcome.reason}` }
    const isLater = failed && document.attempts < MOST_ATTEMPTS
    const after = isLater
      ? yield* Tenancy.use(({ transaction }) => Effect.as(transaction(documents.postpone(document)), "other" as const))
      : yield* settle(source, document, outcome, reachOf(source))
    if (after === "over") return over
    if (!isLater && document.key === keyOf(source.url!) && outcome._tag === "Unreadable") return { ...over, error: outcome.reason }
    if (after === "read") read++
    yield* Effect.sleep(waitMs)
  }
  return { ...over, done: false, failures }
})

/** Takes away some of what is gone; of everything, where no reading is said. Answers whether nothing is left. */
const tidy = Effect.fnUntraced(function*(id: SourceId, sync: number | undefined) {
  const documents = yield* KbDocuments
  const passages = yield* Passages
  const gone = yield* documents.gone(id, sync, BATCH)
  const read = gone.filter(({ state }) => state === "read")
  for (const document of read) yield* passages.remove(originOf(document))
  yield* documents.delete(gone.map(({ id }) => id))
  yield* KbSources.use((sources) => sources.tally(id, {
    documents: -read.length, passages: -read.reduce((sum, { passages }) => sum + passages, 0), removed: read.length,
    unreadable: -gone.filter(({ state }) => state === "unreadable").length
  }))
  return gone.length < BATCH
})

const finish = Effect.fnUntraced(function*(id: SourceId, sync: number, error: string | null, remark: string | null) {
  const sources = yield* KbSources
  const nothing = { added: 0, changed: 0, unchanged: 0, removed: 0 }
  if (Option.isNone(yield* sources.lockFor(id, sync))) return nothing
  const before = yield* Effect.orDie(sources.get(id))
  yield* sources.finish(id, error, remark)
  const after = yield* Effect.orDie(sources.get(id))
  yield* recordChange({ object: "kb_source", id, before, after, events: ["kb_source.synced"] })
  const { added, changed, removed, unchanged } = after
  return { added, changed, removed, unchanged }
})

export const SourceReadingProgram = SourceReading.program(Effect.fnUntraced(function*({ source_id: id, sync }) {
  const { error: missing, kind } = yield* write("begin", { verb, success: Begun }, begin(id, sync))
  let progress: Progress = { ...over, error: missing, done: kind === null }
  if (kind === "site") progress = { ...over, done: false, error: yield* step("prepare", { success: Schema.NullOr(Schema.String) }, prepareSite(id, sync)) }
  for (let n = 1; !progress.done && progress.error === null; n++) {
    progress = kind === "site"
      ? yield* step(`read ${n}`, { success: Progress }, readPages(id, sync, progress.failures))
      : yield* step(`read ${n}`, { success: Progress }, readSome(id, sync))
  }
  const { error, remark } = progress
  /* Of a source that could not be read to its end, what was read before stays. */
  if (error === null && kind !== null) for (let n = 1; !(yield* write(`tidy ${n}`, { verb, success: Schema.Boolean }, tidy(id, sync))); n++) continue
  return yield* write("end", { verb, success: SourceReading.workflow.successSchema }, finish(id, sync, error, remark))
}))

export const SourceRemovalProgram = SourceRemoval.program(Effect.fnUntraced(function*({ source_id: id }) {
  for (let n = 1; !(yield* write(`tidy ${n}`, { verb: "remove_kb_source", success: Schema.Boolean }, tidy(id, undefined))); n++) continue
  yield* write("end", { verb: "remove_kb_source" }, Effect.gen(function*() {
    const sources = yield* KbSources
    const { upload_id } = yield* Effect.orDie(sources.lock(id))
    yield* sources.delete(id)
    if (upload_id !== null) yield* Uploads.use((uploads) => uploads.release(upload_id))
  }))
}))

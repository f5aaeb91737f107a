import { hash } from "node:crypto"
import { Effect, Option } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { type DocumentAtWork, KbDocuments, originOf, type Settled } from "#layers/kb/documents"
import { Passages, type PassageText } from "#layers/kb/passages"
import type { Reading } from "#layers/kb/reading/reading"
import { KbSources, type SourceAtWork, type Tally } from "#layers/kb/sources"
import { Tenancy } from "#layers/kernel/tenancy"
import type { Caller } from "#schemas/kernel/tenancy"
import { languageOf } from "../language.ts"

/** What came of looking at a document. */
export type Outcome =
  /** As it was. `fetched`: to know that, it had to be fetched whole. */
  | { readonly _tag: "Unchanged"; readonly fetched: boolean }
  | { readonly _tag: "Read"; readonly reading: Reading; readonly title: string; readonly url: string | null; readonly served?: Served; readonly leads?: Leads }
  /** It is no document of its own. */
  | { readonly _tag: "Skipped"; readonly reason: string; readonly status?: number; readonly fetched?: boolean; readonly leads?: Leads }
  /** `keeps`: what was read before stays, since it may be there again. */
  | { readonly _tag: "Unreadable"; readonly reason: string; readonly status: number | null; readonly keeps: boolean }

/** What its server told of it, so that it can be asked whether anything changed. */
export interface Served {
  readonly status: number
  readonly etag: string | null
  readonly last_modified: string | null
  readonly hash: Uint8Array
}

/** Where a document leads: what is found there belongs to the source too, and is answered with. */
type Leads = Effect.Effect<ReadonlyArray<number>, never, Caller | KbDocuments | KbSources>

/** A digest of all that is found of a document; of a page of a site without its address, so that another page that says the same is known by it. */
const toldOf = ({ kind }: SourceAtWork, title: string, url: string | null, { language, passages }: Reading) =>
  new Uint8Array(Buffer.from(hash("sha256", JSON.stringify([
    title, language, kind === "site" ? null : url, passages.map(({ heading, place, text }) => [heading, place, text])
  ])), "hex"))

const same = (a: Uint8Array | null, b: Uint8Array) => a !== null && Buffer.compare(a, b) === 0

/** Two pages that say this little may well say the same. */
const LITTLE = 200

const placed = (passages: ReadonlyArray<PassageText>, url: string | null): ReadonlyArray<PassageText> =>
  url === null ? passages : passages.map((passage) => ({ ...passage, place: { url, ...passage.place } }))

const read = Effect.fnUntraced(function*(source: SourceAtWork, document: DocumentAtWork, { leads, reading, served, title, url }: Extract<Outcome, { _tag: "Read" }>) {
  const documents = yield* KbDocuments
  const told = toldOf(source, title, url, reading)
  const before = document.state === "read" ? document.passages : 0
  const fetched = served === undefined ? 0 : 1
  const says = reading.passages.reduce((sum, { text }) => sum + text.length, 0)
  const twin = source.kind !== "site" || says < LITTLE ? Option.none() : yield* documents.same(source.id, document.sync, document.id, told)
  if (Option.isSome(twin)) {
    return yield* left(source, document, { state: "skipped", reason: `It says the same as ${twin.value.url ?? "another one"}.`, status: served?.status ?? null }, { fetched })
  }
  const isSame = document.state === "read" && same(document.told, told)
  if (!isSame) {
    const language = reading.language ?? languageOf(source.language ?? (yield* CompanySettings.use(({ own }) => own)).locale)
    yield* Passages.use((passages) =>
      passages.replace(originOf(document), { title, language, audience: source.audience, tags: source.tags }, placed(reading.passages, url)))
  }
  const settled: Settled = {
    state: "read", title, url, reason: reading.remark, told, passages: reading.passages.length, isChanged: !isSame,
    status: served?.status ?? null, etag: served?.etag ?? null, last_modified: served?.last_modified ?? null, hash: served?.hash ?? null,
    ...leads !== undefined && { links: yield* leads }
  }
  yield* documents.settle(document, settled)
  const tally: Tally = {
    fetched, passages: reading.passages.length - before, documents: document.state === "read" ? 0 : 1, unreadable: document.state === "unreadable" ? -1 : 0,
    [isSame ? "unchanged" : document.state === "read" ? "changed" : "added"]: 1
  }
  yield* KbSources.use((sources) => sources.tally(source.id, tally))
})

/** Nothing is found of it from now on. */
const left = Effect.fnUntraced(function*(
  source: SourceAtWork, document: DocumentAtWork, settled: Pick<Settled, "links" | "reason" | "state" | "status">, tally: Tally = {}
) {
  const wasRead = document.state === "read"
  if (wasRead) yield* Passages.use((passages) => passages.remove(originOf(document)))
  yield* KbDocuments.use((documents) =>
    documents.settle(document, { etag: null, last_modified: null, hash: null, told: null, passages: 0, links: [], isChanged: wasRead, ...settled }))
  const unreadable = Number(settled.state === "unreadable") - Number(document.state === "unreadable")
  yield* KbSources.use((sources) =>
    sources.tally(source.id, { ...tally, unreadable, ...wasRead && { documents: -1, passages: -document.passages, removed: 1 } }))
})

/** How many links from where a source begins, and how many documents, the run of a source goes. */
export interface Reach {
  readonly most: number
  readonly depth: number
}

const written = Effect.fnUntraced(function*(source: SourceAtWork, document: DocumentAtWork, outcome: Outcome, { depth, most }: Reach) {
  const documents = yield* KbDocuments
  const sources = yield* KbSources
  switch (outcome._tag) {
    case "Read":
      return yield* read(source, document, outcome)
    case "Skipped": {
      const { fetched = false, leads, reason, status = null } = outcome
      return yield* left(source, document, { state: "skipped", reason, status, ...leads !== undefined && { links: yield* leads } }, { fetched: Number(fetched) })
    }
    case "Unreadable": {
      const { keeps, reason, status } = outcome
      if (!keeps || document.state !== "read") return yield* left(source, document, { state: "unreadable", reason, status })
      yield* documents.settle(document, { state: "read", reason, status, passages: document.passages, isChanged: false })
      yield* sources.tally(source.id, { unchanged: 1 })
      break
    }
    case "Unchanged": {
      yield* documents.settle(document, { state: document.state, reason: null, passages: document.passages, isChanged: false })
      yield* sources.tally(source.id, { fetched: Number(outcome.fetched), ...document.state === "read" && { unchanged: 1 } })
    }
  }
  if (document.depth < depth) yield* documents.findAgain(source.id, document.sync, document.links, document.depth + 1, most)
})

/**
 * Writes what came of a document, with everything that follows from it, in one transaction. Answers whether it is read
 * now; `over`: its source is not to be read any more.
 */
export const settle = (source: SourceAtWork, document: DocumentAtWork, outcome: Outcome, reach: Reach) =>
  Tenancy.use(({ transaction }) => transaction(Effect.gen(function*() {
    const held = yield* KbSources.use((sources) => sources.lockFor(source.id, document.sync))
    if (Option.isNone(held)) return "over" as const
    const documents = yield* KbDocuments
    const waiting = yield* documents.hold(document)
    if (Option.isSome(waiting)) yield* written(held.value, waiting.value, outcome, reach)
    return (yield* documents.isRead(document)) ? "read" : "other"
  })))

import { DateTime, Effect } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { Entries } from "#layers/kb/entries"
import { Passages } from "#layers/kb/passages"
import { passagesOf } from "#layers/kb/splitting"
import { KbUsage } from "#layers/kb/usage"
import { getOrFail } from "#layers/kernel/get-or-fail"
import { now } from "#layers/kernel/sql"
import type * as api from "#schemas/kb/entries.api"
import type { KbEntry } from "#schemas/kb/entry"
import type { Input } from "#schemas/kernel/catalog"
import type { CompanyId } from "#schemas/kernel/ids"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { requireReferences } from "../crm/references.ts"
import { refuse } from "../payments/costs.ts"
import { signed } from "../signed.ts"
import { languageOf } from "./language.ts"

const RATED_DAYS = 90

/** Fails with `NotFound` unless it is the caller's company. */
const own = (id: CompanyId) =>
  Effect.flatMap(Caller, ({ company_id }) => company_id === id ? Effect.void : new NotFound({ message: "There is no such company." }))

/** Makes searches find what an entry says now, if it is published. */
const found = ({ audience, body, id, language, status, tags, title }: KbEntry) =>
  Passages.use((passages) =>
    status === "published"
      ? passages.replace({ kind: "entry", id }, { title, language: languageOf(language), audience, tags }, passagesOf(body === "" ? title : body))
      : passages.remove({ kind: "entry", id }))

const events = ["kb.entry_updated"] as const

type Written = Omit<Input<typeof api.create_kb_entry>, "id" | "language"> & { readonly language?: string | undefined; readonly template_id?: string }

/** Writes an entry with its first version, and makes it found. */
export const addEntry = Effect.fnUntraced(function*({ language, ...written }: Written, note: string | null = null) {
  if (written.status === "published" && written.questions.length > 0) {
    return yield* refuse("status", "it has open questions: answer them, or keep it a draft", written.status)
  }
  yield* requireReferences(written)
  const entries = yield* Entries
  const entry = yield* entries.create({ ...written, language: language ?? (yield* CompanySettings.use(({ own }) => own)).locale }, { events })
  yield* entries.addVersion(entry, note)
  yield* found(entry)
  return entry
})

export const list_kb_entries = Effect.fnUntraced(function*({ id, ...query }: Input<typeof api.list_kb_entries>) {
  yield* own(id)
  return yield* Entries.use((entries) => entries.page(query))
})

export const create_kb_entry = ({ id, ...written }: Input<typeof api.create_kb_entry>) => Effect.andThen(own(id), addEntry(written))

export const get_kb_entry = ({ entry_id, id }: Input<typeof api.get_kb_entry>) =>
  Effect.andThen(own(id), Entries.use((entries) => entries.get(entry_id)))

export const update_kb_entry = Effect.fnUntraced(function*({ entry_id, id, language, ...written }: Input<typeof api.update_kb_entry>) {
  yield* own(id)
  const entries = yield* Entries
  const before = yield* entries.lockForUpdate(entry_id)
  if (before.status === "archived") return yield* new Conflict({ message: "The entry is archived: restore one of its versions first." })
  if (written.status === "published" && written.questions.length > 0) {
    return yield* refuse("status", "it has open questions: answer them, or keep it a draft", written.status)
  }
  yield* requireReferences(written)
  const after = yield* entries.update(before, { ...written, language: language ?? before.language, reviewed_at: now }, { events })
  yield* entries.addVersion(after, null)
  yield* found(after)
  return after
})

export const archive_kb_entry = Effect.fnUntraced(function*({ entry_id, id }: Input<typeof api.archive_kb_entry>) {
  yield* own(id)
  const entries = yield* Entries
  const before = yield* entries.lockForUpdate(entry_id)
  if (before.status === "archived") return before
  const after = yield* entries.update(before, { status: "archived", archived_at: now }, { events })
  yield* found(after)
  return after
})

export const list_kb_entry_versions = Effect.fnUntraced(function*({ entry_id, id, ...paging }: Input<typeof api.list_kb_entry_versions>) {
  yield* own(id)
  const entries = yield* Entries
  yield* entries.get(entry_id)
  const { items, ...page } = yield* entries.versions(entry_id, paging)
  return { ...page, items: (yield* signed(items)).map(({ id: _, questions: __, ...version }) => version) }
})

export const restore_kb_entry_version = Effect.fnUntraced(function*({ entry_id, id, number }: Input<typeof api.restore_kb_entry_version>) {
  yield* own(id)
  const entries = yield* Entries
  const before = yield* entries.lockForUpdate(entry_id)
  const { content } = yield* getOrFail("version")(entries.version(entry_id, number))
  const status = before.status === "archived" ? "published" : before.status
  const after = yield* entries.update(before, {
    ...content, status: content.questions.length > 0 ? "draft" : status, archived_at: null, reviewed_at: now
  }, { events })
  yield* entries.addVersion(after, `Restored from version ${number}`)
  yield* found(after)
  return after
})

export const create_kb_entry_from_gap = Effect.fnUntraced(function*({ audience = "public", id, owner_id, question }: Input<typeof api.create_kb_entry_from_gap>) {
  yield* own(id)
  const there = yield* Entries.use((entries) => entries.draftOf(question))
  if (there._tag === "Some") return there.value
  return yield* addEntry({
    title: question, body: "", audience, status: "draft", tags: [], questions: [question], owner_id, review_at: null
  }, "Made of a question without an answer")
})

export const rate_kb_entry = Effect.fnUntraced(function*({ entry_id, helpful, id }: Input<typeof api.rate_kb_entry>) {
  yield* own(id)
  yield* Entries.use((entries) => entries.get(entry_id))
  const usage = yield* KbUsage
  yield* usage.vote({ kind: "entry", id: entry_id }, helpful)
  const since = DateTime.formatIso(DateTime.subtract(yield* DateTime.now, { days: RATED_DAYS }))
  return { entry_id, ...yield* usage.votes({ kind: "entry", id: entry_id }, since) }
})

import { Effect, Option, Schema } from "effect"
import { Tasks } from "#layers/crm/tasks"
import { Tenancy } from "#layers/kernel/tenancy"
import { Calls } from "#layers/messages/voice/calls"
import { CallRecordings } from "#layers/messages/voice/recordings"
import { ProviderUnavailable } from "#layers/providers/errors"
import { Storage } from "#layers/providers/storage/storage"
import { MediaFiles } from "#layers/website/media"
import { OtherSites } from "#layers/website/other-sites"
import { Caller } from "#schemas/kernel/tenancy"
import type { Call } from "#schemas/messages/voice/call"
import { CallId, CallRecordingId } from "#schemas/messages/voice/ids"
import { CurrentRun } from "../../current-run.ts"
import { durable, step, write } from "../../durable.ts"
import { longRetriesOf, Passing } from "../../payments/asking.ts"
import { callProvider, NUMBERS } from "./asking.ts"
import { MOST_OF_NOTES, quoted } from "./closing.ts"

/** Fetches a recording from the provider, which then keeps none. */
export const CallRecordingRun = durable({
  name: "messages.call_recording", version: 1, payload: { recording_id: CallRecordingId, call_id: CallId, provider_id: Schema.String },
  concurrency: { perCompany: 2, total: 8 }
})

/** Has the provider forget a recording that was deleted here. */
export const CallRecordingRemoval = durable({ name: "messages.call_recording_removal", version: 1, payload: { provider_id: Schema.String, provider: Schema.optionalKey(Schema.String) } })

/** The object of a recording, below its prefix. */
export const RECORDING = "recording.mp3"

const retries = longRetriesOf(false)

const Fetched = Schema.Struct({ prefix: Schema.String, bytes: Schema.NullOr(Schema.Int) })

const notThere = (prefix: string) => () => Effect.succeed({ prefix, bytes: null })

/** Of the call, or who calls were placed by before there was a choice. */
const providerOf = (call: CallId) =>
  Effect.map(Calls.use((calls) => calls.find(call)), Option.match({ onNone: () => NUMBERS, onSome: ({ provider }) => provider }))

/** Puts what anybody finds at an address into the store: guarded as every address that others told us. */
const copied = Effect.fnUntraced(function*(key: string, address: string) {
  const { bytes } = yield* Effect.mapError(OtherSites.use((sites) => sites.file(address)), ({ message }) =>
    new ProviderUnavailable({ provider: "telnyx", operation: "fetch_recording", attempts: 1, reason: "recording", message }))
  yield* Storage.use((storage) => storage.put(key, bytes, "audio/mpeg"))
  return bytes.length
})

/** Bytes of what was stored; null where the provider has none, or nobody needs it any more. */
const fetched = Effect.fnUntraced(function*(id: CallRecordingId, call: CallId, provider_id: string) {
  const recordings = yield* CallRecordings
  const storage = yield* Storage
  const tenancy = yield* Tenancy
  const { company_id } = yield* Caller
  const { id: run } = yield* CurrentRun
  const prefix = `${company_id}/calls/${call}/${run}`
  const isWanted = yield* tenancy.transaction(Effect.gen(function*() {
    if (Option.isNone(yield* recordings.find(id, { lock: true }))) return false
    yield* MediaFiles.use((files) => files.noteObject(company_id, prefix, RECORDING))
    yield* recordings.setPrefix(id, prefix)
    return true
  }))
  if (!isWanted) return { prefix, bytes: null }
  const { recording } = yield* callProvider(yield* providerOf(call))
  return yield* Effect.flatMap(recording(provider_id), (found) =>
    "at" in found ? copied(`${prefix}/${RECORDING}`, found.at) : storage.putStream(`${prefix}/${RECORDING}`, found, "audio/mpeg")).pipe(
    Effect.map((bytes) => ({ prefix, bytes })),
    Effect.catchTags({ ProviderDeclined: notThere(prefix), ProviderInvalidRequest: notThere(prefix) })
  )
})

const settle = Effect.fnUntraced(function*(id: CallRecordingId, { bytes, prefix }: typeof Fetched.Type) {
  const recordings = yield* CallRecordings
  const { company_id } = yield* Caller
  const found = yield* recordings.find(id, { lock: true })
  /* Deleted meanwhile: what was written since is removed too. */
  if (Option.isNone(found)) return yield* MediaFiles.use((files) => files.noteObject(company_id, prefix, RECORDING))
  yield* Effect.orDie(recordings.update(found.value, bytes === null ? { state: "failed" } : { state: "stored", bytes }))
})

const forgotten = <R>(provider_id: string, by: Effect.Effect<string, never, R>) =>
  step("forget", { error: Passing, retries }, Effect.gen(function*() {
    yield* (yield* callProvider(yield* by)).removeRecording(provider_id)
  }).pipe(Effect.catchTags({ ProviderDeclined: () => Effect.void, ProviderInvalidRequest: () => Effect.void }))).pipe(
    Effect.catch((error) => Effect.logWarning(`a recording stays with the provider: ${error.message}`))
  )

export const CallRecordingProgram = CallRecordingRun.program(Effect.fnUntraced(function*({ call_id, provider_id, recording_id }) {
  const found = yield* step("fetch", { success: Fetched, error: Passing, retries }, fetched(recording_id, call_id, provider_id)).pipe(
    Effect.catch((error) => Effect.as(Effect.logWarning(`a recording was not fetched: ${error.message}`), { prefix: "", bytes: null }))
  )
  yield* write("settle", { verb: "receive_call_report" }, settle(recording_id, found))
  yield* forgotten(provider_id, providerOf(call_id))
}))

export const CallRecordingRemovalProgram = CallRecordingRemoval.program(({ provider = NUMBERS, provider_id }) => forgotten(provider_id, Effect.succeed(provider)))

/** What was said stands in the task to call back too, if that is made and not done yet. */
export const noteTranscript = Effect.fnUntraced(function*({ task_id }: Call, transcript: string) {
  if (task_id === null) return
  const tasks = yield* Tasks
  const found = Option.getOrUndefined(yield* tasks.find(task_id, { lock: true }))
  if (found === undefined || found.status === "completed") return
  yield* Effect.orDie(tasks.update(found, { notes: `${found.notes ?? ""}\n\n${quoted(transcript)}`.slice(0, MOST_OF_NOTES) }))
})

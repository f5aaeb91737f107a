import { Effect } from "effect"
import { CallRecordings } from "#layers/messages/voice/recordings"
import type { Input } from "#schemas/kernel/catalog"
import { NotFound } from "#schemas/kernel/errors"
import type { Download } from "#schemas/kernel/streams"
import type * as api from "#schemas/messages/voice/recordings.api"
import { storedFile } from "../stored-file.ts"
import { CallRecordingRemoval, RECORDING } from "./recording-runs.ts"

export const list_call_recordings = (query: Input<typeof api.list_call_recordings>) => CallRecordings.use((recordings) => recordings.page(query))

export const download_call_recording = Effect.fnUntraced(function*({ id }: Input<typeof api.download_call_recording>) {
  const recordings = yield* CallRecordings
  const { bytes, created_at, state, type } = yield* recordings.get(id)
  const { prefix } = yield* recordings.internal(id)
  if (state !== "stored" || bytes === null || prefix === null) return yield* new NotFound({ message: "It has not come from the provider." })
  const content = yield* storedFile(`${prefix}/${RECORDING}`, bytes)
  return { type, name: `call ${created_at.slice(0, 10)}.mp3`, etag: prefix.replaceAll("/", "-"), content } satisfies Download as Download
})

export const delete_call_recording = Effect.fnUntraced(function*({ id }: Input<typeof api.delete_call_recording>) {
  const recordings = yield* CallRecordings
  const before = yield* recordings.get(id, { lock: true })
  const { provider, provider_id } = yield* recordings.internal(id)
  yield* recordings.delete(before)
  if (provider !== "simulated") yield* CallRecordingRemoval.start({ provider_id, provider })
  return before
})

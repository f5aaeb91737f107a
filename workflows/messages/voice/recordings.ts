import { Effect, Stream } from "effect"
import { CallRecordings } from "#layers/messages/voice/recordings"
import { Storage } from "#layers/providers/storage/storage"
import type { Input } from "#schemas/kernel/catalog"
import { NotFound } from "#schemas/kernel/errors"
import type { Download } from "#schemas/kernel/streams"
import type * as api from "#schemas/messages/voice/recordings.api"
import { CallRecordingRemoval, RECORDING } from "./recording-runs.ts"

export const list_call_recordings = (query: Input<typeof api.list_call_recordings>) => CallRecordings.use((recordings) => recordings.page(query))

export const download_call_recording = Effect.fnUntraced(function*({ id }: Input<typeof api.download_call_recording>) {
  const recordings = yield* CallRecordings
  const storage = yield* Storage
  const { bytes, created_at, state, type } = yield* recordings.get(id)
  const { prefix } = yield* recordings.internal(id)
  if (state !== "stored" || bytes === null || prefix === null) return yield* new NotFound({ message: "It has not come from the provider." })
  const key = `${prefix}/${RECORDING}`
  /* Once an answer has begun, nobody can be told any more that the file is gone. */
  yield* Effect.flatMap(storage.get(key, { first: 0, last: 0 }), ({ body }) => Stream.runDrain(body)).pipe(
    Effect.catch((error) => error._tag === "ProviderInvalidRequest"
      ? Effect.fail(new NotFound({ message: "It is gone from where recordings are kept." })) : Effect.die(error))
  )
  return {
    type, name: `call ${created_at.slice(0, 10)}.mp3`, etag: prefix.replaceAll("/", "-"),
    content: {
      bytes,
      from: (first, length) => Stream.unwrap(Effect.map(Effect.orDie(storage.get(key, { first, last: first + length - 1 })), ({ body }) => Stream.orDie(body)))
    }
  } satisfies Download as Download
})

export const delete_call_recording = Effect.fnUntraced(function*({ id }: Input<typeof api.delete_call_recording>) {
  const recordings = yield* CallRecordings
  const before = yield* recordings.get(id, { lock: true })
  const { provider, provider_id } = yield* recordings.internal(id)
  yield* recordings.delete(before)
  if (provider !== "simulated") yield* CallRecordingRemoval.start({ provider_id })
  return before
})

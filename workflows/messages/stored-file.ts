import { Effect, Stream } from "effect"
import { Storage } from "#layers/providers/storage/storage"
import { NotFound } from "#schemas/kernel/errors"
import type { Ranged } from "#schemas/kernel/streams"

/** A file of the store, of which any part can be read. Fails where it is gone: once an answer has begun, nobody can be told that any more. */
export const storedFile = Effect.fnUntraced(function*(key: string, bytes: number) {
  const storage = yield* Storage
  yield* Effect.flatMap(storage.get(key, { first: 0, last: 0 }), ({ body }) => Stream.runDrain(body)).pipe(
    Effect.catch((error) => error._tag === "ProviderInvalidRequest"
      ? Effect.fail(new NotFound({ message: "It is gone from where it was kept." })) : Effect.die(error))
  )
  return {
    bytes,
    from: (first, length) => Stream.unwrap(Effect.map(Effect.orDie(storage.get(key, { first, last: first + length - 1 })), ({ body }) => Stream.orDie(body)))
  } satisfies Ranged as Ranged
})

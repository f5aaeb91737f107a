import { Deferred, Effect, Layer, Semaphore } from "effect"
import { RunnerStorage } from "effect/cluster"
import type { ClusterError, ShardId } from "effect/cluster"

interface Batch {
  readonly shards: Map<string, ShardId.ShardId>
  readonly held: Deferred.Deferred<ReadonlySet<string>, ClusterError.PersistenceError>
}

/**
 * The engine asks before it keeps a reply whether its process still holds the lock of the shard, on the one connection that
 * holds them. Those who ask while an answer is under way share the next one, so that a hundred replies cost two questions
 * instead of a hundred, and still each answer was asked for after the reply was made.
 *
 * The engine's own look after all its locks does not wait for theirs: it has three seconds, after which the engine takes all locks
 * for lost and stops its runs. On a loaded machine two looks in a row took longer than that, and steps of a living process were
 * done again.
 */
export const refreshedInBatches = Layer.updateService(RunnerStorage.RunnerStorage, (storage) => {
  const turn = Semaphore.makeUnsafe(1)
  let next: Batch | undefined

  const ask = (address: Parameters<typeof storage.refresh>[0], batch: Batch) =>
    turn.withPermits(1)(Effect.suspend(() => {
      next = undefined
      return storage.refresh(address, batch.shards.values())
    })).pipe(
      Effect.map((shards) => new Set(shards.map(String))),
      Deferred.into(batch.held),
      Effect.forkDetach({ startImmediately: true })
    )

  return RunnerStorage.RunnerStorage.of({
    ...storage,
    refresh: (address, shardIds) =>
      Effect.suspend(() => {
        const asked = [...shardIds]
        if (asked.length !== 1) return storage.refresh(address, asked)
        const batch: Batch = next ?? { shards: new Map(), held: Deferred.makeUnsafe() }
        for (const shard of asked) batch.shards.set(String(shard), shard)
        const answer = Effect.map(Deferred.await(batch.held), (held) => asked.filter((shard) => held.has(String(shard))))
        if (next !== undefined) return answer
        next = batch
        return Effect.andThen(ask(address, batch), answer)
      })
  })
})

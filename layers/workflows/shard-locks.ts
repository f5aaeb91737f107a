import { Deferred, Effect, Layer, Semaphore } from "effect"
import { RunnerStorage } from "effect/cluster"
import type { ClusterError, ShardId } from "effect/cluster"

/** For so many milliseconds an answer holds. The engine has as long between its own question and the reply that it then keeps. */
const HOLDS_MS = 100

/** Milliseconds without another release after which no more are waited for: those of a process that ends come one after another. */
const GATHERED_MS = 10

type Answer = Deferred.Deferred<ReadonlySet<string>, ClusterError.PersistenceError>

/**
 * The engine asks before it keeps a reply whether its process still holds the lock of the shard, on the one connection that
 * holds them. Those who ask while an answer is under way share the next one, and an answer of the last tenth of a second holds: a
 * question for each reply was an eighth of all that the process sent to the database. What a step does to records is fenced by its claim.
 *
 * The engine's own look after all its locks does not wait for theirs: it has three seconds, after which the engine takes all locks
 * for lost and stops its runs. On a loaded machine two looks in a row took longer than that, and steps of a living process were
 * done again.
 *
 * When all locks are given back, as when a process ends, that is one statement. The engine would send two for each of several
 * hundred, and the second looks through all locks of the server: more than a second of the end of a process, in which another waited.
 */
export const refreshedInBatches = Layer.updateService(RunnerStorage.RunnerStorage, (storage) => {
  const turn = Semaphore.makeUnsafe(1)
  /** All that was ever asked about: an answer about many costs what one does. */
  const known = new Map<string, ShardId.ShardId>()
  let next: Answer | undefined
  let last: { readonly askedAt: number; readonly held: ReadonlySet<string> } = { askedAt: -Infinity, held: new Set() }

  const ask = (address: Parameters<typeof storage.refresh>[0], answer: Answer) =>
    turn.withPermits(1)(Effect.suspend(() => {
      next = undefined
      const askedAt = performance.now()
      return Effect.map(storage.refresh(address, known.values()), (shards) => {
        last = { askedAt, held: new Set(shards.map(String)) }
        return last.held
      })
    })).pipe(
      Deferred.into(answer),
      Effect.forkDetach({ startImmediately: true })
    )

  const held = new Set<string>()
  const leaving = new Set<string>()
  const change = Semaphore.makeUnsafe(1)
  let gathering: Deferred.Deferred<boolean, ClusterError.PersistenceError> | undefined

  const releaseAll: typeof storage.releaseAll = (address) =>
    Effect.tap(storage.releaseAll(address), () => Effect.sync(() => held.clear()))

  /** Whether all locks were given back at once: only if this process keeps none. */
  const wereAll = (address: Parameters<typeof storage.release>[0]) =>
    Effect.suspend(() => {
      if (gathering !== undefined) return Deferred.await(gathering)
      const answer = gathering = Deferred.makeUnsafe<boolean, ClusterError.PersistenceError>()
      const gathered = Effect.repeat(
        Effect.suspend(() => {
          const before = leaving.size
          return Effect.map(Effect.sleep(GATHERED_MS), () => leaving.size === before)
        }),
        { until: (isQuiet) => isQuiet }
      )
      const decide = Effect.suspend(() => {
        gathering = undefined
        return [...held].every((shard) => leaving.has(shard)) ? Effect.as(releaseAll(address), true) : Effect.succeed(false)
      })
      return gathered.pipe(
        Effect.andThen(change.withPermits(1)(decide)),
        Deferred.into(answer),
        Effect.forkDetach({ startImmediately: true }),
        Effect.andThen(Deferred.await(answer))
      )
    })

  return RunnerStorage.RunnerStorage.of({
    ...storage,
    releaseAll,
    // Not while all are given back, or the new ones were lost.
    acquire: (address, shardIds) =>
      change.withPermits(1)(Effect.tap(storage.acquire(address, shardIds), (shards) =>
        Effect.sync(() => {
          for (const shard of shards) held.add(String(shard))
        }))),
    release: (address, shardId) =>
      Effect.suspend(() => {
        const shard = String(shardId)
        leaving.add(shard)
        return wereAll(address).pipe(
          Effect.flatMap((all) => all ? Effect.void : storage.release(address, shardId)),
          Effect.tap(() => Effect.sync(() => held.delete(shard))),
          Effect.ensuring(Effect.sync(() => leaving.delete(shard)))
        )
      }),
    refresh: (address, shardIds) =>
      Effect.suspend(() => {
        const asked = [...shardIds]
        if (asked.length !== 1) return storage.refresh(address, asked)
        const shard = String(asked[0])
        if (performance.now() - last.askedAt < HOLDS_MS && last.held.has(shard)) return Effect.succeed(asked)
        known.set(shard, asked[0]!)
        const answer: Answer = next ?? Deferred.makeUnsafe()
        const awaited = Effect.map(Deferred.await(answer), (held) => asked.filter((shard) => held.has(String(shard))))
        if (next !== undefined) return awaited
        next = answer
        return Effect.andThen(ask(address, answer), awaited)
      })
  })
})

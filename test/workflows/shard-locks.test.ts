import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { RunnerAddress, RunnerStorage, ShardId } from "effect/cluster"
import { refreshedInBatches } from "#layers/workflows/shard-locks"

const address = RunnerAddress.make("127.0.0.1", 1)
const shards = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => ShardId.make("g", from + n))
const releases = (storage: RunnerStorage.RunnerStorage["Service"], to: number) =>
  Effect.forEach(shards(0, to), (shard) => storage.release(address, shard), { concurrency: "unbounded" })

/** What is asked of Effect's storage, here in memory, by somebody who holds the locks of forty shards. */
const asked = <A, E>(work: (storage: RunnerStorage.RunnerStorage["Service"]) => Effect.Effect<A, E>) =>
  Effect.gen(function*() {
    const calls: Array<string> = []
    const memory = Layer.effect(RunnerStorage.RunnerStorage, Effect.map(RunnerStorage.makeMemory, (storage) =>
      RunnerStorage.RunnerStorage.of({
        ...storage,
        release: (...of) => Effect.tap(storage.release(...of), () => Effect.sync(() => calls.push(String(of[1])))),
        releaseAll: (...of) => Effect.tap(storage.releaseAll(...of), () => Effect.sync(() => calls.push("all")))
      })))
    const working = Layer.effectDiscard(Effect.gen(function*() {
      const storage = yield* RunnerStorage.RunnerStorage
      yield* storage.acquire(address, shards(0, 40))
      yield* work(storage)
    }))
    yield* Layer.build(working.pipe(refreshedInBatches, Layer.provide(memory)))
    return calls
  }).pipe(Effect.scoped)

it.live("locks of shards are given back all at once where none is kept", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* asked((storage) => releases(storage, 40)), ["all"])
  }))

it.live("and one by one where some are kept", () =>
  Effect.gen(function*() {
    const calls = yield* asked((storage) => releases(storage, 39))
    assert.deepStrictEqual(calls.toSorted(), shards(0, 39).map(String).toSorted())
  }))

it.live("a lock that is taken meanwhile is not given back with the others", () =>
  Effect.gen(function*() {
    const calls = yield* asked((storage) =>
      Effect.all([releases(storage, 40), storage.acquire(address, shards(40, 41))], { concurrency: "unbounded" }))
    assert.deepStrictEqual(calls.toSorted(), shards(0, 40).map(String).toSorted())
  }))

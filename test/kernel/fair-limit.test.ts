import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import fc from "fast-check"
import { FairLimit } from "#layers/database/fair-limit"

const usual = { permits: 4, perKey: 2, reserved: 1, waiting: 50, maxWaitMs: 60_000 }

/** Work that ends when it is told to, and notes that it began. */
const work = (name: string, begun: Array<string>) =>
  Effect.map(Deferred.make<void>(), (end) => ({
    end: Deferred.succeed(end, undefined),
    run: Effect.andThen(Effect.sync(() => void begun.push(name)), Deferred.await(end))
  }))

const settle = Effect.forEach(Array.from({ length: 5 }), () => Effect.yieldNow, { discard: true })

describe("a fair limit", () => {
  it.effect("gives no key more than its share, and keeps the last permit for a key without work", () =>
    Effect.gen(function*() {
      const limit = new FairLimit<string>(usual)
      const begun: Array<string> = []
      const start = Effect.fnUntraced(function*(key: string) {
        const one = yield* work(key, begun)
        yield* Effect.forkChild(limit.use(key, one.run), { startImmediately: true })
        return one
      })
      for (let n = 0; n < 5; n++) yield* start("a")
      assert.deepStrictEqual(begun, ["a", "a"])
      yield* start("b")
      yield* start("b")
      assert.deepStrictEqual(begun, ["a", "a", "b"])
      yield* start("c")
      assert.deepStrictEqual(begun, ["a", "a", "b", "c"])
      assert.strictEqual(limit.used, 4)
      assert.strictEqual(limit.waiting, 4)
    }))

  it.effect("lets keys that wait take turns", () =>
    Effect.gen(function*() {
      const limit = new FairLimit<string>({ ...usual, permits: 1, reserved: 0 })
      const begun: Array<string> = []
      const all = yield* Effect.forEach(["a", "a", "a", "b", "c", "b"], Effect.fnUntraced(function*(key) {
        const one = yield* work(key, begun)
        yield* Effect.forkChild(limit.use(key, one.run), { startImmediately: true })
        return one
      }))
      for (const one of all) yield* one.end
      for (let n = 0; n < all.length; n++) yield* settle
      assert.deepStrictEqual(begun, ["a", "a", "b", "c", "a", "b"])
      assert.strictEqual(limit.used, 0)
    }))

  it.effect("refuses what waits beside too much else, and what waits too long", () =>
    Effect.gen(function*() {
      const limit = new FairLimit<string>({ ...usual, permits: 1, reserved: 0, waiting: 2, maxWaitMs: 20 })
      const exits = yield* Effect.forEach(Array.from({ length: 4 }), () => Effect.exit(limit.use("a", Effect.never)).pipe(
        Effect.forkChild({ startImmediately: true })
      ))
      for (const fiber of exits.slice(1)) {
        const exit = yield* Fiber.join(fiber)
        assert.isTrue(Exit.isFailure(exit))
        assert.include(JSON.stringify(exit), "rate_limit_exceeded")
      }
      assert.strictEqual(limit.waiting, 0)
      assert.strictEqual(limit.used, 1)
    }))

  it("keeps its bounds and gives everything back, whatever begins, ends and is interrupted", async () => {
    const step = fc.record({ key: fc.constantFrom("a", "b", "c"), act: fc.constantFrom("start", "end", "interrupt"), which: fc.nat(20) })
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 60 }), (steps) =>
      Effect.runPromise(Effect.scoped(Effect.gen(function*() {
        const limit = new FairLimit<string>(usual)
        const working = new Map<string, number>()
        const open: Array<{ readonly end: Effect.Effect<boolean>; readonly fiber: Fiber.Fiber<void> }> = []
        const count = (key: string, by: number) => Effect.sync(() => void working.set(key, (working.get(key) ?? 0) + by))
        for (const { act, key, which } of steps) {
          if (act === "start") {
            const end = yield* Deferred.make<void>()
            const run = Effect.acquireUseRelease(count(key, 1), () => Deferred.await(end), () => count(key, -1))
            open.push({ end: Deferred.succeed(end, undefined), fiber: yield* Effect.forkScoped(limit.use(key, run), { startImmediately: true }) })
          } else if (open.length > 0) {
            const { end, fiber } = open.splice(which % open.length, 1)[0]!
            yield* act === "end" ? end : Fiber.interrupt(fiber)
          }
          yield* settle
          const all = [...working.values()].reduce((sum, n) => sum + n, 0)
          assert.isAtMost(all, usual.permits)
          for (const n of working.values()) assert.isAtMost(n, usual.perKey)
          assert.strictEqual(limit.used, all)
        }
        for (const { fiber } of open) yield* Fiber.interrupt(fiber)
        assert.strictEqual(limit.used, 0)
        assert.strictEqual(limit.waiting, 0)
      })))), { numRuns: 200 })
  })
})

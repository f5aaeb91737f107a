import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { begin, inMemory, outcome, pass, seen } from "../support/workflows.ts"
import { works } from "./behaving.ts"
import { cases, Driver } from "./behaviour.ts"
import { replays, squares, Tree, works as family } from "./children-works.ts"

const InMemory = Layer.effect(Driver, Effect.gen(function*() {
  const context = yield* Effect.context<Layer.Success<typeof Memory>>()
  return Driver.of({
    begin: (work) => Effect.provideContext(begin(work), context),
    until: (id, ...statuses) =>
      Effect.gen(function*() {
        for (let waited = 0; waited < 240; waited++) {
          const run = yield* seen(id)
          if (statuses.includes(run.status)) return run
          yield* pass("500 millis")
        }
        return assert.fail(`Run ${id} is ${(yield* seen(id)).status} after two minutes.`)
      }).pipe(Effect.provideContext(context)),
    pass: (time) => Effect.provideContext(pass(time), context),
    now: Clock.currentTimeMillis
  })
}))
const Memory = inMemory(...works)

describe("a durable workflow in memory", () => {
  for (const [what, work] of Object.entries(cases)) {
    it.effect(what, () => Effect.provide(work, Layer.provideMerge(InMemory, Memory)))
  }

  it.effect("waits for 5,000 children, and is begun again seldom", () =>
    Effect.gen(function*() {
      const id = yield* begin(Tree.start({ size: 5_000 }))
      assert.strictEqual(yield* outcome(Tree, id), squares(5_000))
      assert.isAtMost(replays.get(5_000)!, 10)
    }).pipe(Effect.provide(inMemory(...family))))
})

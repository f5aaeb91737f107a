import { assert, describe, it } from "@effect/vitest"
import { Effect, Random } from "effect"
import { begin, inMemory, outcome, pass } from "../../support/workflows.ts"
import { Lottery, Right, Wrong } from "./lottery.ts"

const played = (program: typeof Right) =>
  Effect.gen(function*() {
    const run = yield* begin(Lottery.start({}))
    yield* pass("1 hour")
    return yield* outcome(Lottery, run)
  }).pipe(Effect.provide(inMemory([Lottery, program])), Random.withSeed("lottery"))

const first = Random.nextIntBetween(1, 1_000_000).pipe(Random.withSeed("lottery"))

describe("a lottery", () => {
  it.effect("draws once where the draw is a step", () => Effect.gen(function*() {
    assert.strictEqual(yield* played(Right), yield* first)
    assert.notStrictEqual(yield* played(Wrong), yield* first)
  }))
})

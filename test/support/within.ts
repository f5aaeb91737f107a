import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { goal } from "./goals.ts"

/** Asks until the answer is this one; at most a second, as the decision on what was cut off says. */
export const within1s = <E, R>(expected: number, request: Effect.Effect<number, E, R>) =>
  Effect.gen(function*() {
    const began = Date.now()
    for (let status = yield* request; status !== expected; status = yield* request) {
      assert.isBelow(Date.now() - began, goal(1_000), `still ${status}`)
      yield* Effect.sleep("10 millis")
    }
  })

import { Effect, Random, Schema } from "effect"
import { durable, sleep, step } from "#workflows/durable"

export const Lottery = durable({ name: "test.lottery", version: 1, payload: {}, success: Schema.Int })

const draw = Random.nextIntBetween(1, 1_000_000)

export const Wrong = Lottery.program(Effect.fnUntraced(function*() {
  const number = yield* draw // after the wait, another one
  yield* sleep("suspense", "1 hour")
  return number
}))

export const Right = Lottery.program(Effect.fnUntraced(function*() {
  const number = yield* step("draw", { success: Schema.Int }, draw)
  yield* sleep("suspense", "1 hour")
  return number
}))

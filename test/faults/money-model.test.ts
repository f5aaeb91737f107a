import { layer } from "@effect/vitest"
import { moved } from "../payments/model/moved.ts"
import { Paying } from "../payments/model/state.ts"
import { rounds } from "../support/rounds.ts"

const COUNT = rounds(3_000, 50_000)

layer(Paying, { excludeTestServices: true })("money, moved at random by several callers for long", (it) => {
  it.effect(`is never lost or doubled in ${COUNT} operations`, (test) => moved(test, { count: COUNT, every: 2_500 }), 7_200_000)
})

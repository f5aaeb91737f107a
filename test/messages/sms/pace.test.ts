import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SmsPace } from "#layers/messages/sms/pace"
import { Caller } from "#schemas/kernel/tenancy"
import { companyUrl, programsOn } from "../../support/engine.ts"
import { somebody } from "../../support/workflows.ts"
import { mostInASecond } from "./counting-provider.ts"

const PER_SECOND = 25
const TEXTS = 60

it.live("several processes send by one number as fast as one may, and no faster; who is in no crowd need not wait for one", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const pace = Effect.map(Layer.build(Layer.fresh(programsOn(url))), (context) => Context.get(context, SmsPace))
    const [one, other] = [yield* pace, yield* pace]
    const number = { phone: "+12025550100", perSecond: PER_SECOND }
    const arrivals: Array<number> = []
    const answered = Effect.sleep(10)
    const crowd = (by: typeof one) =>
      Effect.gen(function*() {
        for (let left = TEXTS; left > 0;) {
          left -= yield* by.turn(number, { wanted: left, crowd: true }, ({ count }) =>
            Effect.as(Effect.andThen(Effect.sync(() => arrivals.push(...Array<number>(count).fill(performance.now()))), answered), count))
        }
      })
    const alone = Effect.gen(function*() {
      yield* Effect.sleep(500)
      const began = performance.now()
      yield* one.turn(number, { wanted: 1, crowd: false }, () => Effect.andThen(Effect.sync(() => arrivals.push(performance.now())), answered))
      return performance.now() - began
    })
    const [, , waited] = yield* Effect.provideService(Effect.all([crowd(one), crowd(other), alone], { concurrency: "unbounded" }), Caller, somebody)
    arrivals.sort((a, b) => a - b)
    assert.lengthOf(arrivals, 2 * TEXTS + 1)
    assert.isAtMost(mostInASecond(arrivals), PER_SECOND)
    assert.isAtLeast(arrivals.length / ((arrivals.at(-1)! - arrivals[0]!) / 1_000), PER_SECOND * 0.6, "and not much slower")
    assert.isBelow(waited, 3_000)
  }).pipe(Effect.scoped))

import { Duration, Effect, Option, Schema } from "effect"
import { Activity } from "effect/workflow"
import { retryOutages } from "#layers/workflows/retry"
import { StepRates } from "#layers/workflows/step-rates"
import { Caller } from "#schemas/kernel/tenancy"
import { useName } from "../current-run.ts"
import { IN_MEMORY, pauseInRealTime } from "./pause.ts"

/** What may be done only so often, as a provider allows it. All workflows of a company that name it share it, on all processes. */
export interface RateLimit {
  readonly name: string
  /** So often within `per`, maybe all at once. */
  readonly most: number
  readonly per: Duration.Input
}

/** Waits for the next turn, which a crash does not take twice. By real time, in test mode too: what it is for is outside. */
export const turn = Effect.fnUntraced(function*(name: string, { most, name: rate, per }: RateLimit) {
  yield* useName(name)
  const ms = yield* Activity.make({
    name,
    success: Schema.Number,
    execute: Effect.gen(function*() {
      const rates = yield* Effect.serviceOption(StepRates)
      const caller = yield* Effect.serviceOption(Caller)
      if (Option.isNone(rates) || Option.isNone(caller)) return 0
      const perMs = Duration.toMillis(Duration.fromInputUnsafe(per))
      return yield* Effect.provideService(retryOutages(rates.value.take({ name: rate, most, perMs })), Caller, caller.value)
    })
  })
  if (ms > 0) yield* pauseInRealTime(`${name}/wait`, Duration.millis(ms), IN_MEMORY)
})

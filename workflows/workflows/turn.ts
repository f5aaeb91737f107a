import { Duration, Effect, Option, Schema } from "effect"
import { Activity } from "effect/workflow"
import { retryOutages } from "#layers/workflows/retry"
import { StepRates } from "#layers/workflows/step-rates"
import { Caller } from "#schemas/kernel/tenancy"
import { CurrentRun, useName } from "../current-run.ts"
import { IN_MEMORY, pauseInRealTime } from "./pause.ts"

/** What may be done only so often, as a provider allows it. All workflows of a company that name it share it, on all processes. */
export interface RateLimit {
  readonly name: string
  /** So often within `per`, maybe all at once. */
  readonly most: number
  readonly per: Duration.Input
}

/**
 * Waits for a turn, which a crash does not take twice. While there are none, runs that matter more get theirs first, then those that asked first.
 * By real time, in test mode too: what it is for is outside.
 */
export const turn = Effect.fnUntraced(function*(name: string, { most, name: rate, per }: RateLimit) {
  for (let round = 1;; round++) {
    const asked = round === 1 ? name : `${name}/${round}`
    yield* useName(asked)
    const ms = yield* Activity.make({
      name: asked,
      success: Schema.Number,
      execute: Effect.gen(function*() {
        const { id } = yield* CurrentRun
        const rates = yield* Effect.serviceOption(StepRates)
        const caller = yield* Effect.serviceOption(Caller)
        if (Option.isNone(rates) || Option.isNone(caller)) return 0
        const perMs = Duration.toMillis(Duration.fromInputUnsafe(per))
        return yield* Effect.provideService(retryOutages(rates.value.take(id, name, { name: rate, most, perMs })), Caller, caller.value)
      })
    })
    if (ms !== 0) yield* pauseInRealTime(`${asked}/wait`, Duration.millis(Math.abs(ms)), IN_MEMORY)
    if (ms >= 0) return
  }
})

import { Effect, Schema } from "effect"
import { Activity, DurableDeferred } from "effect/workflow"
import { retryOutages } from "#layers/workflows/retry"
import { Runs, type Start } from "#layers/workflows/runs"
import { Tenancy } from "#layers/kernel/tenancy"
import { RunId } from "#schemas/workflows/run"
import { CurrentRun, useName } from "../current-run.ts"

/** What a run ends with that goes on as another one. */
export const Continued = Schema.TaggedStruct("Continued", { run_id: RunId })
export type Continued = typeof Continued.Type

/** It is never sent: a run that waits for it rests until it is stopped. */
const stopped = DurableDeferred.make("continue as new/stopped")

/**
 * The end of a run that goes on as a new one, of the same workflow or a later version of it, with what it has to remember as its payload. All that
 * the run before did is no more gone through, so that a loop may last for years. Whoever waits for the run, its parent or its schedule, waits
 * for the new one. Compensations end with the run that has them: the new one does not undo what this one did.
 */
export const continueAsNew = Effect.fnUntraced(function*<Input>(
  { asked }: { readonly asked: (payload: Input) => Effect.Effect<Start> }, payload: NoInfer<Input>
) {
  yield* useName("continue as new")
  const { id } = yield* CurrentRun
  const runs = yield* Runs
  const tenancy = yield* Tenancy
  const start = yield* asked(payload)
  const next = yield* Activity.make({
    name: "continue as new",
    success: Schema.NullOr(RunId),
    execute: retryOutages(tenancy.transaction(runs.continueAs(id, start)))
  })
  if (next === null) return yield* Effect.andThen(DurableDeferred.await(stopped), Effect.die(new Error("A run that was stopped went on.")))
  return Continued.make({ run_id: next })
})

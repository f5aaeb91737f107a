import { Context, Effect } from "effect"
import { Activity, type WorkflowEngine } from "effect/workflow"
import { retryOutages } from "#layers/workflows/retry"
import { Writes } from "#layers/workflows/writes"
import type { Caller } from "#schemas/kernel/tenancy"
import { CurrentRun, useName } from "../current-run.ts"

/** Whether a program is in a step or in the transaction of a write; else it is between them. */
export const Within = Context.Reference<"step" | "write" | undefined>("workflows/once-in-run/Within", { defaultValue: () => undefined })

/** What retries from an earlier step do again; other writes stay in the way of them. */
const SET = "set/"

/**
 * What a run says of itself: in the transaction of a `write` together with it, and between steps as a step of its own, which happens
 * once. A `step` may be done again, and another process may still be at an earlier attempt of it, so that there it would be neither.
 */
export const onceInRun = Effect.fnUntraced(function*(
  name: string, work: Effect.Effect<void, never, CurrentRun | Caller>
): Effect.fn.Return<void, never, CurrentRun | Caller | Writes | WorkflowEngine.WorkflowEngine | WorkflowEngine.WorkflowInstance> {
  const within = yield* Within
  if (within === "write") return yield* work
  if (within === "step") return yield* Effect.die(new Error(`"${name}" is set within a step; set it in a write, or between steps.`))
  yield* useName(name)
  yield* Activity.make({
    name,
    execute: Effect.gen(function*() {
      const { id, payloadHash } = yield* CurrentRun
      const writes = yield* Writes
      yield* retryOutages(writes.once({ run_id: id, step: `${SET}${name}`, verb: undefined, payloadHash }, work))
    })
  })
})

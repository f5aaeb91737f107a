import { Effect, Option } from "effect"
import { DurableDeferred, WorkflowEngine } from "effect/workflow"
import { retryOutages } from "#layers/workflows/retry"
import { TestClocks, type TestTimer } from "#layers/workflows/test-clocks"
import { CurrentRun } from "./current-run.ts"

export type Wait = TestTimer["wait"]

/** How often a run that waits in memory asks whether its wait is over. */
const ASKED = "100 millis"

/**
 * Waits by the test clock of the run's company. Does nothing, and says so, where the run goes by real time. The signal that ends
 * the wait has the name of the engine's own, so a run that began to sleep there is woken by whichever comes first.
 */
export const waitInTestTime = Effect.fnUntraced(function*(name: string, wait: Wait, inMemory: boolean) {
  const { id, inTestTime } = yield* CurrentRun
  const clocks = inTestTime ? yield* Effect.serviceOption(TestClocks) : Option.none()
  if (Option.isNone(clocks)) return false
  const { isOver, setTimer } = clocks.value
  const over = DurableDeferred.make(`DurableClock/${name}`)
  /* A run that its timer has just woken knows that already. */
  if (!inMemory && Option.isSome(yield* WorkflowEngine.WorkflowEngine.use((engine) => engine.deferredResult(over)))) return true
  if (!(yield* retryOutages(setTimer({ run_id: id, name, wait, inMemory })))) return true
  yield* inMemory
    ? Effect.repeat(Effect.delay(retryOutages(isOver(id, name)), ASKED), { until: (over) => over })
    : DurableDeferred.await(over)
  return true
})

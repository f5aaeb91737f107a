import { Clock, DateTime, Duration, Effect } from "effect"
import { DurableClock } from "effect/workflow"
import type { WorkflowEngine } from "effect/workflow"
import { type CurrentRun, Undoing } from "../current-run.ts"
import { type Wait, waitInTestTime } from "../test-time.ts"

/** Waits up to this long are spent in memory; a crash begins them anew. */
export const IN_MEMORY = Duration.seconds(2)

type InRun = WorkflowEngine.WorkflowEngine | WorkflowEngine.WorkflowInstance

export const waitOf = (duration: Duration.Input): Wait => ({ ms: Duration.toMillis(Duration.fromInputUnsafe(duration)) })

export const untilOf = (instant: string): Effect.Effect<Wait> =>
  Effect.map(Effect.orDie(Effect.fromOption(DateTime.make(instant))), (at) => ({ until: DateTime.formatIso(at) }))

const leftOf = (wait: Wait) =>
  "ms" in wait ? Effect.succeed(wait.ms) : Effect.map(Clock.currentTimeMillis, (now) => Math.max(0, Date.parse(wait.until) - now))

/** By real time, also in test mode. */
export const pauseInRealTime = (name: string, duration: Duration.Duration, inMemoryThreshold: Duration.Duration): Effect.Effect<void, never, InRun> =>
  Effect.flatMap(Undoing, (undoing) => undoing ? Effect.sleep(duration) : DurableClock.sleep({ name, duration, inMemoryThreshold }))

export const pause = (name: string, wait: Wait, inMemoryThreshold: Duration.Duration): Effect.Effect<void, never, InRun | CurrentRun> =>
  Effect.gen(function*() {
    if ("until" in wait || wait.ms > Duration.toMillis(inMemoryThreshold)) {
      if (yield* waitInTestTime(name, wait, yield* Undoing)) return
    }
    yield* pauseInRealTime(name, Duration.millis(yield* leftOf(wait)), inMemoryThreshold)
  })

import { Context, Duration, Effect, Option, Schema } from "effect"
import { StepProgress } from "#layers/workflows/step-progress"
import { retryOutages } from "#layers/workflows/retry"
import { Caller } from "#schemas/kernel/tenancy"
import { CurrentRun } from "../current-run.ts"
import { StepTimedOut } from "../step-timeout.ts"
import { jsonOf, type Kept } from "./kept-json.ts"

/** The step in progress. */
interface Step {
  readonly name: string
  /** Says that it is at work. */
  readonly beat: Effect.Effect<void>
  /** What is to be done once its result is kept. */
  readonly afterwards: (work: Effect.Effect<void>) => void
}

const CurrentStep = Context.Reference<Step | undefined>("workflows/heartbeat/CurrentStep", { defaultValue: () => undefined })

const inStep = Effect.flatMap(CurrentStep, (step) => step === undefined ? Effect.die(new Error("Only a step has progress.")) : Effect.succeed(step))

/** Says that the step in progress is at work, where it has a `heartbeat`. */
export const heartbeat: Effect.Effect<void> = Effect.flatMap(inStep, ({ beat }) => beat)

/** How far a step is, as it says itself. */
export interface Progress<A> {
  /** Keeps it, also for an attempt after a failure or a crash, and shows it with the run; a heartbeat too. */
  readonly report: (progress: A) => Effect.Effect<void, never, CurrentRun | Caller>
  /** What the step reported last, in whichever attempt; nothing before it did. */
  readonly last: Effect.Effect<Option.Option<A>, never, CurrentRun | Caller>
}

export const progress = <A extends Kept>(schema: A): Progress<A["Type"]> => {
  const { decode, encode } = jsonOf(schema as Schema.Codec<A["Type"], unknown>)
  return {
    report: Effect.fnUntraced(function*(value) {
      const { afterwards, beat, name } = yield* inStep
      const { id } = yield* CurrentRun
      const kept = yield* Effect.serviceOption(StepProgress)
      const json = yield* encode(value)
      if (Option.isSome(kept)) {
        yield* retryOutages(kept.value.report(id, name, json))
        afterwards(Effect.provideService(kept.value.forget(id, name), Caller, yield* Caller))
      }
      yield* beat
    }),
    last: Effect.gen(function*() {
      const { name } = yield* inStep
      const { id } = yield* CurrentRun
      const kept = yield* Effect.serviceOption(StepProgress)
      if (Option.isNone(kept)) return Option.none()
      const json = yield* retryOutages(kept.value.last(id, name))
      return Option.isNone(json) ? Option.none() : Option.some(yield* decode(json.value))
    })
  }
}

/** A step as it sees itself, which fails with `StepTimedOut` once it has said nothing for as long as it may. A stop of the process does not tear it. */
export const watched = (name: string, silence: Duration.Input | undefined) => {
  const most = silence === undefined ? Infinity : Duration.toMillis(Duration.fromInputUnsafe(silence))
  let heard = 0
  let last: Effect.Effect<void> = Effect.void
  const step: Step = { name, beat: Effect.sync(() => void (heard = performance.now())), afterwards: (work) => void (last = work) }
  const watch: Effect.Effect<never, StepTimedOut> = Effect.suspend(() => {
    const left = heard + most - performance.now()
    return left <= 0 ? Effect.fail(new StepTimedOut({ step: name })) : Effect.andThen(Effect.sleep(left), watch)
  })
  return {
    at: <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | StepTimedOut, R> => {
      const seen = Effect.provideService(work, CurrentStep, step)
      return silence === undefined ? seen : Effect.andThen(step.beat, Effect.raceFirst(Effect.interruptible(seen), watch))
    },
    afterwards: Effect.suspend(() => last)
  }
}

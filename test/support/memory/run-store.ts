import { Cause, Clock, DateTime, Effect, type Exit, Schema } from "effect"
import { Activity, type DurableClock, Workflow, WorkflowEngine } from "effect/workflow"
import type { Run, RunStep } from "#schemas/workflows/run"
import { interruptsItself } from "#workflows/current-run"

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** A run, as the tables and the messages of the engine would tell it. */
export interface Row {
  readonly company_id: number
  readonly definition: Workflow.Any
  readonly parent_step: string | undefined
  readonly facts: Omit<Writable<Run>, "status" | "wake_at">
  readonly payload: unknown
  readonly steps: Map<string, Writable<RunStep>>
  result: unknown
  /** How it ended, as its program says it. */
  exit: Exit.Exit<unknown, unknown> | undefined
}

/** A run that has just been asked for. */
export const rowOf = (
  asked: Pick<Row, "company_id" | "definition" | "parent_step" | "payload"> &
    Pick<Run, "id" | "workflow" | "version" | "key" | "payload_hash" | "livemode" | "parent_id" | "created_at">
): Row => {
  const { company_id, definition, parent_step, payload, ...facts } = asked
  const nothingYet = {
    attempt: 0, schedule_id: null, scheduled_at: null, error: null, error_kind: null, cancel_requested_at: null, pause_requested_at: null, undone_at: null,
    retries: 0, restarted_from_id: null, search_attributes: {}, workflow_paused_at: null, continued_as_id: null, continued_from_id: null, started_at: null, finished_at: null
  }
  return {
    company_id, definition, parent_step, payload, facts: { ...facts, ...nothingYet }, steps: new Map(), result: null, exit: undefined
  }
}

export const timestamp = Effect.map(Clock.currentTimeMillis, (millis) => DateTime.formatIso(DateTime.makeUnsafe(millis)))

/** The rows of runs by what the engine calls them. */
export type RunStore = Map<string, Row>

interface EncodedExit {
  readonly value?: unknown
  readonly cause?: unknown
}

const exitOf = ({ errorSchema, successSchema }: Workflow.Any) =>
  Schema.encodeUnknownEffect(Schema.toCodecJson(Schema.Exit(
    successSchema as Schema.Codec<any>, errorSchema as Schema.Codec<any>, Schema.Defect()
  )))

const reasons = Schema.encodeUnknownEffect(Schema.toCodecJson(Schema.Cause(Schema.Any, Schema.Defect())))

/** Writes down what an engine is told to do. `moved` hears of each beginning and end, `ended` of the ends of runs, once. */
export const writtenDown = (
  engine: WorkflowEngine.WorkflowEngine["Service"],
  runStore: RunStore,
  moved: () => void,
  ended: (row: Row, exit: unknown) => Effect.Effect<void>
): WorkflowEngine.WorkflowEngine["Service"] => {
  const end = Effect.fnUntraced(function*(row: Row, exit: Exit.Exit<unknown, unknown>) {
    if (row.exit !== undefined) return
    moved()
    row.exit = exit
    row.facts.finished_at = yield* timestamp
    const encoded = (yield* Effect.orDie(exitOf(row.definition)(exit))) as EncodedExit
    row.result = encoded.value ?? null
    row.facts.error = encoded.cause ?? null
    yield* ended(row, encoded)
  })

  const begun = Effect.fnUntraced(function*(row: Row, name: string, how: Pick<RunStep, "kind" | "attempt" | "due_at">) {
    moved()
    const key = `${how.kind} ${name} ${how.attempt}`
    const known = row.steps.get(key)
    if (known !== undefined) return known
    const started_at = yield* timestamp
    const step: Writable<RunStep> = { name, ...how, status: "running", started_at, finished_at: null, error: null, progress: null, reported_at: null }
    row.steps.set(key, step)
    return step
  })

  const written = WorkflowEngine.WorkflowEngine.of({
    ...engine,
    register: (workflow, execute) =>
      engine.register(workflow, (payload, executionId) =>
        Effect.gen(function*() {
          const row = runStore.get(executionId)!
          row.facts.attempt++
          row.facts.started_at ??= yield* timestamp
          // Added before all others, so that it runs after the compensations.
          yield* Workflow.addFinalizer((exit) => end(row, exit))
          const instance = yield* WorkflowEngine.WorkflowInstance
          // The engine would begin it again, to the same end.
          return yield* Effect.catchCause(execute(payload, executionId), (cause) =>
            Cause.hasInterruptsOnly(cause) && !instance.interrupted && !instance.suspended
              ? Effect.die(interruptsItself())
              : Effect.failCause(cause))
        }).pipe(Effect.provideService(WorkflowEngine.WorkflowEngine, written)) as ReturnType<typeof execute>),

    activityExecute: <Success extends Schema.Constraint, Error extends Schema.Constraint, R>(
      activity: Activity.Activity<Success, Error, R>,
      attempt: number
    ) =>
      Effect.gen(function*() {
        const { executionId } = yield* WorkflowEngine.WorkflowInstance
        const row = runStore.get(executionId)!
        const before = row.steps.size
        const step = yield* begun(row, activity.name, { kind: "step", attempt, due_at: null })
        // A step of the engine waits for its messages, so that the steps beside it begin before the run is put to rest.
        if (row.steps.size > before) yield* Effect.yieldNow
        const result = yield* engine.activityExecute(activity, attempt)
        if (result._tag === "Complete" && step.finished_at === null) {
          step.finished_at = yield* timestamp
          step.status = result.exit._tag === "Success" ? "completed" : "failed"
          step.error = result.exit._tag === "Success" ? null : yield* Effect.orDie(reasons(result.exit.cause))
        }
        return result
      }),

    scheduleClock: (workflow, options: { readonly executionId: string; readonly clock: DurableClock.DurableClock }) =>
      Effect.gen(function*() {
        const due_at = DateTime.formatIso(DateTime.addDuration(yield* DateTime.now, options.clock.duration))
        yield* begun(runStore.get(options.executionId)!, options.clock.name, { kind: "timer", attempt: 1, due_at })
        yield* engine.scheduleClock(workflow, options)
      })
  })
  return written
}

/** The run is over, and only because it was told to stop. */
export const wasStopped = ({ exit }: Row) => exit?._tag === "Failure" && Cause.hasInterruptsOnly(exit.cause)

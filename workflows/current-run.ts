import { Cause, Context, Effect, Option, Schema } from "effect"
import { Workflow, WorkflowEngine } from "effect/workflow"
import { shareEventLoop } from "#layers/workflows/event-loop"
import { Pauses } from "#layers/workflows/pauses"
import { retryOutages } from "#layers/workflows/retry"
import { isReference } from "#layers/workflows/contents"
import { payloadHash, Runs } from "#layers/workflows/runs"
import { executionId } from "#layers/workflows/starter"
import { RunSteering } from "#layers/workflows/steering"
import { StepCache } from "#layers/workflows/step-cache"
import { Tenancy } from "#layers/kernel/tenancy"
import { CurrentAttribution } from "#layers/kernel/receipts/change-log"
import { RequestId } from "#schemas/kernel/errors"
import type { CompanyId, KeyId } from "#schemas/kernel/ids"
import { Caller, modes, Tier } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"

/** On whose behalf a run works, as it travels with its payload. */
export const RunOrigin = Schema.Struct({
  id: Schema.Int,
  company_id: Schema.Int,
  mode: Schema.Literals(modes),
  key_id: Schema.Int,
  tier: Tier,
  request_id: Schema.String,
  /** How often it went on after it had failed. */
  retries: Schema.optionalKey(Schema.Int),
  agent: Schema.optionalKey(Schema.String),
  agent_mode: Schema.optionalKey(Schema.String),
  human: Schema.optionalKey(Schema.String),
  session: Schema.optionalKey(Schema.String),
  schedule_id: Schema.optionalKey(Schema.Int),
  scheduled_at: Schema.optionalKey(Schema.String)
})

/** The run in progress. */
export class CurrentRun extends Context.Service<CurrentRun, {
  readonly id: RunId
  readonly payloadHash: Uint8Array
  /** Its waits go by the test clock of its company. */
  readonly inTestTime: boolean
  /** The time of the schedule that it was begun for, if one began it: a program that is late knows by it what it is late for. */
  readonly scheduledAt: string | undefined
  /** What it has used since it was begun or resumed. */
  readonly names: Set<string>
}>()("workflows/CurrentRun") {}

/** What a run works with: it acts for the caller that started it, limited to that company. */
export const runContext = (
  { agent, agent_mode, company_id, human, id, key_id, mode, scheduled_at, session, tier }: typeof RunOrigin.Type,
  payload: unknown,
  realTime: boolean
) =>
  Context.make(Caller, {
    company_id: company_id as CompanyId, key_id: key_id as KeyId, credential: "key", mode, tier, scopes: new Set<string>(),
    standing: new Map()
  }).pipe(
    Context.add(CurrentRun, { id: id as RunId, payloadHash: payloadHash(payload), inTestTime: mode === "test" && !realTime, scheduledAt: scheduled_at, names: new Set<string>() }),
    Context.add(RequestId, `run_${id}`),
    Context.add(CurrentAttribution, { agent, human, session, mode: agent_mode })
  )

/** While a run is undone it cannot be put aside, so what it waits for then is waited for in memory. */
export const Undoing = Context.Reference<boolean>("workflows/current-run/Undoing", { defaultValue: () => false })

/** What was asked to rest does nothing more until it is resumed. Steps of the run that are under way end first. */
const restIfAsked: Effect.Effect<void, never, CurrentRun | WorkflowEngine.WorkflowInstance> = Effect.gen(function*() {
  const pauses = yield* Effect.serviceOption(Pauses)
  const caller = yield* Effect.serviceOption(Caller)
  if (Option.isNone(pauses) || Option.isNone(caller) || (yield* Undoing)) return
  const { id } = yield* CurrentRun
  const instance = yield* WorkflowEngine.WorkflowInstance
  const asked = Effect.provideService(pauses.value.isAsked(id), Caller, caller.value)
  if (yield* Workflow.wrapActivityResult(asked, (asked) => asked)) yield* Workflow.suspend(instance)
})

/**
 * What a run does is kept under its name, so a second use of a name would get the result of the first instead of happening.
 * That is a mistake in the program, and stops it.
 */
export const useName = (name: string): Effect.Effect<void, never, CurrentRun | WorkflowEngine.WorkflowInstance> =>
  CurrentRun.use(({ names }) => {
    if (names.has(name)) {
      return Effect.die(new Error(`"${name}" is used twice in a run; give each step, write, wait and child a name of its own.`))
    }
    names.add(name)
    return Effect.andThen(shareEventLoop, restIfAsked)
  })

/** The engine begins an interrupted run again, as when its process ends, which it does once. */
const INTERRUPTIONS = 5

export const interruptsItself = () => new Error("The run interrupts itself whenever it is begun.")

/** A program that interrupts itself would do so for ever; after some times that is a mistake in it, and stops it. */
export const limitInterruptions = <Payload, A, E, R>(execute: (payload: Payload, executionId: string) => Effect.Effect<A, E, R>) => {
  const interruptions = new Map<string, number>()

  const oneMore = (executionId: string, cause: Cause.Cause<E>) => {
    const times = (interruptions.get(executionId) ?? 0) + 1
    if (times < INTERRUPTIONS) {
      interruptions.set(executionId, times)
      return Effect.failCause(cause)
    }
    interruptions.delete(executionId)
    return Effect.die(interruptsItself())
  }

  return (payload: Payload, executionId: string) =>
    execute(payload, executionId).pipe(
      Effect.tap(() => Effect.sync(() => interruptions.delete(executionId))),
      Effect.catchCause((cause) =>
        Effect.flatMap(WorkflowEngine.WorkflowInstance, ({ interrupted, suspended }) =>
          Cause.hasInterruptsOnly(cause) && !interrupted && !suspended ? oneMore(executionId, cause) : Effect.failCause(cause)))
    )
}

/** A run that goes on after a failure does some of its steps again, on whichever process it is. */
export const forgetBefore = ({ company_id, id, retries = 0 }: typeof RunOrigin.Type): Effect.Effect<void> =>
  Effect.map(Effect.serviceOption(StepCache), (cache) => {
    if (retries > 0 && Option.isSome(cache)) cache.value.forget(executionId(company_id, id))
  })

/** What the run was started with; a long payload is kept apart from what the engine gives it. */
export const wholeInput = (run: typeof RunOrigin.Type, input: unknown): Effect.Effect<unknown> => Effect.gen(function*() {
  const runs = yield* Effect.serviceOption(Runs)
  const tenancy = yield* Effect.serviceOption(Tenancy)
  if (!isReference(input) || Option.isNone(runs) || Option.isNone(tenancy)) return input
  return yield* retryOutages(tenancy.value.transaction(runs.value.payload(run.id as RunId))).pipe(Effect.provideContext(runContext(run, input, true)))
})

/** A run that has begun to undo what it did cannot go on with it. */
export const noteUndoing: Effect.Effect<void> = Effect.gen(function*() {
  const run = yield* Effect.serviceOption(CurrentRun)
  const tenancy = yield* Effect.serviceOption(Tenancy)
  const steering = yield* Effect.serviceOption(RunSteering)
  const caller = yield* Effect.serviceOption(Caller)
  if (Option.isNone(run) || Option.isNone(tenancy) || Option.isNone(steering) || Option.isNone(caller)) return
  yield* retryOutages(tenancy.value.transaction(steering.value.undoes(run.value.id))).pipe(Effect.provideService(Caller, caller.value))
})

import { Cause, Duration, Effect, type Layer, Option, Schema, type Scope } from "effect"
import { ClusterSchema } from "effect/cluster"
import { Activity, DurableDeferred, Workflow } from "effect/workflow"
import type { WorkflowEngine } from "effect/workflow"
import { InBackground } from "#layers/database/connections"
import { type Concurrency, type Definition, groupOf } from "#layers/workflows/definitions"
import { retryOutages } from "#layers/workflows/retry"
import { type Priority, Runs } from "#layers/workflows/runs"
import { Writes } from "#layers/workflows/writes"
import { Tenancy } from "#layers/kernel/tenancy"
import type { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import { CurrentRun, forgetBefore, limitInterruptions, noteUndoing, RunOrigin, runContext, Undoing, useName, wholeInput } from "./current-run.ts"
import type { Retries, TagOf } from "./retries.ts"
import { attempted } from "./workflows/attempted.ts"
import type { Durable, Given, InRun } from "./workflows/durable-definition.ts"
import { jsonOf, type Kept } from "./workflows/kept-json.ts"
import { Within } from "./workflows/once-in-run.ts"
import { schedulable, type Scheduling } from "./workflows/schedulable.ts"
import { declaredAttributes, type Declarations, derived, setAttributes, type Types } from "./workflows/search-attributes.ts"
import { stateOf } from "./workflows/run-state.ts"
import { Continued } from "./workflows/continue-as-new.ts"
import { watched } from "./workflows/heartbeat.ts"
import { pause, untilOf, waitOf } from "./workflows/pause.ts"
import { type RateLimit, turn } from "./workflows/turn.ts"
import { type Late, StepTimedOut, within } from "./step-timeout.ts"
import type { Wait } from "./test-time.ts"

export type { Durable }

/** A run that does not wait counts; these are enough for one process and leave others their turn. */
const usual: Concurrency = { perCompany: 32, total: 256 }

/**
 * A durable workflow: a program that outlives the process it began in. It is run by `program`, and started by `start` in the
 * transaction of what caused it. A changed definition is a new version beside the old one, which stays while runs hold it.
 */
export const durable = <
  const Fields extends Record<string, Kept>,
  Success extends Kept = Schema.Void,
  Error extends Kept = Schema.Never,
  const Attributes extends Types = {},
  const State extends Record<string, Kept> = {}
>(options: {
  /** `crm.rescore`: category and action. */
  readonly name: string
  readonly version: number
  readonly payload: Fields
  readonly success?: Success
  readonly error?: Error
  readonly concurrency?: Partial<Concurrency>
  /** While more wait than there are places or turns for, higher ones go first; a level is worth an hour of waiting. Children have that of their parent unless told. */
  readonly priority?: Priority
  /** Its writes are many and nobody waits for them: they leave the database to whoever does wait. */
  readonly background?: boolean
  /** What it works on belongs to both modes, so that its waits go by real time in test mode too. */
  readonly realTime?: boolean
  /** Companies may have schedules of it. */
  readonly schedulable?: Scheduling<Schema.Struct<Fields>["Encoded"]>
  /** A second run with the same input does no harm, whatever the first one did: a person may restart one that has ended. */
  readonly restartable?: boolean
  /** By what its runs are found, and from where in the input it comes. No more of a person than an id: nobody takes it out again. */
  readonly searchAttributes?: Declarations<Schema.Struct.Type<Fields>, Attributes>
  /** What a run tells of how far it is, to whoever reads its record: `setState` says it. */
  readonly state?: State
}): Durable<Schema.Struct.Type<Fields>, Success, Error, Attributes, Schema.Struct.Type<State>> => {
  type Input = Schema.Struct.Type<Fields>
  const { name, version } = options
  const searchAttributes = (options.searchAttributes ?? {}) as Declarations<Input, Types>
  /* The payload travels as the JSON it was started with; one that no longer fits fails the run, with the reason. */
  const workflow = Workflow.make(groupOf(options), {
    payload: { run: RunOrigin, input: Schema.Json },
    success: Schema.Union([Continued, options.success ?? Schema.Void]) as unknown as Success,
    error: (options.error ?? Schema.Never) as Error,
    idempotencyKey: ({ run }) => String(run.id)
  }).annotate(ClusterSchema.ShardGroup, () => groupOf(options))
  const { decode, encode } = jsonOf(Schema.Struct(options.payload))
  const declared = declaredAttributes(name, searchAttributes, decode)
  const asked = (payload: Input) =>
    Effect.map(encode(payload), (payload_) => ({ workflow: name, version, payload: payload_, priority: options.priority, searchAttributes: { types: declared.types, values: derived(searchAttributes, payload) } }))
  const definition: Definition = {
    name, version, workflow, concurrency: { ...usual, ...options.concurrency }, restartable: options.restartable === true, searchAttributes: declared,
    ...options.schedulable !== undefined && { schedulable: schedulable(options, Schema.Struct(options.payload), options.schedulable) }
  }

  return {
    ...definition,
    definition,
    workflow,
    asked,
    setState: stateOf(name, options.state),
    setSearchAttributes: (values, name = "search attributes") => setAttributes(declared.types, values, name),
    start: (payload, how = {}) =>
      Effect.gen(function*() {
        const runs = yield* Runs
        return yield* runs.start({ ...yield* asked(payload), ...how })
      }),
    program: <R>(execute: (payload: Input) => Effect.Effect<Success["Type"] | Continued, Error["Type"], R>) =>
      workflow.toLayer(limitInterruptions(({ input, run }) =>
        Effect.andThen(forgetBefore(run), wholeInput(run, input)).pipe(
          Effect.flatMap((whole) => decode(whole).pipe(Effect.flatMap(execute), Effect.provideContext(runContext(run, whole, options.realTime === true)))),
          Effect.provideService(InBackground, options.background === true)
        ))) as Layer.Layer<
        never, never, WorkflowEngine.WorkflowEngine | Exclude<R, Given>
      >
  }
}

/**
 * Something done to the outside world. Its result is kept; after a crash in its midst it is done again, so what it calls must
 * be safe to call twice: give it `stepKey` as its idempotency key. With a `timeout`, each attempt that takes longer is interrupted and
 * fails with `StepTimedOut`, which retries may name.
 */
export const step = <
  A extends Kept = Schema.Void, E extends Kept = Schema.Never, R = never, const Timeout extends Duration.Input | undefined = undefined,
  const Silence extends Duration.Input | undefined = undefined
>(
  name: string,
  options: {
    readonly success?: A
    readonly error?: E
    readonly timeout?: Timeout
    /** An attempt that says nothing for so long, by `heartbeat` or `report`, is interrupted and fails as one that takes too long. */
    readonly heartbeat?: Silence
    readonly rateLimit?: RateLimit
    readonly retries?: Retries<TagOf<NoInfer<E>["Type"] | Late<NoInfer<Timeout | Silence>>>>
  },
  execute: Effect.Effect<A["Type"], E["Type"], R>
): Effect.Effect<A["Type"], E["Type"] | Late<Timeout | Silence>, Exclude<R, InRun | Scope.Scope> | InRun | CurrentRun> => {
  type Attempt = Effect.Effect<A["Type"], E["Type"] | Late<Timeout | Silence>, Exclude<R, InRun | Scope.Scope> | InRun | CurrentRun>
  const { error = Schema.Never, heartbeat, rateLimit, retries, timeout, ...schemas } = options
  const { afterwards, at } = watched(name, heartbeat)
  const timed = timeout === undefined ? at(execute) : within(name, timeout, at(execute))
  const activity = Activity.make<R, A, Kept>({
    name, ...schemas, error: timeout === undefined && heartbeat === undefined ? error : Schema.Union([error, StepTimedOut]), execute: retryOutages(Effect.provideService(timed, Within, "step"))
  })
  const once = (attempt: number): Attempt => {
    const now = Effect.provideService(activity, Activity.CurrentAttempt, attempt) as Attempt
    return rateLimit === undefined ? now : Effect.andThen(turn(`${name}/${attempt}/turn`, rateLimit), now)
  }
  return Effect.andThen(useName(name), Effect.tap(attempted(name, retries, once), afterwards))
}

/** The same on each attempt of a step of this run, and on no other. */
export const stepKey = (name: string): Effect.Effect<string, never, CurrentRun> =>
  CurrentRun.use(({ id }) => Effect.succeed(`run_${id}/${name}`))

/**
 * A change of the company's own records: one transaction with its receipt and its events, which happens once, whatever
 * crashes. `verb` is what the receipt says was done.
 */
export const write = <A extends Kept = Schema.Void, E extends Kept = Schema.Never, R = never>(
  name: string,
  options: { readonly verb: string; readonly success?: A; readonly error?: E },
  work: Effect.Effect<A["Type"], E["Type"], R>
) => {
  const { verb, ...schemas } = options
  const { decode, encode } = jsonOf(options.success ?? Schema.Void)
  return Effect.andThen(useName(name), Activity.make({
    name,
    ...schemas,
    execute: Effect.gen(function*() {
      const { id, payloadHash } = yield* CurrentRun
      const writes = yield* Writes
      const result = yield* retryOutages(writes.once(
        { run_id: id, step: name, verb, payloadHash },
        Effect.provideService(Effect.flatMap(work, encode), Within, "write")
      ))
      return (yield* decode(result)) as A["Type"]
    })
  }))
}

/** Waits, also across restarts; the precision is a second. `name` tells the waits of a run apart. */
export const sleep = (name: string, duration: Duration.Input): Effect.Effect<void, never, InRun | CurrentRun> =>
  Effect.andThen(useName(name), pause(name, waitOf(duration), Duration.zero))

/** Waits until an instant; not at all when it is past. */
export const sleepUntil = (name: string, instant: string): Effect.Effect<void, never, InRun | CurrentRun> =>
  Effect.flatMap(untilOf(instant), (wait) => Effect.andThen(useName(name), pause(name, wait, Duration.zero)))

/** A value that a run waits for and somebody sends: a person's answer, another system's call. */
export interface Signal<A extends Kept> {
  readonly name: string
  readonly schema: A
  readonly deferred: DurableDeferred.DurableDeferred<A>
}

export const signal = <A extends Kept>(name: string, schema: A): Signal<A> =>
  ({ name, schema, deferred: DurableDeferred.make(name, { success: schema }) as DurableDeferred.DurableDeferred<A> })

/** Waits for a signal as long as it takes. */
export const waitFor = <A extends Kept>({ deferred }: Signal<A>) =>
  DurableDeferred.await(deferred) as Effect.Effect<A["Type"], never, InRun>

const waitWithLimit = <A extends Kept>(awaited: Signal<A>, wait: Wait, name: string) => {
  const limit = `${name}/limit`
  return Effect.andThen(useName(limit), DurableDeferred.raceAll({
    name,
    success: Schema.Option(awaited.schema),
    error: Schema.Never,
    effects: [
      Effect.map(waitFor(awaited), Option.some),
      Effect.as(pause(limit, wait, Duration.zero), Option.none())
    ]
  })) as unknown as Effect.Effect<Option.Option<A["Type"]>, never, InRun | CurrentRun>
}

/**
 * Waits for a signal until a time has passed; `None` when it has. `name` tells apart the waits of a run for the same signal.
 */
export const waitAtMost = <A extends Kept>(awaited: Signal<A>, duration: Duration.Input, name = awaited.name) =>
  waitWithLimit(awaited, waitOf(duration), name)

/** The same until an instant. */
export const waitUntil = <A extends Kept>(awaited: Signal<A>, instant: string, name = awaited.name) =>
  Effect.flatMap(untilOf(instant), (wait) => waitWithLimit(awaited, wait, name))

/** Sends a run what it waits for, within the transaction in progress. Only the first signal of a name counts. */
export const sendSignal = <A extends Kept>(run: RunId, { name, schema }: Signal<A>, value: A["Type"]) =>
  Effect.gen(function*() {
    const runs = yield* Runs
    yield* runs.signal(run, name, { _tag: "Success", value: yield* jsonOf(schema).encode(value) })
  })

/** Asks a run and its children to stop, within the transaction in progress. Its compensations run. */
export const cancelRun = (run: RunId) => Runs.use((runs) => runs.cancel(run))

/**
 * Undoes something that was done, should the run fail or be canceled later: the last first. What it does to the outside is a
 * `step` or a `write` too, which a crash in its midst does not repeat. Where it breaks, that is logged, and the rest is undone
 * all the same.
 */
export const withCompensation = <A, R2>(undo: (done: A) => Effect.Effect<unknown, never, R2>) =>
<E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R | R2, Scope.Scope> | InRun> =>
  Workflow.withCompensation(work, (done) =>
    Effect.andThen(noteUndoing, undo(done)).pipe(
      Effect.provideService(Undoing, true),
      Effect.catchCause((cause) =>
        Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.logError("could not undo what a run did", cause)),
      Effect.asVoid
    )) as Effect.Effect<A, E, Exclude<R | R2, Scope.Scope> | InRun>

/**
 * Starts a run of another workflow and waits for its end. A failure of the child is one here; that somebody canceled it is a
 * defect.
 */
export const child = Effect.fnUntraced(function*<Input, Success extends Kept, Error extends Kept>(
  name: string,
  { asked, workflow: { errorSchema, successSchema } }: Pick<Durable<Input, Success, Error>, "asked" | "workflow">,
  payload: NoInfer<Input>
): Effect.fn.Return<Success["Type"], Error["Type"], InRun | Runs | Tenancy | Caller | CurrentRun> {
  const step = `child/${name}`
  yield* useName(step)
  const { id } = yield* CurrentRun
  const runs = yield* Runs
  const tenancy = yield* Tenancy
  const start = yield* asked(payload)
  yield* Activity.make({
    name: step,
    execute: Effect.asVoid(retryOutages(tenancy.transaction(runs.start({
      ...start, key: `run_${id}/${name}`, parent: { run_id: id, step: name }
    }))))
  })
  return yield* Effect.catchCause(
    DurableDeferred.await(DurableDeferred.make(step, { success: successSchema, error: errorSchema })),
    (cause) => Cause.hasInterruptsOnly(cause) ? Effect.die(new Error(`The child "${name}" was canceled.`)) : Effect.failCause(cause)
  )
})

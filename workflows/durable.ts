import { Context, Duration, Effect, type Layer, Option, Schema } from "effect"
import { ClusterSchema } from "effect/cluster"
import { Activity, DurableClock, DurableDeferred, Workflow } from "effect/workflow"
import type { WorkflowEngine } from "effect/workflow"
import { type Concurrency, type Definition, groupOf } from "#layers/engine/definitions"
import { payloadHash, Runs } from "#layers/engine/runs"
import { Writes } from "#layers/engine/writes"
import { CurrentAttribution } from "#layers/journal"
import { Tenancy } from "#layers/tenancy"
import { RequestId } from "#schemas/kernel/errors"
import type { CompanyId, KeyId } from "#schemas/kernel/ids"
import { Caller, modes, Tier } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"

/** What steps give and signals carry: anything that can be kept as JSON without further services. */
type Kept = Schema.Codec<any, any>

const jsonOf = (schema: Kept) => {
  const codec = Schema.toCodecJson(schema)
  const encode = Schema.encodeUnknownEffect(codec)
  const decode = Schema.decodeUnknownEffect(codec)
  return {
    encode: (value: unknown): Effect.Effect<unknown> => Effect.orDie(encode(value)),
    decode: (json: unknown): Effect.Effect<any> => Effect.orDie(decode(json))
  }
}

type InRun = WorkflowEngine.WorkflowEngine | WorkflowEngine.WorkflowInstance

/** On whose behalf a run works, as it travels with its payload. */
const Acting = Schema.Struct({
  id: Schema.Int,
  company_id: Schema.Int,
  mode: Schema.Literals(modes),
  key_id: Schema.Int,
  tier: Tier,
  request_id: Schema.String,
  agent: Schema.optionalKey(Schema.String),
  agent_mode: Schema.optionalKey(Schema.String),
  human: Schema.optionalKey(Schema.String),
  session: Schema.optionalKey(Schema.String)
})

/** The run in progress. */
export class CurrentRun extends Context.Service<CurrentRun, {
  readonly id: RunId
  readonly payloadHash: Uint8Array
}>()("workflows/CurrentRun") {}

/** What a run works with: it acts for the caller that started it, confined to that company. */
const acting = ({ agent, agent_mode, company_id, human, id, key_id, mode, session, tier }: typeof Acting.Type, input: unknown) =>
  Context.make(Caller, {
    company_id: company_id as CompanyId, key_id: key_id as KeyId, mode, tier, scopes: new Set<string>(), standing: new Map()
  }).pipe(
    Context.add(CurrentRun, { id: id as RunId, payloadHash: payloadHash(input) }),
    Context.add(RequestId, `run_${id}`),
    Context.add(CurrentAttribution, { agent, human, session, mode: agent_mode })
  )

/** A run that does not wait counts; these are enough for one process and leave others their turn. */
const usual: Concurrency = { perCompany: 32, total: 256 }

/**
 * A durable workflow: a program that outlives the process it began in. It is run by `program`, and started by `start` in the
 * transaction of what caused it. A changed definition is a new version beside the old one, which stays while runs hold it.
 */
export const durable = <
  const Fields extends Record<string, Kept>,
  Success extends Kept = Schema.Void,
  Error extends Kept = Schema.Never
>(options: {
  /** `crm.rescore`: category and deed. */
  readonly name: string
  readonly version: number
  readonly payload: Fields
  readonly success?: Success
  readonly error?: Error
  readonly concurrency?: Partial<Concurrency>
}) => {
  const { name, version } = options
  const input = Schema.Struct(options.payload)
  const workflow = Workflow.make(groupOf(options), {
    payload: { run: Acting, input },
    success: (options.success ?? Schema.Void) as Success,
    error: (options.error ?? Schema.Never) as Error,
    idempotencyKey: ({ run }) => String(run.id)
  }).annotate(ClusterSchema.ShardGroup, () => groupOf(options))
  const definition: Definition = { name, version, workflow, concurrency: { ...usual, ...options.concurrency } }
  const { encode } = jsonOf(input)

  return {
    ...definition,
    definition,
    workflow,
    encode,
    /** Asks for a run, within the transaction in progress. Under a `key`, once per company for ever; its id either way. */
    start: (payload: Schema.Struct.Type<Fields>, how: { readonly key?: string } = {}) =>
      Effect.gen(function*() {
        const runs = yield* Runs
        return yield* runs.start({ workflow: name, version, payload: yield* encode(payload), ...how })
      }),
    /** What a run does. Everything it does to the world is a `step` or a `write`; the rest is done again on each resumption. */
    program: <R>(execute: (payload: Schema.Struct.Type<Fields>) => Effect.Effect<Success["Type"], Error["Type"], R>) =>
      workflow.toLayer((payload) => {
        const { input, run } = payload as { readonly run: typeof Acting.Type; readonly input: Schema.Struct.Type<Fields> }
        return Effect.provideContext(execute(input), acting(run, input))
      }) as Layer.Layer<never, never, WorkflowEngine.WorkflowEngine | Exclude<R, Caller | CurrentRun | InRun>>
  }
}

/** Failures of a step that are tried again: how often in all, and how long it waits after the first, growing to `most`. */
export interface Retries {
  readonly attempts: number
  readonly first: Duration.Input
  readonly factor?: number
  readonly most?: Duration.Input
}

/** Waits shorter than this are spent in memory; a crash begins them anew. */
const IN_MEMORY = Duration.seconds(2)

const delayAfter = ({ factor = 2, first, most = "1 hour" }: Retries, attempt: number) =>
  Duration.min(Duration.times(Duration.fromInputUnsafe(first), factor ** (attempt - 1)), Duration.fromInputUnsafe(most))

/**
 * Something done to the outside world. Its result is kept; after a crash in its midst it is done again, so what it calls must
 * be safe to call twice: give it `stepKey` as its idempotency key.
 */
export const step = <A extends Kept = Schema.Void, E extends Kept = Schema.Never, R = never>(
  name: string,
  options: { readonly success?: A; readonly error?: E; readonly retries?: Retries },
  execute: Effect.Effect<A["Type"], E["Type"], R>
) => {
  const { retries, ...schemas } = options
  const activity = Activity.make<R, A, E>({ name, ...schemas, execute })
  const attempted = (attempt: number): Effect.Effect<A["Type"], E["Type"], any> => {
    const once = Effect.provideService(activity, Activity.CurrentAttempt, attempt) as Effect.Effect<A["Type"], E["Type"], any>
    return retries === undefined || attempt >= retries.attempts
      ? once
      : Effect.catch(once, () =>
        Effect.andThen(
          DurableClock.sleep({ name: `${name}/${attempt}`, duration: delayAfter(retries, attempt), inMemoryThreshold: IN_MEMORY }),
          attempted(attempt + 1)
        ))
  }
  return attempted(1) as Effect.Effect<A["Type"], E["Type"], Exclude<R, InRun> | InRun>
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
  return Activity.make({
    name,
    ...schemas,
    execute: Effect.gen(function*() {
      const { id, payloadHash } = yield* CurrentRun
      const writes = yield* Writes
      const result = yield* writes.once(
        { run_id: id, step: name, verb, payloadHash },
        Effect.flatMap(work, encode)
      )
      return (yield* decode(result)) as A["Type"]
    })
  })
}

/** Waits, also across restarts; the precision is a second. `name` tells the waits of a run apart. */
export const sleep = (name: string, duration: Duration.Input): Effect.Effect<void, never, InRun> =>
  DurableClock.sleep({ name, duration, inMemoryThreshold: Duration.zero })

/** Waits until an instant; not at all when it is past. */
export const sleepUntil = (name: string, instant: string): Effect.Effect<void, never, InRun> =>
  Effect.clockWith((clock) => sleep(name, Duration.millis(Math.max(0, Date.parse(instant) - clock.currentTimeMillisUnsafe()))))

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

/** Waits for a signal until a time has passed; `None` when it has. */
export const waitAtMost = <A extends Kept>(awaited: Signal<A>, duration: Duration.Input) =>
  DurableDeferred.raceAll({
    name: awaited.name,
    success: Schema.Option(awaited.schema),
    error: Schema.Never,
    effects: [
      Effect.map(waitFor(awaited), Option.some),
      Effect.as(sleep(`${awaited.name}/limit`, duration), Option.none())
    ]
  }) as unknown as Effect.Effect<Option.Option<A["Type"]>, never, InRun>

/** Sends a run what it waits for, within the transaction in progress. Only the first signal of a name counts. */
export const sendSignal = <A extends Kept>(run: RunId, { name, schema }: Signal<A>, value: A["Type"]) =>
  Effect.gen(function*() {
    const runs = yield* Runs
    yield* runs.signal(run, name, { _tag: "Success", value: yield* jsonOf(schema).encode(value) })
  })

/** Asks a run and its children to stop, within the transaction in progress. Its compensations run. */
export const cancelRun = (run: RunId) => Runs.use((runs) => runs.cancel(run))

/** What `durable` gives. */
export interface Durable<Fields extends Record<string, Kept>, Success extends Kept, Error extends Kept>
  extends Definition
{
  readonly workflow: Workflow.Workflow<string, any, Success, Error>
  /** The payload as JSON. */
  readonly encode: (payload: unknown) => Effect.Effect<unknown>
  readonly start: (payload: Schema.Struct.Type<Fields>, how?: { readonly key?: string }) => Effect.Effect<RunId, never, Runs | Caller>
}

/** Starts a run of another workflow and waits for its end; a failure of the child is one of this step. */
export const child = Effect.fnUntraced(function*<Fields extends Record<string, Kept>, Success extends Kept, Error extends Kept>(
  name: string,
  { encode, name: workflow, version, workflow: { errorSchema, successSchema } }: Durable<Fields, Success, Error>,
  payload: Schema.Struct.Type<Fields>
): Effect.fn.Return<Success["Type"], Error["Type"], InRun | Runs | Tenancy | Caller | CurrentRun> {
  const { id } = yield* CurrentRun
  const runs = yield* Runs
  const tenancy = yield* Tenancy
  const encoded = yield* encode(payload)
  yield* Activity.make({
    name: `child/${name}`,
    execute: Effect.asVoid(tenancy.transaction(runs.start({
      workflow, version, payload: encoded, key: `run_${id}/${name}`, parent: { run_id: id, step: name }
    })))
  })
  return yield* DurableDeferred.await(DurableDeferred.make(`child/${name}`, { success: successSchema, error: errorSchema })) as Effect.Effect<
    Success["Type"], Error["Type"], InRun
  >
})

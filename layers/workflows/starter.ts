import { Cause, Effect, Exit, Latch, Layer, Queue, Schedule, Schema } from "effect"
import { ShardId, Sharding, ShardingConfig } from "effect/cluster"
import { DurableDeferred, WorkflowEngine } from "effect/workflow"
import { Definitions, groupOf, limitsOf } from "./definitions.ts"
import { ScheduleNews } from "./due-schedules.ts"
import { EngineSql } from "./engine-sql.ts"
import { Pauses } from "./pauses.ts"
import type { Origin } from "./runs.ts"

/** Runs and signals handed to the engine at a time. */
const BATCH = 64
const AT_ONCE = 16

/** Signals at a time: so many ends of children reach their parent together. */
const SIGNALS = 512

/** The names of the signals that tell of the ends of children begin so. */
const CHILD = "child/"

/** A run claimed by a process that died is claimed again after this long: what a claim is for takes milliseconds. */
const LEASE = "5 seconds"

/** For what a notification did not reach: a run whose process died, a slot that was freed elsewhere. */
const EVERY = "1 second"

/** What the notification says where a run is to rest. */
const PAUSE = "pause"

/** How often a process that runs nothing looks whether it does by now. */
const LOOK = "100 millis"

interface Claimed {
  readonly company_id: bigint
  readonly id: bigint
  readonly workflow: string
  readonly version: number
  readonly payload: unknown
  readonly origin: Origin
  readonly livemode: boolean
}

interface Signal {
  readonly company_id: bigint
  readonly id: bigint
  readonly run_id: bigint
  readonly workflow: string
  readonly version: number
  readonly name: string
  /** `null` asks the run to stop. */
  readonly exit: unknown
}

/** What the engine calls a run. */
export const executionId = (company: number | bigint, run: number | bigint) => `${company}.${run}`

const anyExit = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Exit(Schema.Any, Schema.Any, Schema.Any)))

/**
 * Hands to the engine what programs have asked for: runs to start or to wake, fairly between companies and within the limits, and
 * signals to runs. What is handed over twice, after a crash, counts once.
 */
export const Starter = Layer.effectDiscard(Effect.gen(function*() {
  const sql = yield* EngineSql
  const engine = yield* WorkflowEngine.WorkflowEngine
  const sharding = yield* Sharding.Sharding
  const scheduleNews = yield* ScheduleNews
  const { shardsPerGroup } = yield* ShardingConfig.ShardingConfig
  const definitions = new Map((yield* Definitions).map((definition) => [groupOf(definition), definition]))
  const names = [...definitions.keys()]
  const limits = limitsOf([...definitions.values()])
  const news = Latch.makeUnsafe(true)
  const pauses = yield* Pauses
  const pauseNews = Latch.makeUnsafe(true)

  /* Of a run that is woken the engine has the message; told again, whoever has its shard reads it at once. */
  const begin = ({ company_id, id, livemode, origin, payload, version, workflow: name }: Claimed) =>
    engine.execute(definitions.get(groupOf({ name, version }))!.workflow as never, {
      executionId: executionId(company_id, id),
      payload: { run: { id: Number(id), company_id: Number(company_id), mode: livemode ? "live" : "test", ...origin }, input: payload } as never,
      discard: true
    })

  const claim = sql<Claimed>`
    select * from claim_runs(${limits}::jsonb, ${BATCH}, ${LEASE}::interval)`

  const startRuns = Effect.gen(function*() {
    const claimed = yield* claim
    yield* Effect.forEach(claimed, begin as (run: Claimed) => Effect.Effect<unknown>, { concurrency: AT_ONCE, discard: true })
    return claimed.length
  })

  const tell = Effect.fnUntraced(function*({ company_id, exit, name, run_id, version, workflow: workflowName }: Signal) {
    const { workflow } = definitions.get(groupOf({ name: workflowName, version }))!
    const run = executionId(company_id, run_id)
    if (exit === null) return yield* engine.interrupt(workflow, run)
    const deferred = DurableDeferred.make(name, { success: Schema.Any, error: Schema.Any })
    yield* engine.deferredDone(deferred, {
      workflowName: workflow._tag,
      executionId: run,
      deferredName: name,
      /* One that cannot be read fails its run, not those that are given with it. */
      exit: yield* Effect.orElseSucceed(anyExit(exit), () => Exit.die(`The signal ${name} cannot be read.`)) as
        Effect.Effect<Exit.Exit<never, never>>
    })
  })

  /*
   * Only a run that has begun can be told to stop; one that has ended need not be told anything. The runs are looked up for
   * the signals, which are few, whatever the planner believes: it would read all runs, each time.
   *
   * Each end of a child lets its parent begin again from its first line. So the ends of many children are given together: when an
   * eighth of them has gathered, when no child is left, or when one has waited for two milliseconds per child.
   */
  const giveSignals = sql.withTransaction(Effect.gen(function*() {
    const waiting = yield* sql<Signal & { readonly ended: boolean }>`
      with gathering as materialized (
        select e.company_id, e.run_id from (
          select company_id, run_id, count(*) as n, min(created_at) as first from workflow_signals
          where starts_with(name, ${CHILD}) group by company_id, run_id) e
        cross join lateral (
          select count(*) as n, count(*) filter (where c.finished_at is null) as left from workflow_runs c
          where c.company_id = e.company_id and c.parent_id = e.run_id) children
        where children.left > 0 and e.n * 8 < children.n and e.first > now() - children.n * interval '2 milliseconds')
      select s.company_id, s.id, s.run_id, s.name, s.exit, r.workflow, r.version, r.finished_at is not null as ended
      from workflow_signals s cross join lateral (
        select r.workflow, r.version, r.started_at, r.finished_at from workflow_runs r
        where r.company_id = s.company_id and r.id = s.run_id offset 0) r
      where r.workflow || '.v' || r.version = any(${names}::text[]) and (s.exit is not null or r.started_at is not null)
        and not (starts_with(s.name, ${CHILD}) and (s.company_id, s.run_id) in (select company_id, run_id from gathering))
      order by s.id limit ${SIGNALS} for update of s skip locked`
    if (waiting.length === 0) return 0
    yield* Effect.forEach(waiting.filter(({ ended }) => !ended), tell, { concurrency: AT_ONCE, discard: true })
    yield* sql`delete from workflow_signals s using unnest(${waiting.map(({ company_id }) => company_id)}::bigint[],
      ${waiting.map(({ id }) => id)}::bigint[]) as t (company_id, id) where s.company_id = t.company_id and s.id = t.id`
    return waiting.length
  })).pipe(
    /* What the engine was told within the transaction it could not see yet. */
    Effect.tap((told) => told > 0 ? sharding.pollStorage : Effect.void)
  )

  /** One that fails is tried again; it does not hold up the other. The engine tells of a database that is away by a defect. */
  const attempted = (what: string, work: Effect.Effect<number, unknown>) =>
    Effect.catchCause(work, (cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.as(Effect.logWarning(`${what}: will try again in ${EVERY}`, cause), 0))

  const shards = names.flatMap((group) => Array.from({ length: shardsPerGroup }, (_, n) => ShardId.make(group, n + 1)))

  /** A process that runs nothing, as one that waits to take over, leaves the handing over to the one that does. */
  const atWork = Effect.sync(() => shards.some(sharding.hasShardId)).pipe(
    Effect.repeat({ until: (holds) => holds, schedule: Schedule.spaced(LOOK) })
  )

  const round = Effect.gen(function*() {
    yield* atWork
    yield* news.await
    yield* news.close
    const [started, told] = yield* Effect.all(
      [attempted("start runs", startRuns), attempted("give signals to runs", giveSignals)], { concurrency: 2 }
    )
    if (started === BATCH || told === SIGNALS) yield* news.open
  })

  /** Not only the runs of this process: which it will be given next it does not know. */
  const pauseRound = Effect.gen(function*() {
    yield* pauseNews.await
    yield* pauseNews.close
    yield* attempted("pause runs", Effect.as(pauses.look(sql), 0))
  })

  const listen = Effect.gen(function*() {
    const changes = yield* sql.listen("workflows")
    yield* news.open
    yield* pauseNews.open
    yield* scheduleNews.open
    const of: Readonly<Record<string, Latch.Latch>> = { [PAUSE]: pauseNews, schedules: scheduleNews }
    yield* Effect.forever(Effect.flatMap(Queue.take(changes), ({ payload = "" }) => (of[payload] ?? news).open))
  }).pipe(Effect.scoped, Effect.exit, Effect.repeat(Schedule.spaced(EVERY)))

  yield* Effect.forkScoped(Effect.repeat(Effect.andThen(news.open, pauseNews.open), Schedule.spaced(EVERY)))
  yield* Effect.forkScoped(Effect.forever(pauseRound))
  yield* Effect.forkScoped(listen)
  yield* Effect.forkScoped(Effect.forever(round))
}))

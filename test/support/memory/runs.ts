import { type Cause, Context, Effect, Exit, Layer, Option, References, Schema } from "effect"
import { DurableDeferred, type Workflow, WorkflowEngine } from "effect/workflow"
import type { Definition } from "#layers/workflows/definitions"
import { payloadHash, Runs } from "#layers/workflows/runs"
import { executionId } from "#layers/workflows/starter"
import { CurrentAttribution } from "#layers/kernel/receipts/change-log"
import { RequestId } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type { Run, RunId, RunStatus, RunStep } from "#schemas/workflows/run"
import { type RunStore, type Row, rowOf, timestamp, wasStopped, writtenDown } from "./run-store.ts"
import { atCommit } from "./tenancy.ts"

const anyExit = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Exit(Schema.Any, Schema.Any, Schema.Any)))

const told = (json: unknown) => Effect.orDie(anyExit(json)) as Effect.Effect<Exit.Exit<any, any>>

/** The engine in memory, with its runs. */
export class Memory extends Context.Service<Memory, {
  readonly runStore: RunStore
  readonly statusOf: (row: Row) => Effect.Effect<RunStatus>
  /** Waits until every run has ended or waits for its clock, a signal or a child. */
  readonly rest: Effect.Effect<void>
}>()("test/memory/Memory") {}

const nameOf = ({ company_id, facts }: Row) => executionId(company_id, facts.id)

const dueTimers = (row: Row, now: string) =>
  [...row.steps.values()].filter(({ due_at, kind }) => kind === "timer" && due_at! > now).map(({ due_at }) => due_at!).sort()

const aTurn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

type AnyPayload = Schema.Struct<{ readonly run: Schema.Codec<any>; readonly input: Schema.Codec<any> }>
type AnyWorkflow = Workflow.Workflow<string, AnyPayload, Schema.Codec<any>, Schema.Codec<never>>

const anyWorkflow = (workflow: Workflow.Any) => workflow as AnyWorkflow

/** Runs that are busy for more turns than this, and of which none goes on, wait for a time that will not come by itself. */
const TURNS = 500

/** Does all in one go, so that a run that is told of many things begins again once. */
const withoutYielding = Effect.provideService(References.PreventSchedulerYield, true)

/** Runs that live as long as the test. */
export const runsInMemory = (definitions: ReadonlyArray<Definition>) =>
  Layer.effectContext(Effect.gen(function*() {
    const engine = yield* WorkflowEngine.WorkflowEngine
    const scope = yield* Effect.scope
    const outside = yield* Effect.context<never>()
    const runStore: RunStore = new Map()
    let under_way = 0
    let last = 0
    /** Grows with whatever a run does. */
    let moves = 0
    const moved = () => void moves++

    const faults: Array<Cause.Cause<never>> = []

    /** As another process would do it: outside of whatever run asks for it. */
    const elsewhere = (work: Effect.Effect<unknown>) =>
      Effect.suspend(() => {
        under_way++
        return work.pipe(
          Effect.catchCause((cause) => Effect.sync(() => faults.push(cause))),
          Effect.ensuring(Effect.sync(() => under_way--)),
          Effect.updateContext((_: Context.Context<never>) => outside),
          Effect.forkIn(scope),
          Effect.asVoid
        )
      })

    const isAtWork = (row: Row) => Effect.map(engine.poll(anyWorkflow(row.definition), nameOf(row)), Option.isNone)

    /** Lets the runs go on until something holds, or until none of them has moved in so many turns. */
    const turnsUntil = Effect.fnUntraced(function*(holds: Effect.Effect<boolean>, most: number) {
      for (let quiet = 0, before = moves; quiet < most; quiet = before === moves ? quiet + 1 : 0, before = moves) {
        yield* aTurn
        if (yield* holds) return
      }
    })

    const tell = (row: Row, name: string, json: unknown) =>
      Effect.gen(function*() {
        if (row.exit !== undefined) return
        const exit = yield* told(json)
        const now = yield* timestamp
        const status: RunStep["status"] = Exit.isSuccess(exit) ? "completed" : "failed"
        const signal = { name, kind: "signal" as const, attempt: 1, status, started_at: now, finished_at: now, due_at: null, error: null, progress: null, reported_at: null }
        if (!row.steps.has(`signal ${name}`)) row.steps.set(`signal ${name}`, signal)
        yield* engine.deferredDone(DurableDeferred.make(name, { success: Schema.Any, error: Schema.Any }), {
          workflowName: row.definition._tag, executionId: nameOf(row), deferredName: name, exit
        })
      })

    /** What runs have not been told yet. */
    const untold = new Map<Row, Array<Effect.Effect<void>>>()

    /** Told while it is at work, a run would be interrupted, which the engine in memory takes for its end. */
    const whenAtRest = Effect.fnUntraced(function*(row: Row, all: ReadonlyArray<Effect.Effect<void>>) {
      yield* turnsUntil(Effect.map(isAtWork(row), (atWork) => !atWork), TURNS / 5)
      untold.delete(row)
      yield* withoutYielding(Effect.all(all, { discard: true }))
    })

    const tellSoon = (row: Row, name: string, exit: unknown) =>
      Effect.suspend(() => {
        const others = untold.get(row)
        const all = others ?? []
        all.push(tell(row, name, exit))
        if (others !== undefined) return Effect.void
        untold.set(row, all)
        return elsewhere(whenAtRest(row, all))
      })

    const written = writtenDown(engine, runStore, moved, (row, exit) => {
      const { parent_id } = row.facts
      const parent = parent_id === null ? undefined : runStore.get(executionId(row.company_id, parent_id))
      const both = wasStopped(row) && parent?.facts.cancel_requested_at !== null
      return parent === undefined || both ? Effect.void : tellSoon(parent, `child/${row.parent_step}`, exit)
    })

    const statusOf = (row: Row): Effect.Effect<RunStatus> =>
      row.exit !== undefined
        ? Effect.succeed(Exit.isSuccess(row.exit) ? "completed" : wasStopped(row) ? "canceled" : "failed")
        : Effect.map(isAtWork(row), (atWork) => row.facts.attempt === 0 ? "queued" : atWork ? "running" : "waiting")

    const mine = Effect.map(Effect.serviceOption(Caller), (caller) =>
      [...runStore.values()].filter(({ company_id }) => Option.isSome(caller) && caller.value.company_id === company_id))

    const found = (id: RunId) =>
      Effect.map(Effect.serviceOption(Caller), Option.match({
        onNone: () => undefined,
        onSome: ({ company_id }) => runStore.get(executionId(company_id, id))
      }))

    const shown = Effect.fnUntraced(function*(row: Row): Effect.fn.Return<Run> {
      const status = yield* statusOf(row)
      const [wake_at = null] = status === "waiting" ? dueTimers(row, yield* timestamp) : []
      return { ...row.facts, status, wake_at }
    })

    const familyOf = (id: number, rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
      rows.flatMap((row) => row.facts.id === id ? [row] : row.facts.parent_id === id ? familyOf(row.facts.id, rows) : [])

    const runs: Runs["Service"] = Runs.of({
      workflows: new Set<string>(),
      restartable: new Set<string>(),

      continueAs: Effect.fnUntraced(function*(id, start) {
        const row = (yield* found(id))!
        if (row.facts.continued_as_id !== null || row.facts.cancel_requested_at !== null) return row.facts.continued_as_id
        const { parent_id } = row.facts
        const parent = parent_id === null ? undefined : { run_id: parent_id, step: row.parent_step! }
        const next = yield* runs.start({ ...start, key: `run_${id}/next`, parent })
        Object.assign((yield* found(next))!.facts, { continued_from_id: id })
        Object.assign(row.facts, { continued_as_id: next, parent_id: null })
        return next
      }),

      payload: (id) => Effect.map(found(id), (row) => row?.payload),
      keyed: (workflow, key) => Effect.map(mine, (rows) => rows.find(({ facts }) => facts.workflow === workflow && facts.key === key)?.facts.id),

      start: Effect.fnUntraced(function*({ key = null, parent, payload, version, workflow }) {
        const { company_id, key_id, mode, tier } = yield* Caller
        const { agent, human, mode: agent_mode, session } = yield* CurrentAttribution
        const payload_hash = Buffer.from(payloadHash(payload)).toString("hex")
        const same = (yield* mine).find(({ facts }) => key !== null && facts.workflow === workflow && facts.key === key)
        const known = same?.facts
        if (known?.payload_hash === payload_hash) return known.id
        if (known !== undefined) {
          return yield* Effect.die(new Error(`${workflow} was started under the key ${key} with another payload (run ${known.id})`))
        }
        const found = definitions.find((one) => one.name === workflow && one.version === version)
        if (found === undefined) return yield* Effect.die(new Error(`This test has no program of ${workflow} version ${version}.`))
        const id = ++last as RunId
        const name = executionId(company_id, id)
        runStore.set(name, rowOf({
          company_id, definition: found.workflow, parent_step: parent?.step, payload, id, workflow, version, key, payload_hash,
          livemode: mode === "live", parent_id: (parent?.run_id ?? null) as RunId | null, created_at: yield* timestamp
        }))
        const run = JSON.parse(JSON.stringify({
          id, company_id, mode, key_id, tier, request_id: yield* RequestId, agent, agent_mode, human, session
        }))
        yield* atCommit(
          elsewhere(written.execute(anyWorkflow(found.workflow), {
            executionId: name, payload: { run, input: payload }, discard: true
          })),
          () => runStore.delete(name)
        )
        return id
      }),

      signal: Effect.fnUntraced(function*(id, name, exit) {
        const row = yield* found(id)
        if (row === undefined) return yield* Effect.die(new Error(`There is no run ${id} to tell "${name}".`))
        yield* atCommit(tellSoon(row, name, exit))
      }),

      cancel: Effect.fnUntraced(function*(id) {
        const now = yield* timestamp
        for (const row of familyOf(id, yield* mine)) {
          if (row.exit !== undefined) continue
          yield* atCommit(Effect.andThen(
            Effect.sync(() => row.facts.cancel_requested_at ??= now),
            elsewhere(engine.interrupt(row.definition, nameOf(row)))
          ))
        }
      }),

      page: Effect.fnUntraced(function*({ limit, offset, status, workflow }) {
        const rows = yield* Effect.forEach(yield* mine, shown)
        const matching = rows.toReversed().filter((run) =>
          (workflow ?? run.workflow) === run.workflow && (status ?? run.status) === run.status)
        const items = matching.slice(offset, offset + limit)
        return { items, total: matching.length, limit, offset, has_more: offset + limit < matching.length, next_cursor: null }
      }),

      find: Effect.fnUntraced(function*(id) {
        const row = yield* found(id)
        return row === undefined ? Option.none() : Option.some({ ...yield* shown(row), payload: row.payload, result: row.result, state: null, state_set_at: null })
      }),

      steps: Effect.fnUntraced(function*(id) {
        const now = yield* timestamp
        return [...(yield* found(id))?.steps.values() ?? []].map((step) =>
          step.kind === "timer" && step.due_at! <= now ? { ...step, status: "completed", finished_at: step.due_at } : step)
      })
    })

    const nothingIsToDo = Effect.gen(function*() {
      if (faults.length > 0) return yield* Effect.failCause(faults.shift()!)
      if (under_way > 0) return false
      const busy = yield* Effect.findFirst(runStore.values(), (row) =>
        Effect.map(statusOf(row), (status) => status === "running" || status === "queued"))
      return Option.isNone(busy)
    })

    return Context.make(WorkflowEngine.WorkflowEngine, written).pipe(
      Context.add(Runs, runs),
      Context.add(Memory, { runStore, statusOf, rest: turnsUntil(nothingIsToDo, TURNS) })
    )
  })).pipe(Layer.provide(WorkflowEngine.layerMemory))

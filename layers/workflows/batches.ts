import { Context, Effect, Exit, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { Input } from "#schemas/kernel/catalog"
import { Caller } from "#schemas/kernel/tenancy"
import { type BatchAction, type BatchId, type BatchRun, MOST_IN_BATCH, type WorkflowBatch } from "#schemas/workflows/batch"
import type { list_workflow_batch_runs, list_workflow_batches } from "#schemas/workflows/batches.api"
import type { Run, RunId } from "#schemas/workflows/run"
import type { RunFilter } from "#schemas/workflows/run-filter"
import { byId, page } from "../kernel/page.ts"
import { execute, first, inTenant, one, where } from "../kernel/sql.ts"
import { runConditions } from "./run-conditions.ts"
import type { AttributeCondition } from "./search-attributes.ts"

/** The workflow that does batches is in none. */
export const BATCH_WORKFLOW = "workflows.batch"

const SHOWN = 20

/** What an action is for. */
const takes: Readonly<Record<BatchAction, string>> = {
  pause: "finished_at is null and pause is distinct from 'asked' and cancel_requested_at is null",
  resume: "finished_at is null and pause = 'asked'",
  cancel: "finished_at is null and cancel_requested_at is null",
  retry: "status = 'failed'",
  restart: "finished_at is not null"
}

interface Wanted {
  readonly action: BatchAction
  readonly filter: RunFilter
  readonly found: ReadonlyArray<AttributeCondition>
  readonly before: RunId | undefined
}

/** What is done with runs of the caller's company and mode in bulk. */
export class RunBatches extends Context.Service<RunBatches>()("layers/workflows/RunBatches", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const ofTenant = inTenant(sql)
    const columns = sql.literal(`id, action, filter, livemode, matched, total, continue_before, first_runs, done, refused, run_id, created_at, finished_at,
      (select r.status from workflow_runs r where r.company_id = workflow_batches.company_id and r.id = workflow_batches.run_id) as status`)
    const mine = Effect.map(Caller, ({ mode }) => sql`${ofTenant} and livemode = ${mode === "live"}`)

    return {
      /** Settles which runs it takes; `undefined` where there is none. */
      create: Effect.fnUntraced(function*({ action, before, filter, found }: Wanted) {
        const { company_id, mode } = yield* Caller
        const conditions: ReadonlyArray<Statement.Fragment> = [
          ...yield* runConditions(sql, filter, found), sql.literal(takes[action]), sql`workflow <> ${BATCH_WORKFLOW}`, ...before === undefined ? [] : [sql`id < ${before}`]
        ]
        const runs = yield* sql<Pick<Run, "id" | "workflow" | "status">>`
          select id, workflow, status from workflow_runs where ${sql.and(conditions)} order by id desc limit ${MOST_IN_BATCH + 1}::int`
        if (runs.length === 0) return undefined
        const taken = runs.slice(0, MOST_IN_BATCH)
        const { matched } = runs.length === taken.length ? { matched: runs.length } : yield* one(sql<{ matched: number }>`
          select count(*)::int as matched from workflow_runs where ${sql.and(conditions)}`)
        const { id } = yield* one(sql<{ id: BatchId }>`
          insert into workflow_batches (company_id, livemode, action, filter, matched, total, continue_before, first_runs)
          values (${company_id}, ${mode === "live"}, ${action}, ${JSON.stringify(filter)}::jsonb, ${matched}, ${taken.length},
            ${runs.length > taken.length ? taken.at(-1)!.id : null}, ${JSON.stringify(taken.slice(0, SHOWN))}::jsonb) returning id`)
        yield* sql`insert into workflow_batch_runs (company_id, batch_id, run_id)
          select ${company_id}, ${id}, r.id from unnest(${taken.map((run) => run.id)}::bigint[]) r (id)`
        return id
      }, Effect.orDie),

      doneBy: (id: BatchId, run: RunId) => execute(sql`update workflow_batches set run_id = ${run} where ${ofTenant} and id = ${id}`),

      find: Effect.fnUntraced(function*(id: BatchId) {
        return yield* first(sql<WorkflowBatch>`select ${columns} from workflow_batches where ${yield* mine} and id = ${id}`)
      }),

      page: (paging: Input<typeof list_workflow_batches>) =>
        Effect.flatMap(mine, (mine) => page<WorkflowBatch>(sql, { from: sql.literal("workflow_batches"), columns, where: [mine], order: { ...byId, descending: true }, paging })),

      runs: ({ id, outcome, ...paging }: Input<typeof list_workflow_batch_runs>) =>
        page<BatchRun>(sql, {
          from: sql.literal("(select company_id, batch_id, run_id as id, outcome, reason, new_run_id from workflow_batch_runs) b"), columns: sql.literal("id, outcome, reason, new_run_id"),
          where: [ofTenant, sql`batch_id = ${id}`, ...where(sql, { outcome })], order: { ...byId, descending: true }, paging
        }),

      /** The next that it is not done with, in the order in which others lock runs. */
      next: Effect.fnUntraced(function*(id: BatchId, most: number) {
        const rows = yield* sql<{ id: RunId }>`
          select run_id as id from workflow_batch_runs where ${ofTenant} and batch_id = ${id} and outcome = 'pending' order by run_id limit ${most}::int`
        return rows.map((row) => row.id)
      }, Effect.orDie),

      /** Work that is taken back as a whole where it is refused, and nothing else of the transaction with it. */
      apart: Effect.fnUntraced(function*<A, E, R>(work: Effect.Effect<A, E, R>) {
        yield* execute(sql`savepoint apart`)
        const outcome = yield* Effect.exit(work)
        yield* execute(Exit.isSuccess(outcome) ? sql`release savepoint apart` : sql`rollback to savepoint apart`)
        return yield* outcome
      }),

      /** Notes what became of some; answers with how many are left. */
      settle: Effect.fnUntraced(function*(id: BatchId, outcomes: ReadonlyArray<BatchRun>) {
        yield* sql`update workflow_batch_runs b set outcome = o.outcome, reason = o.reason, new_run_id = o.new_run_id
          from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (id bigint, outcome text, reason text, new_run_id bigint)
          where ${inTenant(sql, "b")} and b.batch_id = ${id} and b.run_id = o.id`
        const { left } = yield* one(sql<{ left: number }>`
          update workflow_batches b set done = c.done, refused = c.refused, finished_at = case when c.left = 0 then coalesce(b.finished_at, now()) end
          from (select (count(*) filter (where outcome = 'done'))::int as done, (count(*) filter (where outcome = 'refused'))::int as refused,
              (count(*) filter (where outcome = 'pending'))::int as left
            from workflow_batch_runs where ${ofTenant} and batch_id = ${id}) c
          where ${inTenant(sql, "b")} and b.id = ${id} returning c.left`)
        return left
      }, Effect.orDie)
    }
  })
}) {
  static readonly layer = Layer.effect(RunBatches, RunBatches.make)
}

import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { NewPipeline, Pipeline, PipelineId, PipelineSort, PipelineSummary, Stage } from "#schemas/crm/pipeline"
import type { ValidationError } from "#schemas/kernel/errors"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import { companyLock } from "../kernel/company-lock.ts"
import { byId, type Order, orderOf, page } from "../page.ts"
import { summaryOf } from "./pipeline-summary.ts"

export interface PipelineQuery extends Paging {
  readonly sort: PipelineSort
}

/** A stage as it is kept: its id stays when its name changes. */
export interface KeptStage extends Stage {
  readonly id: number
}

/** How one pipeline's stages become others; positions are places in the whole new list. */
export interface Rearrangement {
  readonly removed: ReadonlyArray<KeptStage>
  readonly kept: ReadonlyArray<KeptStage & { readonly position: number; readonly was: Stage }>
  readonly added: ReadonlyArray<Stage & { readonly position: number }>
}

/** A stage that deals stand in: how many, and the first 20 of them. */
export interface Occupied {
  readonly stage: string
  readonly count: number
  readonly deals: ReadonlyArray<number>
}

const orders = {
  id: byId,
  name: { column: "lower(name)", type: "text", descending: false }
} as const satisfies Record<string, Order>

/** Pipelines of the caller's company, and their stages. */
export class Pipelines extends Context.Service<Pipelines, {
  readonly page: (query: PipelineQuery) => Effect.Effect<Listed<Pipeline>, ValidationError>
  /** One pipeline, or the default one. `hold` keeps its stages as they are until the transaction ends. */
  readonly find: (id: PipelineId | "default", how?: { readonly hold?: boolean }) => Effect.Effect<Option.Option<Pipeline>>
  /** Until the transaction ends nobody else adds or changes a pipeline of the company, nor, with `id`, a deal in that one. */
  readonly arrange: (id?: PipelineId) => Effect.Effect<void, never, Caller>
  /** Which other pipeline has the name. */
  readonly holder: (name: string, except: number) => Effect.Effect<number | undefined>
  readonly add: (pipeline: NewPipeline) => Effect.Effect<Pipeline, never, Caller>
  /** It is no longer the default; the company has none until another is made so. */
  readonly demote: (id: PipelineId) => Effect.Effect<Pipeline>
  readonly stages: (id: PipelineId) => Effect.Effect<ReadonlyArray<KeptStage>>
  /** Which of the stages deals stand in; the bin does not count. */
  readonly occupied: (id: PipelineId, stages: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Occupied>>
  readonly change: (
    id: PipelineId,
    to: Pick<Pipeline, "name" | "is_default">,
    stages: Rearrangement
  ) => Effect.Effect<Pipeline, never, Caller>
  readonly summary: (pipeline: Pipeline) => Effect.Effect<PipelineSummary>
}>()("layers/crm/Pipelines") {
  static readonly layer = Layer.effect(Pipelines, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = sql.literal("company_id = (select current_company())")
    const alive = sql.literal("deleted_at is null")
    const columns = sql.literal(`id, name, is_default, (
      select jsonb_agg(jsonb_build_object('name', s.name, 'probability', s.probability, 'outcome', s.outcome) order by s.position)
      from pipeline_stages s where s.company_id = pipelines.company_id and s.pipeline_id = pipelines.id
    ) as stages, version, created_at, updated_at`)

    const get = (id: PipelineId) =>
      Effect.map(sql<Pipeline>`select ${columns} from pipelines where ${mine} and id = ${id}`, (rows) => rows[0]!)

    const insertStages = Effect.fnUntraced(function*(
      id: PipelineId,
      stages: ReadonlyArray<Stage & { readonly position: number }>
    ) {
      const { company_id } = yield* Caller
      const [first, ...rest] = stages.map(({ name, outcome, position, probability }) =>
        ({ company_id, pipeline_id: id, name, outcome, position, probability }))
      if (first !== undefined) yield* sql`insert into pipeline_stages ${sql.insert([first, ...rest])}`
    })

    /** Takes stages away. Deals in the bin do not keep one, but must stand somewhere: where it means the same, first. */
    const remove = Effect.fnUntraced(function*(id: PipelineId, stages: ReadonlyArray<KeptStage>) {
      const ids = stages.map(({ id }) => id)
      yield* sql`
        update deals d set stage = t.name from pipeline_stages r
        cross join lateral (
          select name from pipeline_stages s where s.company_id = r.company_id and s.pipeline_id = r.pipeline_id
            and s.outcome = r.outcome and not ${sql.in("s.id", ids)} order by s.position limit 1) t
        where r.company_id = (select current_company()) and r.pipeline_id = ${id} and ${sql.in("r.id", ids)}
          and d.company_id = r.company_id and d.pipeline_id = r.pipeline_id and d.stage = r.name`
      yield* sql`delete from pipeline_stages where ${mine} and pipeline_id = ${id} and id in ${sql.in(ids)}`
    })

    return Pipelines.of({
      page: ({ sort, ...paging }) =>
        page<Pipeline>(sql, {
          from: sql.literal("pipelines"),
          columns,
          where: [mine, alive],
          order: orderOf(orders, sort),
          paging,
          counted: "pipelines"
        }).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die)),

      find: Effect.fnUntraced(function*(id, { hold = false } = {}) {
        const which = id === "default" ? sql`is_default` : sql`id = ${id}`
        const read = sql<Pipeline>`select ${columns} from pipelines where ${mine} and ${alive} and ${which}`
        /* Read by a statement of its own: one that waited for the lock would still see the stages of before. */
        const rows = hold
          ? (yield* Effect.all([
            sql`select id from pipelines where ${mine} and ${alive} and ${which} for key share`,
            read
          ], { concurrency: "unbounded" }))[1]
          : yield* read
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie),

      arrange: Effect.fnUntraced(function*(id) {
        yield* companyLock(sql, "pipelines")
        if (id !== undefined) yield* sql`select id from pipelines where ${mine} and id = ${id} for update`
      }, Effect.orDie),

      holder: Effect.fnUntraced(function*(name, except) {
        const [row] = yield* sql<{ readonly id: number }>`
          select id from pipelines where ${mine} and ${alive} and lower(name) = lower(${name}) and id <> ${except}`
        return row?.id
      }, Effect.orDie),

      add: Effect.fnUntraced(function*({ is_default, name, stages }) {
        const { company_id } = yield* Caller
        const [row] = yield* sql<{ readonly id: PipelineId }>`
          insert into pipelines ${sql.insert({ company_id, name, is_default })} returning id`
        yield* insertStages(row!.id, stages.map((stage, position) => ({ ...stage, position })))
        return yield* get(row!.id)
      }, Effect.orDie),

      demote: Effect.fnUntraced(function*(id) {
        const rows = yield* sql<Pipeline>`
          update pipelines set is_default = false, version = version + 1, updated_at = now()
          where ${mine} and id = ${id} returning ${columns}`
        return rows[0]!
      }, Effect.orDie),

      stages: (id) =>
        Effect.orDie(sql<KeptStage>`
          select id, name, probability, outcome from pipeline_stages where ${mine} and pipeline_id = ${id} order by position`),

      occupied: Effect.fnUntraced(function*(id, stages) {
        if (stages.length === 0) return []
        return yield* sql<Occupied>`
          select stage, count(*) as count, (array_agg(id order by id))[1:20] as deals from deals
          where ${mine} and ${alive} and pipeline_id = ${id} and stage in ${sql.in(stages)} group by stage order by stage`
      }, Effect.orDie),

      change: Effect.fnUntraced(function*(id, { is_default, name }, { added, kept, removed }) {
        /* Names may change hands, which no single statement can do: stages whose name another takes step aside first. */
        const leaving = kept.filter(({ id, was }) => kept.some((other) => other.id !== id && other.name === was.name))
        const aside = [...removed, ...leaving].map(({ id }) => id)
        if (aside.length > 0) {
          yield* sql`update pipeline_stages set name = ' ' || id where ${mine} and pipeline_id = ${id} and id in ${sql.in(aside)}`
        }
        const next = kept.map(({ id, name, outcome, position, probability }) => ({ id, name, outcome, position, probability }))
        yield* sql`
          update pipeline_stages s set name = n.name, outcome = n.outcome, position = n.position, probability = n.probability
          from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n (id bigint, name text, outcome text, position int, probability int)
          where s.company_id = (select current_company()) and s.pipeline_id = ${id} and s.id = n.id`
        yield* insertStages(id, added)
        if (removed.length > 0) yield* remove(id, removed)

        const renamed = kept.filter((stage) => stage.name !== stage.was.name).map((stage) => stage.name)
        if (renamed.length > 0) {
          yield* sql`update deals set version = version + 1, updated_at = now()
            where ${mine} and pipeline_id = ${id} and stage in ${sql.in(renamed)}`
        }
        yield* sql`
          update deals d set status = s.outcome from pipeline_stages s
          where s.company_id = (select current_company()) and s.pipeline_id = ${id} and d.company_id = s.company_id
            and d.pipeline_id = s.pipeline_id and d.stage = s.name and d.status <> s.outcome and d.deleted_at is not null`
        yield* sql`update pipelines set name = ${name}, is_default = ${is_default}, version = version + 1, updated_at = now()
          where ${mine} and id = ${id}`
        return yield* get(id)
      }, Effect.orDie),

      summary: (pipeline) => Effect.orDie(summaryOf(sql, pipeline))
    })
  }))
}


import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { pipeline, type NewPipeline, type Pipeline, type PipelineId, type Stage } from "#schemas/crm/pipeline"
import { Caller } from "#schemas/kernel/tenancy"
import { recordChange } from "../kernel/receipts/change-log.ts"
import { companyLock } from "../kernel/company-lock.ts"
import { repository } from "../kernel/repository.ts"
import { inTenant as ofTenant, one } from "../kernel/sql.ts"
import { summaryOf } from "./pipeline-summary.ts"

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

/** Pipelines of the caller's company, and their stages. */
export class Pipelines extends Context.Service<Pipelines>()("layers/crm/Pipelines", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const pipelines = yield* repository(pipeline, {
      softDelete: true,
      counted: true,
      sort: { name: { column: "lower(name)", type: "text" } },
      computed: {
        stages: `(select jsonb_agg(jsonb_build_object('name', s.name, 'probability', s.probability, 'outcome', s.outcome) order by s.position)
          from pipeline_stages s where s.company_id = pipelines.company_id and s.pipeline_id = pipelines.id)`
      }
    })
    const { columns, inTenant, notDeleted } = pipelines.sql

    const insertStages = Effect.fnUntraced(function*(id: PipelineId, stages: ReadonlyArray<Stage & { readonly position: number }>) {
      const { company_id } = yield* Caller
      const [first, ...rest] = stages.map(({ name, outcome, position, probability }) =>
        ({ company_id, pipeline_id: id, name, outcome, position, probability }))
      if (first !== undefined) yield* sql`insert into pipeline_stages ${sql.insert([first, ...rest])}`
    })

    /** Soft-deleted deals do not keep a stage, but need one: they move to the first stage of the same outcome. */
    const removeStages = Effect.fnUntraced(function*(id: PipelineId, stages: ReadonlyArray<KeptStage>) {
      const ids = stages.map(({ id }) => id)
      yield* sql`
        update deals d set stage = t.name from pipeline_stages r
        cross join lateral (
          select name from pipeline_stages s where s.company_id = r.company_id and s.pipeline_id = r.pipeline_id
            and s.outcome = r.outcome and not ${sql.in("s.id", ids)} order by s.position limit 1) t
        where r.company_id = (select current_company()) and r.pipeline_id = ${id} and ${sql.in("r.id", ids)}
          and d.company_id = r.company_id and d.pipeline_id = r.pipeline_id and d.stage = r.name`
      yield* sql`delete from pipeline_stages where ${inTenant} and pipeline_id = ${id} and id in ${sql.in(ids)}`
    })

    return {
      ...pipelines,
      /** One pipeline, or the default one. `hold` keeps its stages as they are until the transaction ends. */
      find: Effect.fnUntraced(function*(id: PipelineId | "default", { hold = false }: { readonly hold?: boolean } = {}) {
        const which = id === "default" ? sql`is_default` : sql`id = ${id}`
        const read = sql<Pipeline>`select ${columns} from pipelines where ${inTenant} and ${notDeleted} and ${which}`
        /* Read by a statement of its own: one that waited for the lock would still see the stages of before. */
        const rows = hold
          ? (yield* Effect.all([
            sql`select id from pipelines where ${inTenant} and ${notDeleted} and ${which} for key share`,
            read
          ], { concurrency: "unbounded" }))[1]
          : yield* read
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie),

      /** Until the transaction ends, nobody else adds or changes a pipeline of the company. */
      lockAll: Effect.orDie(companyLock(sql, "pipelines")),

      /** The stages of one pipeline, or of all, as they stand in them; those of one name once. */
      stageNames: Effect.fnUntraced(function*(id: PipelineId | undefined) {
        const rows = yield* sql<{ name: string }>`
          select s.name from pipeline_stages s join pipelines p on p.company_id = s.company_id and p.id = s.pipeline_id and p.deleted_at is null
          where ${ofTenant(sql, "s")} and ${id === undefined ? sql.literal("true") : sql`p.id = ${id}`}
          group by s.name order by min(s.pipeline_id), min(s.position)`
        return rows.map(({ name }) => name)
      }, Effect.orDie),

      /** Which other pipeline has the name. */
      holder: Effect.fnUntraced(function*(name: string, except: number) {
        const [row] = yield* sql<{ readonly id: number }>`
          select id from pipelines where ${inTenant} and ${notDeleted} and lower(name) = lower(${name}) and id <> ${except}`
        return row?.id
      }, Effect.orDie),

      create: Effect.fnUntraced(function*({ is_default, name, stages }: typeof NewPipeline.Type) {
        const { company_id } = yield* Caller
        const { id } = yield* one(sql<{ readonly id: PipelineId }>`
          insert into pipelines ${sql.insert({ company_id, name, is_default })} returning id`)
        yield* insertStages(id, stages.map((stage, position) => ({ ...stage, position })))
        const after = yield* pipelines.get(id)
        yield* recordChange({ object: "pipeline", id: after.id, before: null, after })
        return after
      }, Effect.orDie),

      stages: (id: PipelineId) =>
        Effect.orDie(sql<KeptStage>`
          select id, name, probability, outcome from pipeline_stages where ${inTenant} and pipeline_id = ${id} order by position`),

      /** Which of the stages have deals that are not deleted. */
      occupied: Effect.fnUntraced(function*(id: PipelineId, stages: ReadonlyArray<string>) {
        if (stages.length === 0) return []
        return yield* sql<Occupied>`
          select stage, count(*) as count, (array_agg(id order by id))[1:20] as deals from deals
          where ${inTenant} and ${notDeleted} and pipeline_id = ${id} and stage in ${sql.in(stages)} group by stage order by stage`
      }, Effect.orDie),

      replace: Effect.fnUntraced(function*(before: Pipeline, to: Pick<Pipeline, "name" | "is_default">, { added, kept, removed }: Rearrangement) {
        const { id } = before
        /* Names may be exchanged, which no single statement can do: stages whose name another takes get a temporary one first. */
        const leaving = kept.filter(({ id, was }) => kept.some((other) => other.id !== id && other.name === was.name))
        const aside = [...removed, ...leaving].map(({ id }) => id)
        if (aside.length > 0) {
          yield* sql`update pipeline_stages set name = ' ' || id where ${inTenant} and pipeline_id = ${id} and id in ${sql.in(aside)}`
        }
        const next = kept.map(({ id, name, outcome, position, probability }) => ({ id, name, outcome, position, probability }))
        yield* sql`
          update pipeline_stages s set name = n.name, outcome = n.outcome, position = n.position, probability = n.probability
          from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n (id bigint, name text, outcome text, position int, probability int)
          where s.company_id = (select current_company()) and s.pipeline_id = ${id} and s.id = n.id`
        yield* insertStages(id, added)
        if (removed.length > 0) yield* removeStages(id, removed)

        const renamed = kept.filter((stage) => stage.name !== stage.was.name).map((stage) => stage.name)
        if (renamed.length > 0) {
          yield* sql`update deals set version = version + 1, updated_at = now()
            where ${inTenant} and pipeline_id = ${id} and stage in ${sql.in(renamed)}`
        }
        yield* sql`
          update deals d set status = s.outcome from pipeline_stages s
          where s.company_id = (select current_company()) and s.pipeline_id = ${id} and d.company_id = s.company_id
            and d.pipeline_id = s.pipeline_id and d.stage = s.name and d.status <> s.outcome and d.deleted_at is not null`
        return yield* pipelines.update(before, to)
      }, Effect.orDie),

      summary: (pipeline: Pipeline) => Effect.orDie(summaryOf(sql, pipeline))
    }
  })
}) {
  static readonly layer = Layer.effect(Pipelines, Pipelines.make)
}

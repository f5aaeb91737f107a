import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { CustomValues } from "#schemas/crm/custom-field"
import { type Deal, deal, type DealId, type DealMove } from "#schemas/crm/deal"
import type { StageOutcome, PipelineId } from "#schemas/crm/pipeline"
import type { EventKind } from "#schemas/kernel/events"
import { Caller } from "#schemas/kernel/tenancy"
import { repository } from "../kernel/repository.ts"
import { now } from "../kernel/sql.ts"
import { customFieldsFit } from "./custom-filter.ts"

/** A stage of a pipeline, and why a deal comes to be in it. */
export interface Position {
  readonly pipeline_id: PipelineId
  readonly stage: string
  readonly outcome: StageOutcome
  readonly reason: string | null
}

type NewDeal = Omit<typeof deal.create.Type, "custom_fields" | "pipeline_id" | "reason" | "stage"> & { readonly custom_fields: CustomValues }

const HISTORY = 200

const closing: Readonly<Record<StageOutcome, ReadonlyArray<EventKind>>> = { open: [], won: ["deal.won"], lost: ["deal.lost"] }

/** Deals of the caller's company, and their moves between stages. */
export class Deals extends Context.Service<Deals>()("layers/crm/Deals", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const deals = yield* repository(deal, {
      softDelete: true,
      counted: true,
      sort: {
        amount: { column: "amount", type: "bigint" },
        expected_close: { column: "sort_close", type: "date" }
      },
      filter: {
        stage: (name: string) => sql`(pipeline_id, stage) in (select s.pipeline_id, s.name from pipeline_stages s
          where s.company_id = (select current_company()) and lower(s.name) = lower(${name}))`,
        custom: customFieldsFit(sql)
      }
    })
    const { inTenant } = deals.sql

    /** The columns of a deal that follow from where it is. */
    const placed = ({ outcome, reason, stage }: Position) => ({
      stage,
      status: outcome,
      closed_at: outcome === "open" ? null : now,
      lost_reason: outcome === "lost" ? reason : null
    })

    const addMove = Effect.fnUntraced(function*(id: DealId, from: string | null, { outcome, pipeline_id, reason, stage }: Position) {
      const { company_id, key_id } = yield* Caller
      yield* sql`
        insert into deal_moves
          (company_id, deal_id, pipeline_id, from_stage, from_stage_id, to_stage, to_stage_id, status, reason, key_id)
        select ${company_id}, ${id}, ${pipeline_id}, ${from}, f.id, t.name, t.id, ${outcome}, ${reason}, ${key_id}
        from pipeline_stages t
        left join pipeline_stages f on f.company_id = t.company_id and f.pipeline_id = t.pipeline_id and f.name = ${from}
        where t.company_id = ${company_id} and t.pipeline_id = ${pipeline_id} and t.name = ${stage}`
    }, Effect.orDie)

    return {
      ...deals,
      /** Its last moves, newest first. */
      history: (id: DealId) =>
        Effect.orDie(sql<DealMove>`
          select from_stage as "from", to_stage as "to", status, reason, moved_at from deal_moves m
          where ${inTenant} and deal_id = ${id} order by m.id desc limit ${HISTORY}`),

      /** Without a currency it is the company's. */
      create: Effect.fnUntraced(function*({ currency, ...input }: NewDeal, position: Position) {
        const values = {
          ...input,
          ...placed(position),
          pipeline_id: position.pipeline_id,
          currency: currency ?? sql`(select currency from companies where id = (select current_company()))`
        }
        const deal = yield* deals.create(values, { events: ["deal.created", ...closing[position.outcome]] })
        yield* addMove(deal.id, null, position)
        return deal
      }),

      /** Closes it where the stage's outcome is won or lost, opens it otherwise. */
      move: Effect.fnUntraced(function*(before: Deal, position: Position) {
        const changes = { ...placed(position), stage_since: now }
        const [deal] = yield* Effect.all([
          deals.update(before, changes, { events: ["deal.stage_changed", ...closing[position.outcome]] }),
          addMove(before.id, before.stage, position)
        ], { concurrency: "unbounded" })
        return deal
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Deals, Deals.make)
}

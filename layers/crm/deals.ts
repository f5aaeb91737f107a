import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { ContactId } from "#schemas/crm/contact"
import type { CustomValue, CustomValues } from "#schemas/crm/custom-field"
import type { Deal, DealChanges, DealId, DealMove, DealSort, NewDeal } from "#schemas/crm/deal"
import type { OrganizationId } from "#schemas/crm/organization"
import type { Outcome, PipelineId } from "#schemas/crm/pipeline"
import type { ValidationError } from "#schemas/kernel/errors"
import type { UserId } from "#schemas/kernel/ids"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import { byId, type Order, orderOf, page } from "../page.ts"

export interface DealQuery extends Paging {
  readonly stage?: string
  readonly status?: Outcome
  readonly pipeline_id?: PipelineId
  readonly owner_id?: UserId
  readonly contact_id?: ContactId
  readonly organization_id?: OrganizationId
  readonly min_amount?: number
  readonly expected_close_before?: string
  /** Values that its own fields must have. */
  readonly custom?: ReadonlyArray<readonly [key: string, value: CustomValue]> | undefined
  readonly sort: DealSort
}

/** A stage of a pipeline, and why a deal comes to stand in it. */
export interface Standing {
  readonly pipeline_id: PipelineId
  readonly stage: string
  readonly outcome: Outcome
  readonly reason: string | null
}

const orders = {
  id: byId,
  created_at: { column: "created_at", type: "timestamptz", descending: false },
  updated_at: { column: "updated_at", type: "timestamptz", descending: false },
  amount: { column: "amount", type: "bigint", descending: false },
  expected_close: { column: "sort_close", type: "date", descending: false }
} as const satisfies Record<string, Order>

const HISTORY = 200

/** Deals of the caller's company, and their moves between stages. */
export class Deals extends Context.Service<Deals, {
  readonly page: (query: DealQuery) => Effect.Effect<Listed<Deal>, ValidationError>
  /** `binned` finds it in the bin too; `lock` keeps others from changing it until the transaction ends. */
  readonly find: (id: DealId, how?: { readonly binned?: boolean; readonly lock?: boolean }) => Effect.Effect<Option.Option<Deal>>
  /** Its last moves, newest first. */
  readonly history: (id: DealId) => Effect.Effect<ReadonlyArray<DealMove>>
  /** Without a currency it is the company's. `custom_fields` are all that it has afterwards, here and in `change`. */
  readonly add: (
    deal: Omit<NewDeal, "pipeline_id" | "stage" | "reason" | "custom_fields"> & { readonly custom_fields: CustomValues },
    standing: Standing
  ) => Effect.Effect<Deal, never, Caller>
  readonly change: (
    id: DealId,
    changes: Omit<DealChanges, "stage" | "custom_fields"> & { readonly custom_fields?: CustomValues }
  ) => Effect.Effect<Deal>
  /** Closes it where the stage's outcome is won or lost, opens it otherwise. */
  readonly move: (deal: Deal, standing: Standing) => Effect.Effect<Deal, never, Caller>
  readonly bin: (id: DealId) => Effect.Effect<Deal>
  readonly restore: (id: DealId) => Effect.Effect<Deal>
}>()("layers/crm/Deals") {
  static readonly layer = Layer.effect(Deals, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = sql.literal("company_id = (select current_company())")
    const alive = sql.literal("deleted_at is null")
    const columns = sql.literal(
      "id, title, pipeline_id, stage, status, amount, currency, contact_id, organization_id, owner_id, expected_close, " +
        "lost_reason, closed_at, stage_since, custom_fields, version, created_at, updated_at, deleted_at"
    )

    const note = Effect.fnUntraced(function*(id: DealId, from: string | null, { outcome, pipeline_id, reason, stage }: Standing) {
      const { company_id, key_id } = yield* Caller
      yield* sql`
        insert into deal_moves
          (company_id, deal_id, pipeline_id, from_stage, from_stage_id, to_stage, to_stage_id, status, reason, key_id)
        select ${company_id}, ${id}, ${pipeline_id}, ${from}, f.id, t.name, t.id, ${outcome}, ${reason}, ${key_id}
        from pipeline_stages t
        left join pipeline_stages f on f.company_id = t.company_id and f.pipeline_id = t.pipeline_id and f.name = ${from}
        where t.company_id = ${company_id} and t.pipeline_id = ${pipeline_id} and t.name = ${stage}`
    })

    return Deals.of({
      page: ({
        contact_id, custom = [], expected_close_before, min_amount, organization_id, owner_id, pipeline_id, sort, stage, status, ...paging
      }) => {
        const filters = [
          ...stage === undefined ? [] : [
            sql`(pipeline_id, stage) in (select s.pipeline_id, s.name from pipeline_stages s
              where s.company_id = (select current_company()) and lower(s.name) = lower(${stage}))`
          ],
          ...status === undefined ? [] : [sql`status = ${status}`],
          ...pipeline_id === undefined ? [] : [sql`pipeline_id = ${pipeline_id}`],
          ...owner_id === undefined ? [] : [sql`owner_id = ${owner_id}`],
          ...contact_id === undefined ? [] : [sql`contact_id = ${contact_id}`],
          ...organization_id === undefined ? [] : [sql`organization_id = ${organization_id}`],
          ...min_amount === undefined ? [] : [sql`amount >= ${min_amount}`],
          ...expected_close_before === undefined ? [] : [sql`sort_close < ${expected_close_before}`],
          ...custom.map(([key, value]) => sql`custom_fields @> ${JSON.stringify({ [key]: value })}::jsonb`)
        ]
        return page<Deal>(sql, {
          from: sql.literal("deals"),
          columns,
          where: [mine, alive, ...filters],
          order: orderOf(orders, sort),
          paging,
          counted: filters.length === 0 ? "deals" : undefined
        }).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die))
      },

      find: Effect.fnUntraced(function*(id, { binned = false, lock = false } = {}) {
        const rows = yield* sql<Deal>`
          select ${columns} from deals where ${mine} and id = ${id}
          ${binned ? sql.literal("") : sql`and ${alive}`} ${sql.literal(lock ? "for update" : "")}`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie),

      history: (id) =>
        Effect.orDie(sql<DealMove>`
          select from_stage as "from", to_stage as "to", status, reason, moved_at from deal_moves m
          where ${mine} and deal_id = ${id} order by m.id desc limit ${HISTORY}`),

      add: Effect.fnUntraced(function*({ currency, ...deal }, standing) {
        const { company_id } = yield* Caller
        const { outcome, pipeline_id, reason, stage } = standing
        const [row] = yield* sql<Deal>`
          insert into deals (company_id, title, pipeline_id, stage, status, amount, currency, contact_id, organization_id, owner_id,
            expected_close, lost_reason, closed_at, custom_fields)
          select ${company_id}, ${deal.title}, ${pipeline_id}, ${stage}, ${outcome}, ${deal.amount},
            coalesce(${currency ?? null}, c.currency), ${deal.contact_id}, ${deal.organization_id}, ${deal.owner_id},
            ${deal.expected_close}::date, ${outcome === "lost" ? reason : null}, ${sql.literal(outcome === "open" ? "null" : "now()")},
            ${JSON.stringify(deal.custom_fields)}::jsonb
          from companies c where c.id = ${company_id}
          returning ${columns}`
        yield* note(row!.id, null, standing)
        return row!
      }, Effect.orDie),

      change: Effect.fnUntraced(function*(id, { custom_fields, ...changes }) {
        const written = { ...changes, ...custom_fields !== undefined && { custom_fields: JSON.stringify(custom_fields) } }
        const rows = yield* sql<Deal>`
          update deals set ${sql.update(written)}, version = version + 1, updated_at = now()
          where ${mine} and id = ${id} returning ${columns}`
        return rows[0]!
      }, Effect.orDie),

      move: Effect.fnUntraced(function*({ id, stage: from }, standing) {
        const { outcome, reason, stage } = standing
        const [rows] = yield* Effect.all([
          sql<Deal>`
            update deals set stage = ${stage}, status = ${outcome}, stage_since = now(),
              closed_at = ${sql.literal(outcome === "open" ? "null" : "now()")}, lost_reason = ${outcome === "lost" ? reason : null},
              version = version + 1, updated_at = now()
            where ${mine} and id = ${id} returning ${columns}`,
          note(id, from, standing)
        ], { concurrency: "unbounded" })
        return rows[0]!
      }, Effect.orDie),

      bin: Effect.fnUntraced(function*(id) {
        const rows = yield* sql<Deal>`
          update deals set deleted_at = now(), version = version + 1, updated_at = now()
          where ${mine} and id = ${id} returning ${columns}`
        return rows[0]!
      }, Effect.orDie),

      restore: Effect.fnUntraced(function*(id) {
        const rows = yield* sql<Deal>`
          update deals set deleted_at = null, version = version + 1, updated_at = now()
          where ${mine} and id = ${id} returning ${columns}`
        return rows[0]!
      }, Effect.orDie)
    })
  }))
}

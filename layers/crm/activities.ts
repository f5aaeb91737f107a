import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { Activity, ActivityKind, ActivitySort, NewActivity } from "#schemas/crm/activity"
import type { ContactId } from "#schemas/crm/contact"
import type { DealId } from "#schemas/crm/deal"
import type { ValidationError } from "#schemas/kernel/errors"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import { byId, type Order, orderOf, page } from "../page.ts"

export interface ActivityQuery extends Paging {
  readonly contact_id?: ContactId
  readonly deal_id?: DealId
  readonly kind?: ActivityKind
  readonly sort: ActivitySort
}

const orders = {
  id: byId,
  occurred_at: { column: "occurred_at", type: "timestamptz", descending: false }
} as const satisfies Record<string, Order>

/** What the caller's company did and said with its contacts. */
export class Activities extends Context.Service<Activities, {
  readonly page: (query: ActivityQuery) => Effect.Effect<Listed<Activity>, ValidationError>
  readonly add: (activity: NewActivity) => Effect.Effect<Activity, never, Caller>
}>()("layers/crm/Activities") {
  static readonly layer = Layer.effect(Activities, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = sql.literal("company_id = (select current_company())")
    const alive = sql.literal("deleted_at is null")
    const columns = sql.literal(
      "id, kind, subject, body, contact_id, deal_id, owner_id, duration_minutes, occurred_at, created_at"
    )

    return Activities.of({
      page: ({ contact_id, deal_id, kind, sort, ...paging }) => {
        const filters = [
          ...contact_id === undefined ? [] : [sql`contact_id = ${contact_id}`],
          ...deal_id === undefined ? [] : [sql`deal_id = ${deal_id}`],
          ...kind === undefined ? [] : [sql`kind = ${kind}`]
        ]
        return page<Activity>(sql, {
          from: sql.literal("activities"),
          columns,
          where: [mine, alive, ...filters],
          order: orderOf(orders, sort),
          paging,
          counted: filters.length === 0 ? "activities" : undefined
        }).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die))
      },

      add: Effect.fnUntraced(function*(activity) {
        const { company_id } = yield* Caller
        const rows = yield* sql<Activity>`
          insert into activities ${sql.insert({ company_id, ...activity })} returning ${columns}`
        return rows[0]!
      }, Effect.orDie)
    })
  }))
}

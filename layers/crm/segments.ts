import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { NewSegment, Segment, SegmentId, SegmentSort } from "#schemas/crm/segment"
import type { ValidationError } from "#schemas/kernel/errors"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import { byId, type Order, orderOf, page } from "../page.ts"

export interface SegmentQuery extends Paging {
  readonly sort: SegmentSort
}

const orders = {
  id: byId,
  name: { column: "sort_name", type: "text", descending: false }
} as const satisfies Record<string, Order>

/** Filters of contacts that the caller's company gave names to. */
export class Segments extends Context.Service<Segments, {
  readonly page: (query: SegmentQuery) => Effect.Effect<Listed<Segment>, ValidationError>
  readonly find: (id: SegmentId) => Effect.Effect<Option.Option<Segment>>
  /** Nothing if another segment has the name. */
  readonly add: (segment: NewSegment) => Effect.Effect<Option.Option<Segment>, never, Caller>
}>()("layers/crm/Segments") {
  static readonly layer = Layer.effect(Segments, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = sql.literal("company_id = (select current_company())")
    const alive = sql.literal("deleted_at is null")
    const columns = sql.literal("id, name, description, filter, version, created_at, updated_at")

    return Segments.of({
      page: ({ sort, ...paging }) =>
        page<Segment>(sql, {
          from: sql.literal("segments"),
          columns,
          where: [mine, alive],
          order: orderOf(orders, sort),
          paging,
          counted: "segments"
        }).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die)),

      find: Effect.fnUntraced(function*(id) {
        const rows = yield* sql<Segment>`select ${columns} from segments where ${mine} and ${alive} and id = ${id}`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie),

      add: Effect.fnUntraced(function*({ description, filter, name }) {
        const { company_id } = yield* Caller
        const rows = yield* sql<Segment>`
          insert into segments ${sql.insert({ company_id, name, description, filter: JSON.stringify(filter) })}
          on conflict (company_id, sort_name) where deleted_at is null do nothing
          returning ${columns}`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie)
    })
  }))
}

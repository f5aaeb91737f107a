import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { CustomField, CustomFieldSort, Extensible, NewCustomField } from "#schemas/crm/custom-field"
import type { ValidationError } from "#schemas/kernel/errors"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import { countForLimit } from "../kernel/company-lock.ts"
import { byId, type Order, orderOf, page } from "../page.ts"

export interface CustomFieldQuery extends Paging {
  readonly object?: Extensible
  readonly sort: CustomFieldSort
}

const orders = {
  id: byId,
  key: { column: "key", type: "text", descending: false }
} as const satisfies Record<string, Order>

/** The fields that the caller's company added to its records. */
export class CustomFields extends Context.Service<CustomFields, {
  readonly page: (query: CustomFieldQuery) => Effect.Effect<Listed<CustomField>, ValidationError>
  /** All of an object's. */
  readonly of: (object: Extensible) => Effect.Effect<ReadonlyArray<CustomField>>
  /** How many an object has. Until the transaction ends no other adds one. */
  readonly count: (object: Extensible) => Effect.Effect<number>
  /** Nothing if the object has a field of this key. */
  readonly add: (field: NewCustomField) => Effect.Effect<Option.Option<CustomField>, never, Caller>
}>()("layers/crm/CustomFields") {
  static readonly layer = Layer.effect(CustomFields, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = sql.literal("company_id = (select current_company())")
    const columns = sql.literal("id, object, key, label, type, options, created_at")

    return CustomFields.of({
      page: ({ object, sort, ...paging }) => {
        const filters = object === undefined ? [] : [sql`object = ${object}`]
        return page<CustomField>(sql, {
          from: sql.literal("custom_fields"),
          columns,
          where: [mine, ...filters],
          order: orderOf(orders, sort),
          paging,
          counted: filters.length === 0 ? "custom_fields" : undefined
        }).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die))
      },

      of: (object) =>
        Effect.orDie(sql<CustomField>`select ${columns} from custom_fields where ${mine} and object = ${object} order by key`),

      count: (object) =>
        Effect.orDie(countForLimit(sql, "custom fields", sql`custom_fields where ${mine} and object = ${object}`)),

      add: Effect.fnUntraced(function*(field) {
        const { company_id } = yield* Caller
        const rows = yield* sql<CustomField>`
          insert into custom_fields ${sql.insert({ company_id, ...field, options: [...field.options] })}
          on conflict (company_id, object, key) do nothing
          returning ${columns}`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie)
    })
  }))
}

import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type {
  NewOrganization, Organization, OrganizationChanges, OrganizationId, OrganizationSort
} from "#schemas/crm/organization"
import type { ValidationError } from "#schemas/kernel/errors"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import { byId, type Order, orderOf, page } from "../page.ts"

export interface OrganizationQuery extends Paging {
  readonly search?: string
  readonly sort: OrganizationSort
}

const orders = {
  id: byId,
  name: { column: "sort_name", type: "text", descending: false },
  created_at: { column: "created_at", type: "timestamptz", descending: false },
  updated_at: { column: "updated_at", type: "timestamptz", descending: false }
} as const satisfies Record<string, Order>

/** The firms that contacts of the caller's company belong to. */
export class Organizations extends Context.Service<Organizations, {
  readonly page: (query: OrganizationQuery) => Effect.Effect<Listed<Organization>, ValidationError>
  /** `lock` keeps others from changing it, or naming it, until the transaction ends. */
  readonly find: (id: OrganizationId, how?: { readonly lock?: boolean }) => Effect.Effect<Option.Option<Organization>>
  readonly add: (organization: NewOrganization) => Effect.Effect<Organization, never, Caller>
  readonly change: (id: OrganizationId, changes: OrganizationChanges) => Effect.Effect<Organization>
  /** Gives its contacts, the binned ones too, its name for their `company_name`. */
  readonly spreadName: (id: OrganizationId, name: string) => Effect.Effect<void>
}>()("layers/crm/Organizations") {
  static readonly layer = Layer.effect(Organizations, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = sql.literal("company_id = (select current_company())")
    const alive = sql.literal("deleted_at is null")
    const columns = sql.literal("id, name, domain, phone, address, version, created_at, updated_at")

    return Organizations.of({
      page: ({ search, sort, ...paging }) => {
        const filters = search === undefined ? [] : [
          sql`sort_name >= lower(${search}::text) and sort_name < lower(${search}::text) || chr(1114111)`
        ]
        return page<Organization>(sql, {
          from: sql.literal("organizations"),
          columns,
          where: [mine, alive, ...filters],
          order: orderOf(orders, sort),
          paging,
          counted: filters.length === 0 ? "organizations" : undefined
        }).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die))
      },

      find: Effect.fnUntraced(function*(id, { lock = false } = {}) {
        const rows = yield* sql<Organization>`
          select ${columns} from organizations where ${mine} and id = ${id} and ${alive} ${sql.literal(lock ? "for update" : "")}`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie),

      add: Effect.fnUntraced(function*(organization) {
        const { company_id } = yield* Caller
        const rows = yield* sql<Organization>`
          insert into organizations ${sql.insert({ company_id, ...organization })} returning ${columns}`
        return rows[0]!
      }, Effect.orDie),

      change: Effect.fnUntraced(function*(id, changes) {
        const rows = yield* sql<Organization>`
          update organizations set ${sql.update({ ...changes })}, version = version + 1, updated_at = now()
          where ${mine} and id = ${id} returning ${columns}`
        return rows[0]!
      }, Effect.orDie),

      spreadName: Effect.fnUntraced(function*(id, name) {
        yield* sql`
          update contacts set company_name = ${name}, version = version + 1, updated_at = now()
          where ${mine} and organization_id = ${id} and company_name is distinct from ${name}`
      }, Effect.orDie)
    })
  }))
}

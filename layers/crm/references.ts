import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** Where the record lives that a field names, and whether it stays put until the transaction ends. */
const targets = {
  contact_id: { table: "contacts", owned: true },
  deal_id: { table: "deals", owned: true },
  organization_id: { table: "organizations", owned: true },
  pipeline_id: { table: "pipelines", owned: true },
  owner_id: { table: "users", owned: false },
  assignee_id: { table: "users", owned: false }
} as const

export type Reference = keyof typeof targets

/** Fields by which one record names others; those left out or `null` name none. */
export type Referring = { readonly [R in Reference]?: number | null }

const fields = Object.keys(targets) as ReadonlyArray<Reference>

/** Whether what a record is about to name is there, in the caller's company and outside the bin. */
export class References extends Context.Service<References, {
  /** Those fields whose record does not exist. The others' are kept from the bin until the transaction ends. */
  readonly missing: (referring: Referring) => Effect.Effect<ReadonlyArray<Reference>>
}>()("layers/crm/References") {
  static readonly layer = Layer.effect(References, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = sql.literal("company_id = (select current_company())")

    const lookup = (field: Reference, id: number) => {
      const { owned, table } = targets[field]
      const rest = sql.literal(owned ? "and deleted_at is null for key share" : "and removed_at is null")
      return sql`(select id from ${sql(table)} where ${mine} and id = ${id} ${rest}) as ${sql(field)}`
    }

    return References.of({
      missing: Effect.fnUntraced(function*(referring) {
        const named = fields.flatMap((field) => {
          const id = referring[field]
          return id === undefined || id === null ? [] : [{ field, id }]
        })
        if (named.length === 0) return []
        const [row] = yield* sql<{ readonly [R in Reference]?: number | null }>`
          select ${sql.csv(named.map(({ field, id }) => lookup(field, id)))}`
        return named.filter(({ field }) => row![field] === null).map(({ field }) => field)
      }, Effect.orDie)
    })
  }))
}

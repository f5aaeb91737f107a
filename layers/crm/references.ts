import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type Reference, referenceTargets } from "../categories.ts"

/** Fields by which one record names others; those left out or `null` name none. */
export type Referring = { readonly [R in Reference]?: number | null }

const fields = Object.keys(referenceTargets) as ReadonlyArray<Reference>

/** Those of the fields that name a record, with its id. */
export const referencesIn = (referring: Referring) =>
  fields.flatMap((field) => {
    const id = referring[field] ?? null
    return id === null ? [] : [{ field, id }]
  })

/** Whether the records that another record is about to name exist in the caller's company and are not deleted. */
export class References extends Context.Service<References>()("layers/crm/References", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const lookup = ({ field, id }: { readonly field: Reference; readonly id: number }) => {
      const { deleted, locked, table } = referenceTargets[field]
      const rest = sql.literal(`${deleted} is null ${locked ? "for key share" : ""}`)
      return sql`(select id from ${sql(table)} where company_id = (select current_company()) and id = ${id} and ${rest}) as ${sql(field)}`
    }

    return {
      /** Those fields whose record does not exist. The others' cannot be deleted until the transaction ends. */
      missing: Effect.fnUntraced(function*(referring: Referring) {
        const named = referencesIn(referring)
        if (named.length === 0) return []
        const [row] = yield* sql<Referring>`select ${sql.csv(named.map(lookup))}`
        return named.filter(({ field }) => row![field] === null)
      }, Effect.orDie)
    }
  })
}) {
  static readonly layer = Layer.effect(References, References.make)
}

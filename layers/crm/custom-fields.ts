import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type CustomField, customField, type Extensible } from "#schemas/crm/custom-field"
import { Conflict } from "#schemas/kernel/errors"
import { countForLimit } from "../kernel/company-lock.ts"
import { repository } from "../kernel/repository.ts"

/** The fields that the caller's company added to its records. */
export class CustomFields extends Context.Service<CustomFields>()("layers/crm/CustomFields", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const fields = yield* repository(customField, {
      counted: true,
      sort: { key: { column: "key", type: "text" } },
      equal: ["object"],
      unique: {
        custom_fields_company_id_object_key_key: ({ key, object }: Readonly<Record<string, unknown>>) =>
          new Conflict({
            message: `Another field of a ${String(object)} has this key.`,
            details: [{ field: "key", error: "already taken", received: String(key) }]
          })
      }
    })
    const { columns, inTenant } = fields.sql
    return {
      ...fields,
      /** How many an object has. Until the transaction ends no other adds one. */
      count: (object: Extensible) =>
        Effect.orDie(countForLimit(sql, "custom fields", sql`custom_fields where ${inTenant} and object = ${object}`)),
      /** All of an object's. */
      of: (object: Extensible) =>
        Effect.orDie(sql<CustomField>`select ${columns} from custom_fields where ${inTenant} and object = ${object} order by key`)
    }
  })
}) {
  static readonly layer = Layer.effect(CustomFields, CustomFields.make)
}

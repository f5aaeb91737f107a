import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type CustomField, customField, type Extensible, MOST_CLEARED } from "#schemas/crm/custom-field"
import { Conflict } from "#schemas/kernel/errors"
import { countForLimit } from "../kernel/company-lock.ts"
import { repository } from "../kernel/repository.ts"
import { exists, one } from "../kernel/sql.ts"

/** The fields that the caller's company added to its records. */
export class CustomFields extends Context.Service<CustomFields>()("layers/crm/CustomFields", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const fields = yield* repository(customField, {
      counted: true,
      sort: { key: { column: "key", type: "text" } },
      softDelete: true,
      equal: ["object"],
      unique: {
        custom_fields_key: ({ key, object }: Readonly<Record<string, unknown>>) =>
          new Conflict({
            message: `Another field of a ${String(object)} has this key.`,
            details: [{ field: "key", error: "already taken", received: String(key) }]
          })
      }
    })
    const { columns, inTenant, notDeleted } = fields.sql
    const recordsOf = ({ object }: CustomField) => sql.literal(`${object}s`)
    return {
      ...fields,
      /** How many an object has. Until the transaction ends no other adds one. */
      count: (object: Extensible) =>
        Effect.orDie(countForLimit(sql, "custom fields", sql`custom_fields where ${inTenant} and ${notDeleted} and object = ${object}`)),
      /** All of an object's. */
      of: (object: Extensible) =>
        Effect.orDie(sql<CustomField>`select ${columns} from custom_fields where ${inTenant} and ${notDeleted} and object = ${object} order by key`),
      /** Whether any record has one of these values. */
      isChosen: (field: CustomField, values: ReadonlyArray<string>) =>
        exists(sql`select 1 from ${recordsOf(field)} where ${inTenant} and custom_fields ->> ${field.key} = any(${[...values]}::text[]) limit 1`),
      /** Names of the segments and scoring rules that ask for it, the first few. */
      askedBy: ({ key, object }: CustomField) => {
        const asks = (column: string) =>
          sql`jsonb_path_exists(${sql.literal(column)}, '$.** ? (@.type == "custom" && @.key == $key)', jsonb_build_object('key', ${key}::text))`
        return object === "deal" ? Effect.succeed([]) : Effect.orDie(Effect.map(sql<{ name: string }>`
          select name from segments where ${inTenant} and ${notDeleted} and ${asks("filter")}
          union all select label from scoring_rules where ${inTenant} and ${asks("condition")} limit 5`, (rows) => rows.map(({ name }) => name)))
      },
      /** Empties it in all records, up to `MOST_CLEARED`; whether these were all. */
      clear: (field: CustomField) =>
        Effect.map(one(sql<{ n: number }>`
          with having_it as (
            select id from ${recordsOf(field)} where ${inTenant} and jsonb_exists(custom_fields, ${field.key}) order by id limit ${MOST_CLEARED + 1} for update
          ), emptied as (
            update ${recordsOf(field)} set custom_fields = custom_fields - ${field.key}::text, version = version + 1, updated_at = now()
            where ${inTenant} and id in (select id from having_it) returning id
          )
          select count(*) as n from emptied`), ({ n }) => n <= MOST_CLEARED)
    }
  })
}) {
  static readonly layer = Layer.effect(CustomFields, CustomFields.make)
}

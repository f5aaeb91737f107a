import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { RunId } from "#schemas/workflows/run"
import { MOST_CHARACTERS, type SearchAttributes as Values, type SearchAttributeType, type SearchAttributeValue } from "#schemas/workflows/search-attribute"
import { inTenant } from "../kernel/sql.ts"

/** By which values the runs of a workflow are found. */
export interface DeclaredAttributes {
  readonly types: { readonly [name: string]: SearchAttributeType }
  /** Those that follow from what a run is started with, which is JSON. */
  readonly of: (payload: unknown) => Effect.Effect<Values>
}

/** What a filter asks of one. */
export interface AttributeCondition {
  readonly name: string
  readonly type: SearchAttributeType
  readonly compare: "=" | ">=" | "<"
  readonly value: SearchAttributeValue
}

/** Which column holds values of a type; an index leads from each to its runs. */
const columns: Readonly<Record<SearchAttributeType, string>> = {
  text: "text_value", number: "number_value", boolean: "boolean_value", time: "time_value"
}

type Types = { readonly [name: string]: SearchAttributeType }

/** Values as rows of the table. */
export const attributeRows = (types: Types, values: Values): string =>
  JSON.stringify(Object.entries(values).map(([name, value]) => {
    const type = types[name]!
    return { name, [columns[type]]: type === "text" ? String(value).toWellFormed().replaceAll("\0", "").slice(0, MOST_CHARACTERS) : value }
  }))

/** `attributeRows` within a statement. */
export const attributeRecords = (sql: SqlClient.SqlClient, rows: string): Statement.Fragment =>
  sql`jsonb_to_recordset(${rows}::jsonb) as a (name text, text_value text, number_value float8, boolean_value boolean, time_value timestamptz)`

/** All of a run, as one value of a list of runs. */
export const attributesColumn = `coalesce((select jsonb_object_agg(a.name, coalesce(to_jsonb(a.text_value), to_jsonb(a.number_value), to_jsonb(a.boolean_value),
  to_jsonb(to_char(a.time_value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))) from workflow_run_attributes a
  where a.company_id = workflow_runs.company_id and a.run_id = workflow_runs.id), '{}') as search_attributes`

/** Holds for the runs that have such a value. */
export const attributeCondition = (sql: SqlClient.SqlClient, { compare, name, type, value }: AttributeCondition): Statement.Fragment =>
  sql`workflow_runs.id in (select a.run_id from workflow_run_attributes a
    where ${inTenant(sql, "a")} and a.name = ${name} and ${sql.literal(`a.${columns[type]}`)} ${sql.literal(compare)} ${value})`

/** What runs are found by. */
export class SearchAttributes extends Context.Service<SearchAttributes>()("layers/workflows/SearchAttributes", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const ofTenant = inTenant(sql)

    return {
      /** What the workflows of this process declare, by their names; of several versions all together. */
      declared: new Map<string, DeclaredAttributes>(),

      /** The type of one that only another program declares, where a run of the company has it. */
      kept: Effect.fnUntraced(function*(name: string, workflow: string | undefined) {
        const [row] = yield* sql<{ type: SearchAttributeType }>`
          select case when a.text_value is not null then 'text' when a.number_value is not null then 'number'
              when a.boolean_value is not null then 'boolean' else 'time' end as type
          from workflow_run_attributes a join workflow_runs r on r.company_id = a.company_id and r.id = a.run_id
          where ${inTenant(sql, "a")} and a.name = ${name} and (${workflow ?? null}::text is null or r.workflow = ${workflow ?? null}::text) limit 1`
        return row?.type
      }, Effect.orDie),

      /** Sets some of a run, and takes away those that are to be null. */
      set: Effect.fnUntraced(function*(run: RunId, types: Types, values: { readonly [name: string]: SearchAttributeValue | null }) {
        const entries = Object.entries(values)
        const gone = entries.filter(([, value]) => value === null).map(([name]) => name)
        const rows = attributeRows(types, Object.fromEntries(entries.filter(([, value]) => value !== null)) as Values)
        yield* sql`delete from workflow_run_attributes where ${ofTenant} and run_id = ${run} and name = any(${gone}::text[])`
        yield* sql`insert into workflow_run_attributes (company_id, run_id, name, text_value, number_value, boolean_value, time_value)
          select current_company(), ${run}, a.* from ${attributeRecords(sql, rows)}
          on conflict (company_id, run_id, name) do update set text_value = excluded.text_value, number_value = excluded.number_value,
            boolean_value = excluded.boolean_value, time_value = excluded.time_value`
      }, Effect.orDie)
    }
  })
}) {
  static readonly layer = Layer.effect(SearchAttributes, SearchAttributes.make)
}

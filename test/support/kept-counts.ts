import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Each total of the rows that have one value of a column, as it is kept, equals their number. */
const partsAreExact = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const kept = yield* sql<{ part: string; ofModes: boolean }>`
    select distinct split_part(relation, '/', 1) as part, exists (select from information_schema.columns
      where table_name = split_part(relation, '.', 1) and column_name = 'livemode') as "ofModes"
    from row_counts where strpos(split_part(relation, '/', 1), '.') > 0`
  for (const { ofModes, part } of kept) {
    const [table = "", column = ""] = part.split(".")
    const mode = sql.literal(ofModes ? " || case when livemode then '/live' else '/test' end" : "")
    assert.deepStrictEqual(
      yield* sql`select company_id, relation, n, counted from (
          select company_id, ${`${part}/`}::text || ${sql(column)} ${mode} as relation, count(*) as n from ${sql(table)} where ${sql(column)} is not null group by 1, 2) t
        full join (select company_id, relation, sum(n) as counted from row_counts where starts_with(relation, ${`${part}/`}) group by 1, 2) k
          using (company_id, relation)
        where coalesce(n, 0) <> coalesce(counted, 0)`,
      [],
      part
    )
  }
})

/** Each total that is kept equals the number of rows, for every company and mode. Needs the owner's connection. */
export const keptCountsAreExact = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const kept = yield* sql<{ relation: string; ofModes: boolean; hasBin: boolean }>`
    select g.tgrelid::regclass::text as relation, p.proname = 'count_inserted_of_modes' as "ofModes", p.proname = 'count_inserted' as "hasBin"
    from pg_trigger g join pg_proc p on p.oid = g.tgfoid where g.tgname = 'count_inserted' and starts_with(p.proname, 'count_inserted')`
  assert.isNotEmpty(kept)
  for (const { hasBin, ofModes, relation } of kept) {
    const name = ofModes ? sql`${relation}::text || case when livemode then '/live' else '/test' end` : sql`${relation}::text`
    assert.deepStrictEqual(
      yield* sql`select company_id, relation, n, counted from (
          select company_id, ${name} as relation, count(*) as n from ${sql(relation)} ${sql.literal(hasBin ? "where deleted_at is null" : "")} group by 1, 2) t
        full join (select company_id, relation, sum(n) as counted from row_counts where relation = ${relation} or starts_with(relation, ${`${relation}/`})
          group by 1, 2) k using (company_id, relation)
        where coalesce(n, 0) <> coalesce(counted, 0)`,
      [],
      relation
    )
  }
  yield* partsAreExact
})

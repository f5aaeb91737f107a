import { assert, layer } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseUrl, FreshDatabase, OwnerSql, sessionAs } from "../support/database.ts"
import { keptCountsAreExact } from "../support/kept-counts.ts"

const SLOTS = 32
/** Some are begun at the same moment by others, so a few more than the slots may be needed. */
const MOST_SESSIONS = 3 * SLOTS

const company = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`insert into companies (name, tier) values ('acme', 'starter')`)

/** Two sessions whose processes have numbers that lead to the same slot. */
const neighbours = Effect.gen(function*() {
  const found = new Map<number, SqlClient.SqlClient>()
  for (let n = 0; n < MOST_SESSIONS; n++) {
    const sql = yield* sessionAs("app", yield* DatabaseUrl)
    const [row] = yield* sql<{ slot: number }>`select pg_backend_pid() % ${SLOTS}::int as slot`
    const other = found.get(row!.slot)
    if (other !== undefined) return [other, sql] as const
    found.set(row!.slot, sql)
  }
  return yield* Effect.die("no two sessions share a slot")
})

layer(FreshDatabase(company), { excludeTestServices: true })("kept counts", (it) => {
  it.effect("keep no two transactions waiting for each other, whatever the order of what they write", () =>
    Effect.gen(function*() {
      const [one, two] = yield* neighbours
      const [oneWrote, twoWrote] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const contact = "insert into contacts (company_id, first_name) values (1, 'Ann')"
      const order = "insert into orders (company_id, amount, currency, lines, discount, order_discount, subtotal, tax, taxes, livemode) " +
        "values (1, 1, 'USD', '[]', 0, 0, 1, 0, '[]', true)"
      const both = (sql: SqlClient.SqlClient, [first, second]: readonly [string, string], wrote: Deferred.Deferred<void>, other: Deferred.Deferred<void>) =>
        sql.withTransaction(Effect.gen(function*() {
          yield* sql`select set_config('app.company_id', '1', true)`
          yield* sql.unsafe(first)
          yield* Deferred.succeed(wrote, undefined)
          yield* Deferred.await(other)
          yield* sql.unsafe(second)
        }))
      yield* Effect.all([both(one, [contact, order], oneWrote, twoWrote), both(two, [order, contact], twoWrote, oneWrote)], { concurrency: "unbounded" })
      const owner = yield* OwnerSql
      assert.deepStrictEqual(yield* owner`select relation, sum(n)::int as n from row_counts group by 1 order by 1`,
        [{ relation: "contacts", n: 2 }, { relation: "orders/live", n: 2 }])
      yield* Effect.provideService(keptCountsAreExact, SqlClient.SqlClient, owner)
    }))
})

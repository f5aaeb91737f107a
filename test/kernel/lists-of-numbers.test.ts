import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { JobsSql, SystemSql } from "#layers/database/connections"
import { FreshDatabase, OwnerSql } from "../support/database.ts"

layer(FreshDatabase(Effect.void), { excludeTestServices: true })("a list of whole numbers", (it) => {
  it.effect("reaches PostgreSQL as bigint[] from every connection, so that comparing with it casts nothing", () =>
    Effect.gen(function*() {
      for (const sql of [yield* SqlClient.SqlClient, yield* SystemSql, yield* JobsSql, yield* OwnerSql]) {
        assert.deepStrictEqual(yield* sql`select pg_typeof(${[1, -2]})::text as list, ${[1, -2, 2 ** 31 - 1]}::bigint[] as ids, ${[7, -8]}::int[] as small,
          ${-9} as one, 3::int = any(${[1, 3]}) as found`, [{ list: "bigint[]", ids: [1, -2, 2 ** 31 - 1], small: [7, -8], one: -9, found: true }])
      }
    }))
})

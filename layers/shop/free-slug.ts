import { Effect, Random } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { inTenant } from "../kernel/sql.ts"

/** Numbers that are tried before one by chance is taken. */
const TRIED = 20

/** A slug that no record of a table has: as wanted, or with a number after it. */
export const freeSlug = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, table: Statement.Fragment, wanted: string) {
  const candidates = [wanted, ...Array.from({ length: TRIED - 1 }, (_, n) => `${wanted}-${n + 2}`)]
  const found = yield* Effect.orDie(sql<{ slug: string }>`select slug from ${table} where ${inTenant(sql)} and slug = any(${candidates}::text[])`)
  const taken = new Set(found.map(({ slug }) => slug))
  return candidates.find((one) => !taken.has(one)) ?? `${wanted}-${yield* Random.nextIntBetween(1_000_000, 1_000_000_000)}`
})

import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { chainOf } from "#layers/kernel/receipts/chain"
import { OwnerSql } from "./database.ts"

/** Waits until the chores have numbered every event and sealed every receipt; up to 30 seconds. */
export const settled = Effect.gen(function*() {
  const sql = yield* OwnerSql
  for (let waiting = 1; waiting > 0;) {
    yield* Effect.sleep("50 millis")
    const [row] = yield* sql<{ n: number }>`select
      (select count(*) from receipts where sequence is null) + (select count(*) from events where sequence is null) as n`
    waiting = row!.n
  }
}).pipe(Effect.timeout("90 seconds"), Effect.orDie)

/** How many receipts of a company's chain are proved, and what is wrong after them. */
export const faultsOfChain = Effect.fnUntraced(function*(company: number) {
  const { broken, receipts } = yield* Effect.provideService(chainOf(company), SqlClient.SqlClient, yield* OwnerSql)
  return { length: receipts, faults: broken === null ? [] : [broken.says] }
}, Effect.orDie)

/** The numbers of a company's events, in order. */
export const eventNumbers = Effect.fnUntraced(function*(company: number) {
  const sql = yield* OwnerSql
  const rows = yield* sql<{ sequence: number }>`select sequence from events where company_id = ${company} order by sequence`
  return rows.map(({ sequence }) => sequence)
}, Effect.orDie)

import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { StartFailure } from "#schemas/kernel/start-failure"
import { type Chain, chained, chainOf } from "../kernel/receipts/chain.ts"

/** What a backup turned out to hold. */
export interface Contents {
  readonly companies: number
  readonly receipts: number
  /** When the newest receipt was written; `null` where there is none. */
  readonly newest: string | null
}

/** A chain that waits for its seals is whole as far as it goes: nothing seals in a backup. */
const isBroken = ({ broken }: Chain) => broken !== null && broken.fault !== "unsealed"

/** Reads what there is, and proves the receipts of each company. */
export const contents = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [{ newest }] = (yield* sql<{ newest: string | null }>`
    select to_char(max(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as newest from receipts`) as [{ newest: string | null }]
  const [{ companies }] = (yield* sql<{ companies: number }>`select count(*)::int as companies from companies`) as [{ companies: number }]
  const chains = yield* Effect.forEach(yield* chained, (id) => chainOf(id))
  const broken = chains.find(isBroken)
  if (broken !== undefined) {
    return yield* new StartFailure({ message: `The receipts of company ${broken.company_id} are not whole: ${broken.broken?.says}` })
  }
  return { companies, receipts: chains.reduce((sum, { receipts }) => sum + receipts, 0), newest } satisfies Contents
})

/** When the last change was made that was taken from the log, in PostgreSQL's own precision; `null` where none was. */
export const lastReplayed = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ at: string | null }>`
    select to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`
  return row!.at
})

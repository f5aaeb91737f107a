import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { one } from "./sql.ts"

/** What time it is in the test mode of the caller's company, in epoch milliseconds. */
export class TestTime extends Context.Service<TestTime, { readonly now: Effect.Effect<number> }>()("layers/kernel/TestTime") {
  static readonly layer = Layer.effect(TestTime, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return TestTime.of({
      now: Effect.map(one(sql<{ ms: number }>`
        select floor(extract(epoch from company_now(false)) * 1000)::float8 as ms`), ({ ms }) => ms)
    })
  }))
}

/**
 * What time it is for the caller, in epoch milliseconds: real time in live mode, without a query; in test mode the time of the
 * company's test clock. Every rule about a record that has a mode asks this. What was done is dated by real time all the same:
 * receipts, events, `created_at`; and so are keys, sessions, limits, and records that both modes share.
 */
export const companyNow: Effect.Effect<number, never, Caller> = Effect.flatMap(Caller, ({ mode }) =>
  mode === "live"
    ? Clock.currentTimeMillis
    /* Programs that a test runs in memory have no test clock. */
    : Effect.flatMap(Effect.serviceOption(TestTime), (time) => time._tag === "Some" ? time.value.now : Clock.currentTimeMillis))

/** The same within a statement, for rows that say their mode in `livemode`. */
export const companyTime = Statement.fragment([Statement.literal("company_now(livemode)")])

import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Rhythm } from "#schemas/analytics/forecast"
import { Caller } from "#schemas/kernel/tenancy"
import { inTenant } from "../kernel/sql.ts"
import type { Instants } from "./revenue.ts"

interface Bucket {
  /** The first day of it. */
  readonly key: string
  readonly n: number
}

/** How many there were in each day, week or month of the caller's company. */
export class FigureHistory extends Context.Service<FigureHistory>()("layers/analytics/FigureHistory", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const bucket = (every: Rhythm, column: string) => sql.literal(
      `date_trunc('${every}', ${column} at time zone (select time_zone from companies where id = (select current_company())))::date::text`)
    return {
      new_leads: (every: Rhythm, { from, until }: Instants) =>
        Effect.orDie(sql<Bucket>`select ${bucket(every, "created_at")} as key, count(*)::int as n from contacts
          where ${inTenant(sql)} and deleted_at is null and created_at >= ${from} and created_at < ${until} group by 1 order by 1`),
      appointments: Effect.fnUntraced(function*(every: Rhythm, { from, until }: Instants) {
        const { mode } = yield* Caller
        return yield* Effect.orDie(sql<Bucket>`select ${bucket(every, "starts_at")} as key, count(*)::int as n from appointments
          where ${inTenant(sql)} and livemode = ${mode === "live"} and status not in ('canceled', 'declined') and starts_at >= ${from} and starts_at < ${until}
          group by 1 order by 1`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(FigureHistory, FigureHistory.make)
}

import { randomBytes } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { SystemSql } from "#layers/database/connections"
import { repository } from "#layers/kernel/repository"
import { first, inTenant } from "#layers/kernel/sql"
import type { CompanyId } from "#schemas/kernel/ids"
import { Caller, type Mode } from "#schemas/kernel/tenancy"
import { booking } from "./booking.ts"

/** Bookings of the caller's company and mode; of a visitor, only the visitor's own. */
export class Bookings extends Context.Service<Bookings>()("layers/Bookings", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const visible = Effect.map(Caller, ({ visitor }) =>
      visitor === undefined || visitor.way === "token" ? sql`true` : sql`visitor = ${visitor.id}`)
    const bookings = yield* repository(booking, { softDelete: true, visible })
    return {
      ...bookings,
      add: Effect.fnUntraced(function*(values: typeof booking.create.Type) {
        const { mode, visitor } = yield* Caller
        const token = `bk_${randomBytes(24).toString("base64url")}`
        return yield* bookings.create({ ...values, visitor: visitor?.id ?? null, livemode: mode === "live", token }, { events: ["test.ping"] })
      }),
      idOf: (token: string) => first(sql<{ id: number }>`select id from bookings where ${inTenant(sql)} and token = ${token}`),
      /** Whose company a token names, before anybody is let in. */
      companyOf: (token: string) =>
        first(system<{ company_id: CompanyId; mode: Mode }>`
          select company_id, case when livemode then 'live' else 'test' end as mode from bookings where token = ${token} and deleted_at is null`)
    }
  })
}) {
  static readonly layer = Layer.effect(Bookings, Bookings.make)
}

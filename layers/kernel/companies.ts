import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { Me } from "#schemas/auth/session"
import type { CompanyId } from "#schemas/kernel/ids"
import { Caller, type Tier } from "#schemas/kernel/tenancy"
import { Company } from "../database/tenant-connection.ts"

/** Tenants of the platform. */
export class Companies extends Context.Service<Companies>()("layers/Companies", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return {
      find: (id: CompanyId) =>
        sql<{ id: CompanyId; tier: Tier }>`select id, tier from companies where id = ${id}`.pipe(
          Effect.map((rows) => Option.fromNullishOr(rows[0])),
          Effect.provideService(Company, id),
          Effect.orDie
        ),
      /** The caller's, as it knows itself. */
      own: Effect.gen(function*() {
        const { company_id } = yield* Caller
        const [company] = yield* sql<Me["company"]>`select id, name, tier, currency, time_zone from companies where id = ${company_id}`
        return company!
      }).pipe(Effect.orDie)
    }
  })
}) {
  static readonly layer = Layer.effect(Companies, Companies.make)
}

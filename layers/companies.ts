import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#schemas/kernel/ids"
import type { Tier } from "#schemas/kernel/tenancy"
import { Company } from "./confined.ts"

/** Tenants of the platform. */
export class Companies extends Context.Service<Companies, {
  readonly find: (id: CompanyId) => Effect.Effect<Option.Option<{ readonly id: CompanyId; readonly tier: Tier }>>
}>()("layers/Companies") {
  static readonly layer = Layer.effect(Companies, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return Companies.of({
      find: (id) =>
        sql<{ id: CompanyId; tier: Tier }>`select id, tier from companies where id = ${id}`.pipe(
          Effect.map((rows) => Option.fromNullishOr(rows[0])),
          Effect.provideService(Company, id),
          Effect.orDie
        )
    })
  }))
}

import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { plan } from "#schemas/payments/plan"
import { repository } from "../kernel/repository.ts"

/** Plans of the caller's company, of the caller's mode. */
export class Plans extends Context.Service<Plans>()("layers/payments/Plans", {
  make: Effect.flatMap(SqlClient.SqlClient, (sql) =>
    repository(plan, { visible: Effect.map(Caller, ({ mode }) => sql`livemode = ${mode === "live"}`) }))
}) {
  static readonly layer = Layer.effect(Plans, Plans.make)
}

import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { refund } from "#schemas/payments/refund"
import { repository } from "../kernel/repository.ts"

/** Refunds of the caller's company, of the caller's mode. */
export class Refunds extends Context.Service<Refunds>()("layers/payments/Refunds", {
  make: Effect.flatMap(SqlClient.SqlClient, (sql) =>
    repository(refund, {
      visible: Effect.map(Caller, ({ mode }) => sql`livemode = ${mode === "live"}`),
      /** The provider's name of it. */
      internal: { reference: Schema.NullOr(Schema.String) }
    }))
}) {
  static readonly layer = Layer.effect(Refunds, Refunds.make)
}

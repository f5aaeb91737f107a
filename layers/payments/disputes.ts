import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { dispute, type DisputeId } from "#schemas/payments/dispute"
import { repository } from "../kernel/repository.ts"
import { first } from "../kernel/sql.ts"

/** Disputes of the caller's company, of the caller's mode. */
export class Disputes extends Context.Service<Disputes>()("layers/payments/Disputes", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const disputes = yield* repository(dispute, { counted: true })
    return {
      ...disputes,
      /** The one that the provider calls so. */
      called: (reference: string) =>
        first(sql<{ id: typeof DisputeId.Type }>`select id from disputes where ${disputes.sql.inTenant} and reference = ${reference}`)
    }
  })
}) {
  static readonly layer = Layer.effect(Disputes, Disputes.make)
}

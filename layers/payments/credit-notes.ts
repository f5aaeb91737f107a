import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { creditNote } from "#schemas/payments/credit-note"
import { repository } from "../kernel/repository.ts"

/** Credit notes of the caller's company, of the caller's mode. */
export class CreditNotes extends Context.Service<CreditNotes>()("layers/payments/CreditNotes", {
  make: Effect.flatMap(SqlClient.SqlClient, (sql) =>
    repository(creditNote, {
      table: "credit_notes",
      visible: Effect.map(Caller, ({ mode }) => sql`livemode = ${mode === "live"}`),
      equal: ["invoice_id"]
    }))
}) {
  static readonly layer = Layer.effect(CreditNotes, CreditNotes.make)
}

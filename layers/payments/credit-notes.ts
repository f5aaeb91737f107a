import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type CreditNote, creditNote } from "#schemas/payments/credit-note"
import type { InvoiceId } from "#schemas/payments/invoice"
import { repository } from "../kernel/repository.ts"

/** Credit notes of the caller's company, of the caller's mode. */
export class CreditNotes extends Context.Service<CreditNotes>()("layers/payments/CreditNotes", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const notes = yield* repository(creditNote, { table: "credit_notes", equal: ["invoice_id"] })
    return {
      ...notes,
      /** Those of these invoices, the oldest first. */
      ofInvoices: (ids: ReadonlyArray<InvoiceId>) =>
        Effect.orDie(sql<CreditNote>`select ${notes.sql.columns} from credit_notes
          where ${notes.sql.inTenant} and invoice_id = any(${[...ids]}::bigint[]) order by id`)
    }
  })
}) {
  static readonly layer = Layer.effect(CreditNotes, CreditNotes.make)
}

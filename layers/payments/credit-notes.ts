import { Context, Layer } from "effect"
import { creditNote } from "#schemas/payments/credit-note"
import { repository } from "../kernel/repository.ts"

/** Credit notes of the caller's company, of the caller's mode. */
export class CreditNotes extends Context.Service<CreditNotes>()("layers/payments/CreditNotes", {
  make: repository(creditNote, { table: "credit_notes", equal: ["invoice_id"] })
}) {
  static readonly layer = Layer.effect(CreditNotes, CreditNotes.make)
}

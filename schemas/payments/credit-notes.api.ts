import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { creditNote, CreditNote } from "./credit-note.ts"
import { InvoiceId } from "./invoice.ts"

export const create_credit_note = operation.create("create_credit_note", "/gateway/invoices/:id/credit-notes", creditNote.create, CreditNote, {
  params: { id: InvoiceId },
  errors: [NotFound, Conflict],
  summary: "Credit an invoice",
  description: "Takes back a part or all of a finalized invoice, never more than it says. What was not paid is no longer owed; what was paid becomes " +
    "the customer's credit, which `refund_payment` pays out.",
  requiresConsent: true,
  undo: "nothing"
})

export const list_credit_notes = operation.list("list_credit_notes", "/gateway/invoices/:id/credit-notes", CreditNote, {
  ...creditNote.list,
  params: { id: InvoiceId },
  surfaces: ["portal"],
  summary: "List credit notes of an invoice",
  description: "What was taken back of an invoice."
})

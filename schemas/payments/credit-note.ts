import { Schema } from "effect"
import { entity, field, since } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { Cents, inCents, PositiveCents } from "#schemas/kernel/money"
import { line, prose } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { InvoiceId } from "./invoice.ts"

export const CreditNoteId = Id.pipe(Schema.brand("CreditNoteId"))

/** What a company takes back of an invoice. */
export const creditNote = entity("CreditNote", {
  id: field.readOnly(CreditNoteId),
  number: field.readOnly(Schema.String.annotate({ description: "Without gaps, for live and for test ones apart.", examples: ["CN-000007"] })),
  invoice_id: field.readOnly(InvoiceId),
  amount: field.each({
    read: Cents.annotate({ description: inCents("Taken back, with tax.") }),
    create: Schema.optionalKey(PositiveCents.annotate({ description: "In the smallest unit, with tax; all that can be taken back if left out." }))
  }),
  tax: field.readOnly(Cents.annotate({ description: inCents("How much of it is tax.") })),
  waived_amount: field.readOnly(Cents.annotate({
    description: inCents("So much is no longer owed. The rest was paid: it is credit of the customer, until a refund of the payment pays it out.")
  })),
  currency: field.readOnly(Schema.String.annotate({ examples: ["USD"] })),
  reason: field.nullable(prose(500), { description: "Stands on it.", examples: ["Two manuals came back."] }),
  issued_on: field.readOnly(Schema.String.annotate({ description: "By the company's time zone.", examples: ["2026-12-20"] })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Of an invoice that was made with a live key." })),
  created_at: field.readOnly(Timestamp)
}, {
  description: "What a company takes back of an invoice. It is never changed.",
  label: ({ number }) => number,
  filters: {
    number: line(40).annotate({ examples: ["CN-000007"] }),
    since: since("created_at", Instant.annotate({ description: "Made at or after this." }))
  },
  sort: ["id", "created_at"]
})
export const CreditNote = creditNote.read
export type CreditNote = typeof CreditNote.Type

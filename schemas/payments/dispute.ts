import { Schema } from "effect"
import { entity, field, since, versioned } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { Cents, inCents } from "#schemas/kernel/money"
import { phrase } from "#schemas/kernel/phrase"
import { Instant } from "#schemas/kernel/time"
import { PaymentId } from "./payment.ts"

export const DisputeId = Id.pipe(Schema.brand("DisputeId"))

export const DisputeState = Schema.Literals(["open", "won", "lost"]).annotate({
  description: "`won`: the money came back. `lost`: it stays with the customer.", examples: ["open"]
})
export type DisputeState = typeof DisputeState.Type

/** A payment that a customer disputes with their bank. */
export const dispute = entity("Dispute", {
  id: field.readOnly(DisputeId),
  payment_id: field.readOnly(PaymentId),
  state: field.readOnly(DisputeState),
  amount: field.readOnly(Cents.annotate({ description: inCents("What the bank took back until it is decided.") })),
  currency: field.readOnly(Schema.String.annotate({ examples: ["USD"] })),
  reason: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "The bank's code.", examples: ["product_not_received"] })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Of a payment that was made with a live key." })),
  ...versioned
}, {
  description: "A payment that a customer disputes with their bank.",
  label: ({ id, reason }) => reason ?? phrase`dispute ${id}`,
  filters: {
    payment_id: PaymentId,
    state: DisputeState,
    since: since("created_at", Instant.annotate({ description: "Told at or after this." }))
  },
  sort: ["id", "created_at"]
})
export const Dispute = dispute.read

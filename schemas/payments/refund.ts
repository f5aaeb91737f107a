import { Schema } from "effect"
import { entity, field, since, versioned } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { Cents, PositiveCents } from "#schemas/kernel/money"
import { phrase } from "#schemas/kernel/phrase"
import { Instant } from "#schemas/kernel/time"
import { PaymentId, words } from "./payment.ts"

export const RefundId = Id.pipe(Schema.brand("RefundId"))
export type RefundId = typeof RefundId.Type

export const RefundState = Schema.Literals(["processing", "succeeded", "failed"]).annotate({
  description: "`processing`: the provider is asked, and it is not known yet.", examples: ["succeeded"]
})

/** Money of a payment that is given back. */
export const refund = entity("Refund", {
  id: field.readOnly(RefundId),
  payment_id: field.readOnly(PaymentId),
  state: field.readOnly(RefundState),
  amount: field.each({
    read: Cents,
    create: Schema.optionalKey(PositiveCents.annotate({ description: "In the smallest unit; all that is left of the payment if left out." }))
  }),
  currency: field.readOnly(Schema.String.annotate({ examples: ["USD"] })),
  reason: field.nullable(words(500), { description: "Why, for the company.", examples: ["Sent back"] }),
  failure_code: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "The provider's code.", examples: ["charge_already_refunded"] })),
  failure_message: field.readOnly(Schema.NullOr(Schema.String)),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Of a payment that was made with a live key." })),
  ...versioned
}, {
  description: "Money of a payment that is given back.",
  label: ({ id, reason }) => reason ?? phrase`refund ${id}`,
  filters: {
    payment_id: PaymentId,
    state: RefundState,
    since: since("created_at", Instant.annotate({ description: "Made at or after this." }))
  },
  sort: ["id", "created_at"]
})
export const Refund = refund.read
export type Refund = typeof Refund.Type

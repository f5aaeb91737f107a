import { Schema } from "effect"
import { below, entity, field, since } from "#schemas/kernel/entity"
import { Id, UserId } from "#schemas/kernel/ids"
import { Cents, Currency, inCents } from "#schemas/kernel/money"
import { phrase } from "#schemas/kernel/phrase"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { CommissionRule } from "./commission-rule.ts"
import { InvoiceId } from "./invoice.ts"
import { OrderId } from "./order.ts"
import { PaymentId } from "./payment.ts"

export const CommissionId = Id.pipe(Schema.brand("CommissionId"))
export type CommissionId = typeof CommissionId.Type
export const CommissionPayoutId = Id.pipe(Schema.brand("CommissionPayoutId"))
export type CommissionPayoutId = typeof CommissionPayoutId.Type

export const CommissionState = Schema.Literals(["accrued", "paid_out", "clawed_back"]).annotate({
  description: "`accrued`: earned and not paid out yet. `clawed_back`: all of it was taken back, because what was paid went back.",
  examples: ["accrued"]
})

/** What a seller earned by a payment. */
export const commission = entity("Commission", {
  id: field.readOnly(CommissionId),
  seller_id: field.readOnly(UserId.annotate({ description: "The member who sold." })),
  payment_id: field.readOnly(Schema.NullOr(PaymentId).annotate({ description: "`null` where the company itself took the money for an invoice." })),
  order_id: field.readOnly(Schema.NullOr(OrderId)),
  invoice_id: field.readOnly(Schema.NullOr(InvoiceId)),
  state: field.readOnly(CommissionState),
  rule: field.readOnly(CommissionRule.annotate({ description: "The rule, as it was then." })),
  base_amount: field.readOnly(Cents.annotate({ description: inCents("What was paid of what the rule is for, without tax."), examples: [100_000] })),
  month_amount: field.readOnly(Cents.annotate({
    description: inCents("What the seller had sold before in that month, by the company's time zone, less what went back."), examples: [250_000]
  })),
  amount: field.readOnly(Cents.annotate({ description: inCents("What the seller earned."), examples: [5_000] })),
  clawed_back_amount: field.readOnly(Cents.annotate({ description: inCents("Taken back of that, for refunds and disputes that were lost."), examples: [0] })),
  paid_out_amount: field.readOnly(Cents.annotate({
    description: inCents("Paid out of it. What is clawed back after that is taken off the next payout."), examples: [0]
  })),
  currency: field.readOnly(Schema.String.annotate({ examples: ["USD"] })),
  payout_id: field.readOnly(Schema.NullOr(CommissionPayoutId).annotate({ description: "The payout that paid it out." })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Of a payment that was made with a live key." })),
  accrued_at: field.readOnly(Timestamp.annotate({ description: "By the clock of the company; in test mode by its test clock." })),
  created_at: field.readOnly(Timestamp)
}, {
  description: "What a seller earned by a payment.",
  label: ({ id, rule }) => phrase`commission ${id}: ${rule.name}`,
  filters: {
    seller_id: UserId,
    state: CommissionState,
    currency: Currency,
    payment_id: PaymentId,
    order_id: OrderId,
    invoice_id: InvoiceId,
    payout_id: CommissionPayoutId,
    since: since("accrued_at", Instant.annotate({ description: "Earned at or after this." })),
    until: below("accrued_at", Instant.annotate({ description: "Earned before this." }))
  },
  sort: ["id", "created_at", "amount"]
})
export const Commission = commission.read
export type Commission = typeof Commission.Type

/** Commissions of a seller that were paid out together. */
export const commissionPayout = entity("CommissionPayout", {
  id: field.readOnly(CommissionPayoutId),
  seller_id: field.each({
    read: UserId.annotate({ description: "The member who is paid." }),
    create: UserId.annotate({ description: "The member who is paid." })
  }),
  currency: field.each({
    read: Schema.String.annotate({ examples: ["USD"] }),
    create: Schema.optionalKey(Currency.annotate({ description: "The company's currency if left out.", examples: ["USD"] }))
  }),
  until: field.each({
    read: Timestamp.annotate({ description: "What was earned before this." }),
    create: Schema.optionalKey(Instant.annotate({ description: "What was earned before this; all of it if left out.", examples: ["2030-01-01T00:00:00Z"] }))
  }),
  earned_amount: field.readOnly(Cents.annotate({ description: inCents("Of the commissions that were not paid out before, less what was clawed back of them."), examples: [5_000] })),
  deducted_amount: field.readOnly(Cents.annotate({ description: inCents("Taken off, because it was clawed back after it had been paid out."), examples: [0] })),
  amount: field.readOnly(Cents.annotate({ description: inCents("What is paid out: earned less deducted."), examples: [5_000] })),
  livemode: field.readOnly(Schema.Boolean),
  created_at: field.readOnly(Timestamp)
}, {
  description: "Commissions of a seller that were paid out together.",
  label: ({ id, seller_id }) => phrase`payout ${id} to ${seller_id}`,
  filters: {
    seller_id: UserId,
    currency: Currency,
    since: since("created_at", Instant.annotate({ description: "Made at or after this." }))
  },
  sort: ["id", "created_at", "amount"]
})
export const CommissionPayout = commissionPayout.read

import { Schema } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Id, UserId } from "#schemas/kernel/ids"
import { Cents, inCents } from "#schemas/kernel/money"
import { phrase } from "#schemas/kernel/phrase"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { InvoiceId } from "./invoice.ts"
import { PaymentMethodId } from "./method.ts"
import { PlanId, TrialDays } from "./plan.ts"

export const SubscriptionId = Id.pipe(Schema.brand("SubscriptionId"))
export type SubscriptionId = typeof SubscriptionId.Type

export const SubscriptionState = Schema.Literals(["trialing", "active", "past_due", "paused", "canceled"]).annotate({
  description: "`past_due`: a charge failed to the last. `paused`: it makes no invoices until it is resumed.", examples: ["active"]
})

const Quantity = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })).annotate({ examples: [3] })

/** What a contact pays for period by period. */
export const subscription = entity("Subscription", {
  id: field.readOnly(SubscriptionId),
  contact_id: field.each({
    read: Schema.NullOr(ContactId).annotate({ description: "Who pays; `null` once the person was erased." }),
    create: ContactId.annotate({ description: "Who pays." })
  }),
  plan_id: field.each({ read: PlanId, create: PlanId }),
  quantity: field.each({ read: Schema.Int.annotate({ examples: [3] }), create: defaulted(Quantity, 1) }),
  amount: field.readOnly(Cents.annotate({ description: inCents("What a whole period costs, without tax that is added.") })),
  currency: field.readOnly(Schema.String.annotate({ examples: ["USD"] })),
  payment_method_id: field.each({
    read: Schema.NullOr(PaymentMethodId).annotate({ description: "What is charged; `null`: the invoices are paid otherwise." }),
    create: Schema.optionalKey(PaymentMethodId.annotate({ description: "A saved method of the contact; without it the invoices are paid otherwise." }))
  }),
  seller_id: field.nullable(UserId, { description: "The member who sells, who earns commissions by what is paid of its invoices." }),
  state: field.readOnly(SubscriptionState),
  trial_days: field.createOnly(Schema.optionalKey(TrialDays.annotate({ description: "Instead of the plan's." }))),
  billing_day: field.createOnly(Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 31 })).annotate({
      description: "The day of the month on which periods begin; the first period is then shorter and costs less. That of its begin if left out.", examples: [31]
    })
  )),
  period: field.readOnly(Schema.Int.annotate({ description: "Counts its periods; 0 during the trial.", examples: [1] })),
  period_start: field.readOnly(Timestamp),
  period_end: field.readOnly(Timestamp),
  trial_ends_at: field.readOnly(Schema.NullOr(Timestamp)),
  cancel_at_period_end: field.readOnly(Schema.Boolean),
  canceled_at: field.readOnly(Schema.NullOr(Timestamp)),
  paused_at: field.readOnly(Schema.NullOr(Timestamp)),
  pending_amount: field.readOnly(Cents.annotate({ description: inCents("What changes added, or took off, that is not on an invoice yet.") })),
  latest_invoice_id: field.readOnly(Schema.NullOr(InvoiceId).annotate({ description: "The invoice of its latest period that has one." })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Made with a live key." })),
  ...versioned
}, {
  description: "What a contact pays for period by period.",
  label: ({ id }) => phrase`subscription ${id}`,
  filters: { contact_id: ContactId, plan_id: PlanId, state: SubscriptionState },
  groups: {
    Subscription: ["contact_id", "plan_id", "quantity", "seller_id", "state"],
    Payment: ["amount", "currency", "payment_method_id", "pending_amount", "latest_invoice_id"],
    Periods: ["period", "period_start", "period_end", "trial_days", "billing_day", "trial_ends_at", "cancel_at_period_end", "canceled_at", "paused_at"]
  },
  sort: ["id", "created_at", "period_end"]
})
export const Subscription = subscription.read
export type Subscription = typeof Subscription.Type

export const NewSubscription = subscription.create.annotate({
  examples: [{ contact_id: ContactId.make(42), plan_id: PlanId.make(1), quantity: 3, seller_id: null, trial_days: 14 }]
})

export const SubscriptionChange = Schema.Struct({
  plan_id: Schema.optionalKey(PlanId.annotate({ description: "Another plan of the same currency and interval; as it is if left out." })),
  quantity: Schema.optionalKey(Quantity.annotate({ description: "As it is if left out." })),
  payment_method_id: Schema.optionalKey(PaymentMethodId.annotate({ description: "Another saved method of the contact, charged from now on." })),
  proration_at: Schema.optionalKey(Instant.annotate({
    description: "From when on it holds, as a preview told it: within the last five minutes. Now if left out."
  }))
}).annotate({ identifier: "SubscriptionChange", examples: [{ quantity: 3 }] })

export const SubscriptionPreview = Schema.Struct({
  proration_at: Timestamp.annotate({ description: "From when on it would hold. Sent with the change it makes the same of it." }),
  plan_id: PlanId,
  quantity: Schema.Int.annotate({ examples: [3] }),
  currency: Schema.String.annotate({ examples: ["USD"] }),
  amount: Cents.annotate({ description: inCents("What a whole period would cost.") }),
  proration_amount: Cents.annotate({ description: inCents("What the change adds for the rest of the period; below zero it takes off.") }),
  pending_amount: Cents.annotate({ description: inCents("All that the next invoice would hold besides the next period.") }),
  next_invoice_at: Timestamp,
  next_amount: Cents.annotate({ description: inCents("What the next invoice would come to, without tax that is added; 0 where nothing is left to pay.") })
}).annotate({ identifier: "SubscriptionPreview" })

export const Cancelation = Schema.Struct({
  at: defaulted(Schema.Literals(["now", "period_end"]).annotate({ examples: ["period_end"] }), "period_end")
}).annotate({ identifier: "Cancelation" })

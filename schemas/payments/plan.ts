import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { Cents, Currency, inCents, MAX_CENTS } from "#schemas/kernel/money"
import { line } from "#schemas/kernel/text"
import { intervals } from "./periods.ts"
import { TaxCategory } from "./tax.ts"

export const PlanId = Id.pipe(Schema.brand("PlanId"))
export type PlanId = typeof PlanId.Type

/** What a period may cost at most, so that its invoice, with taxes and changes before it, stays within what an invoice may come to. */
export const MAX_PRICE = Math.floor(MAX_CENTS / 10)

export const TrialDays = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 730 })).annotate({
  description: "Days before the first period, for which nothing is charged.", examples: [14]
})

const RetryDays = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 }))).check(
  Schema.isMaxLength(10),
  Schema.makeFilter((days: ReadonlyArray<number>) => days.every((day, n) => n === 0 || day > days[n - 1]!), { expected: "days in their order" })
).annotate({ description: "Days after a charge that failed, on which it is tried again.", examples: [[1, 3, 5, 7]] })

/** What a subscription costs, and how often. */
export const plan = entity("Plan", {
  id: field.readOnly(PlanId),
  name: field.required(line(100).annotate({ description: "As invoices call it.", examples: ["Gold"] })),
  amount: field.required(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MAX_PRICE })).annotate({
      description: "Of one for a period, in the currency's smallest unit, without tax that is added.", examples: [1_999]
    }), Cents.annotate({ description: inCents("Of one for a period.") })
  ),
  currency: field.each({
    read: Schema.String.annotate({ examples: ["USD"] }),
    create: Schema.optionalKey(Currency.annotate({ description: "The company's currency if left out.", examples: ["USD"] }))
  }),
  interval: field.required(Schema.Literals(intervals).annotate({ examples: ["month"] })),
  interval_count: field.defaulted(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 365 })).annotate({
    description: "So many of them are a period.", examples: [1]
  }), 1),
  trial_days: field.defaulted(TrialDays, 0),
  tax_category: field.defaulted(TaxCategory, "standard"),
  retry_days: field.each({
    read: Schema.Array(Schema.Int).annotate({ description: "Days after a charge that failed, on which it is tried again.", examples: [[1, 3, 5, 7]] }),
    create: defaulted(RetryDays, [1, 3, 5, 7])
  }),
  after_retries: field.defaulted(Schema.Literals(["cancel", "leave_unpaid", "pause"]).annotate({
    description: "What becomes of a subscription whose charge failed to the last. `leave_unpaid`: it stays `past_due` and goes on.", examples: ["cancel"]
  }), "cancel"),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Made with a live key." })),
  ...versioned
}, {
  description: "What a subscription costs, and how often.", filters: { currency: Currency }, sort: ["id", "created_at"],
  groups: {
    Plan: ["name", "amount", "currency", "tax_category"],
    Periods: ["interval", "interval_count", "trial_days"],
    Failure: ["retry_days", "after_retries"]
  }
})
export const Plan = plan.read
export type Plan = typeof Plan.Type

export const NewPlan = plan.create.annotate({
  examples: [{
    name: "Gold", amount: 1_999, currency: "USD", interval: "month", interval_count: 1, trial_days: 14, tax_category: "standard",
    retry_days: [1, 3, 5, 7], after_retries: "cancel"
  }]
})

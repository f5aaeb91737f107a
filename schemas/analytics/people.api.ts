import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { operation } from "#schemas/kernel/endpoints"
import { ValidationError } from "#schemas/kernel/errors"
import { Currency } from "#schemas/kernel/money"
import { Day } from "#schemas/kernel/time"
import { Cohorts, MOST_MONTHS } from "./cohorts.ts"
import { Funnel } from "./funnel.ts"

export const get_funnel = operation.get("get_funnel", "/funnel", Funnel, {
  query: {
    from: Schema.optionalKey(Day.annotate({ description: "The first day; the first of this month if left out.", examples: ["2026-11-01"] })),
    to: Schema.optionalKey(Day.annotate({ description: "The last day; today if left out.", examples: ["2026-11-26"] }))
  },
  errors: [ValidationError],
  summary: "Get the funnel",
  description: "What became of the people whom the company came to know in a period: how many visitors and leads there were, how many leads came to a deal, a won deal, a paid order, and how long it took them.",
  tierFloor: "builder"
})

export const get_cohorts = operation.get("get_cohorts", "/cohorts", Cohorts, {
  query: {
    months: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MOST_MONTHS })).annotate({ description: "How many months back people first paid." }), 12),
    currency: Schema.optionalKey(Currency.annotate({ description: "The company's if left out." }))
  },
  summary: "Get cohorts",
  description: "Contacts by the month in which they paid for the first time: how many of them came back in each month since, what they paid, and what one of them brought until now. " +
    "By payments that succeeded and by what was noted on invoices as paid otherwise."
})

import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { operation } from "#schemas/kernel/endpoints"
import { ValidationError } from "#schemas/kernel/errors"
import { Currency } from "#schemas/kernel/money"
import { Day } from "#schemas/kernel/time"
import { Revenue, revenueParts } from "./revenue.ts"

export const get_revenue = operation.get("get_revenue", "/revenue", Revenue, {
  query: {
    from: Schema.optionalKey(Day.annotate({ description: "The first day; the first of this month if left out.", examples: ["2026-11-01"] })),
    to: Schema.optionalKey(Day.annotate({ description: "The last day; today if left out. At most 3,660 days.", examples: ["2026-11-26"] })),
    by: defaulted(Schema.Literals(revenueParts).annotate({ description: "What rows stand for." }), "day"),
    currency: Schema.optionalKey(Currency)
  },
  errors: [ValidationError],
  summary: "Get revenue",
  description: "What the ledger posted to revenue, net of refunds and credit notes, tax apart, by day, week, month, product or channel, in each currency by itself. Days are " +
    "the company's. Beside it stands the period before, like for like: the same days of the month before where the days are of one month from its first on, " +
    "otherwise as many days just before; of a period that goes on, until the same time of day. What an order or invoice brought falls to its products by " +
    "the shares of its lines.",
  curated: true
})

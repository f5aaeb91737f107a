import { Schema } from "effect"
import { Cents, inCents } from "#schemas/kernel/money"
import { Day, Timestamp } from "#schemas/kernel/time"

export const revenueParts = ["day", "week", "month", "product", "channel"] as const
export type RevenuePart = typeof revenueParts[number]

/** How a sale came about. */
export const channels = {
  shop: "The shop",
  booking: "Deposits of bookings",
  subscription: "Subscriptions",
  payment_link: "Payment links",
  invoice: "Invoices",
  order: "Orders made by hand or by a program",
  payment: "Payments without an order or invoice"
} as const
export type Channel = keyof typeof channels

const sums = {
  net: Cents.annotate({ description: inCents("Revenue less refunds, without tax.") }),
  sold: Cents.annotate({ description: inCents("Revenue before refunds, without tax.") }),
  refunds: Cents.annotate({ description: inCents("Refunds and credit notes, without tax."), examples: [5_000] }),
  tax: Cents.annotate({ description: inCents("Tax on what was sold, less that of refunds."), examples: [24_000] })
}
export type RevenueSums = { readonly [K in keyof typeof sums]: number }

const Row = Schema.Struct({
  key: Schema.String.annotate({ description: "The first day of a day, week or month; a channel; of a product, its id or how the line was called.", examples: ["2026-11-26"] }),
  title: Schema.String.annotate({ description: "For people.", examples: ["2026-11-26"] }),
  ...sums,
  net_before: Schema.NullOr(Cents).annotate({ description: inCents("Of the period before: of the day, week or month at the same place in it. `null` where it has none.") })
}).annotate({ identifier: "RevenueRow" })

const Before = Schema.Struct({ from: Day, to: Day, until: Timestamp, ...sums }).annotate({ identifier: "RevenueBefore" })

export const Revenue = Schema.Struct({
  from: Day,
  to: Day,
  until: Timestamp.annotate({ description: "What was posted before this counts: now, or the end of the last day." }),
  by: Schema.Literals(revenueParts),
  time_zone: Schema.String.annotate({ examples: ["Europe/Oslo"] }),
  livemode: Schema.Boolean,
  currencies: Schema.Array(Schema.Struct({
    currency: Schema.String.annotate({ examples: ["USD"] }),
    ...sums,
    before: Before.annotate({ description: "The period before, like for like." }),
    change: Schema.NullOr(Schema.Finite).annotate({ description: "Of `net` against the period before: 0.1 is a tenth more. `null` where that was zero.", examples: [0.12] }),
    rows: Schema.Array(Row)
  })).annotate({ description: "Each currency by itself: they are not converted." })
}).annotate({ identifier: "Revenue" })
export type Revenue = typeof Revenue.Type

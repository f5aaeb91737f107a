import { Effect } from "effect"
import { RevenueOfCompany, type RevenueRow } from "#layers/analytics/revenue"
import { addDays, addMonths, daysBetween } from "#schemas/analytics/days"
import { type Channel, channels, type Revenue, type RevenuePart, type RevenueSums } from "#schemas/analytics/revenue"
import type * as api from "#schemas/analytics/revenue.api"
import type { Input } from "#schemas/kernel/catalog"
import { Caller } from "#schemas/kernel/tenancy"
import { comparedDays, type Days } from "./periods.ts"

const sumsOf = (rows: ReadonlyArray<RevenueSums>): RevenueSums =>
  rows.reduce<RevenueSums>((sum, { net, refunds, sold, tax }) =>
    ({ net: sum.net + net, sold: sum.sold + sold, refunds: sum.refunds + refunds, tax: sum.tax + tax }), { net: 0, sold: 0, refunds: 0, tax: 0 })

/** Rounded shares of products may miss the whole by some cents, which go to the largest of them. */
const exact = (rows: ReadonlyArray<RevenueRow>, whole: RevenueSums): ReadonlyArray<RevenueRow> => {
  const { net, refunds, sold, tax } = sumsOf(rows)
  const largest = rows.reduce((most, row, n) => row.sold > rows[most]!.sold ? n : most, 0)
  return rows.map((row, n) => n !== largest ? row : {
    ...row, net: row.net + whole.net - net, refunds: row.refunds + whole.refunds - refunds, sold: row.sold + whole.sold - sold, tax: row.tax + whole.tax - tax
  })
}

const titleOf = (by: RevenuePart, { key, title }: Pick<RevenueRow, "key" | "title">) =>
  by === "channel" ? channels[key as Channel] : key === "" ? "Without lines" : title ?? key

/** What a row of the period before is compared with: the same product or channel, or what stands at the same place of the period. */
const counterpart = (by: RevenuePart, days: Days, before: Days) => {
  if (by === "product" || by === "channel") return (key: string) => key
  const months = Number(days.first.slice(0, 4)) * 12 + Number(days.first.slice(5, 7)) - Number(before.first.slice(0, 4)) * 12 - Number(before.first.slice(5, 7))
  const shift = daysBetween(before.first, days.first)
  return (key: string) => by === "month" ? addMonths(key, -months) : addDays(key, -shift)
}

export const get_revenue = Effect.fnUntraced(function*({ by, currency, ...asked }: Input<typeof api.get_revenue>) {
  const { mode } = yield* Caller
  const { before, days, time_zone } = yield* comparedDays(asked)
  const revenue = yield* RevenueOfCompany
  const inShares = by === "product"
  const [rows, rowsBefore, wholes, wholesBefore] = [
    yield* revenue.sums(by, days), yield* revenue.sums(by, before),
    inShares ? yield* revenue.sums("month", days) : undefined, inShares ? yield* revenue.sums("month", before) : undefined
  ]
  const of = (all: ReadonlyArray<RevenueRow>, one: string) => all.filter((row) => row.currency === one)
  const keyBefore = counterpart(by, days, before)
  const currencies = [...new Set([...rows, ...rowsBefore].map((row) => row.currency))].filter((one) => currency === undefined || one === currency).toSorted()
  return {
    from: days.first, to: days.last, until: days.until, by, time_zone, livemode: mode === "live",
    currencies: currencies.map((one) => {
      const whole = sumsOf(of(wholes ?? rows, one))
      const wholeBefore = sumsOf(of(wholesBefore ?? rowsBefore, one))
      const earlier = new Map(exact(of(rowsBefore, one), wholeBefore).map((row) => [row.key, row.net]))
      return {
        currency: one, ...whole,
        before: { from: before.first, to: before.last, until: before.until, ...wholeBefore },
        change: wholeBefore.net === 0 ? null : Math.round((whole.net / wholeBefore.net - 1) * 10_000) / 10_000,
        rows: exact(of(rows, one), whole).map(({ key, net, refunds, sold, tax, title }) =>
          ({ key, title: titleOf(by, { key, title }), net, sold, refunds, tax, net_before: earlier.get(keyBefore(key)) ?? null }))
      }
    })
  } satisfies Revenue
})

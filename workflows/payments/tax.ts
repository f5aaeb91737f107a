import { isDeepStrictEqual } from "node:util"
import { Effect } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { TaxRatesOfCompany } from "#layers/payments/tax-rates"
import type { Input } from "#schemas/kernel/catalog"
import type { NewLine } from "#schemas/payments/line"
import type { TaxRate } from "#schemas/payments/tax"
import type * as api from "#schemas/payments/tax.api"
import { type Totals, totalsOf } from "#schemas/payments/totals"

export const list_tax_rates = (paging: Input<typeof api.list_tax_rates>) => TaxRatesOfCompany.use((rates) => rates.page(paging))

const plain = ({ category, country, inclusive, name, percentage, region }: Omit<TaxRate, "id">) =>
  ({ category, country, inclusive, name, percentage, region })

export const set_tax_rates = Effect.fnUntraced(function*({ rates: sent }: Input<typeof api.set_tax_rates>) {
  const rates = yield* TaxRatesOfCompany
  yield* rates.hold
  const before = yield* rates.all
  if (isDeepStrictEqual(before.map(plain), sent.map(plain))) return { rates: before }
  const after = yield* rates.replace(sent)
  yield* recordChange({ object: "tax_rates", id: after[0]?.id ?? before[0]!.id, before: { rates: before }, after: { rates: after } })
  return { rates: after }
})

export interface Place {
  readonly country: string | null
  readonly region: string | null
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The rate of the region, else that of the country. */
export const rateFor = (rates: ReadonlyArray<TaxRate>, { country, region }: Place) => ({ tax_category }: NewLine) => {
  const fitting = rates.filter((rate) => rate.country === country && same(rate.category, tax_category))
  return fitting.find((rate) => rate.region !== null && region !== null && same(rate.region, region)) ??
    fitting.find((rate) => rate.region === null)
}

/** What lines come to by the rates of now; taxes are those of the place, or of where the company is at home. */
export const taxed = Effect.fnUntraced(function*(
  lines: ReadonlyArray<NewLine>, place: { readonly tax_country: string | null; readonly tax_region: string | null }, discount: number
): Effect.fn.Return<Totals, never, TaxRatesOfCompany> {
  const rates = yield* TaxRatesOfCompany
  const where = place.tax_country === null ? yield* rates.home : { country: place.tax_country, region: place.tax_region }
  return totalsOf(lines, rateFor(yield* rates.all, where), discount)
})

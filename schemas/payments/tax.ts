import { Schema } from "effect"
import { Country } from "#schemas/company/address"
import { field, entity } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { line } from "#schemas/kernel/text"

export const TaxRateId = Id.pipe(Schema.brand("TaxRateId"))
export type TaxRateId = typeof TaxRateId.Type

/** Four decimals, as percentages of taxes have at most (8.875 % in New York). */
export const Percentage = Schema.Finite.check(
  Schema.isBetween({ minimum: 0, maximum: 100 }),
  Schema.makeFilter((value: number) => Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-6, { expected: "at most four decimals" })
).annotate({ description: "Percent, with up to four decimals.", examples: [8.875] })

export const TaxCategory = line(40).annotate({ description: "What kind of goods it is for, as lines name it.", examples: ["standard"] })

/** What a country, or a part of it, takes of a kind of goods. */
export const taxRate = entity("TaxRate", {
  id: field.readOnly(TaxRateId),
  name: field.required(line(80).annotate({ description: "As invoices call it.", examples: ["VAT 20 %"] })),
  country: field.required(Country.annotate({ examples: ["GB"] })),
  region: field.nullable(line(40), { description: "The part of the country that it is for; `null` for all of it.", examples: ["NY"] }),
  category: field.defaulted(TaxCategory, "standard"),
  percentage: field.required(Percentage),
  inclusive: field.defaulted(Schema.Boolean.annotate({ description: "Prices include it, so that it is no addition to them." }), false)
}, { description: "What a country, or a part of it, takes of a kind of goods." })
export const TaxRate = taxRate.read
export type TaxRate = typeof TaxRate.Type

export const TaxRates = Schema.Struct({
  rates: Schema.Array(TaxRate)
}).annotate({ identifier: "TaxRates" })

const twice = (rates: ReadonlyArray<typeof taxRate.create.Type>) => {
  const seen = new Set<string>()
  return rates.flatMap(({ category, country, region }, place) => {
    const key = JSON.stringify([country, region?.toLowerCase() ?? null, category.toLowerCase()])
    if (!seen.has(key)) return seen.add(key) && []
    return [{ path: ["rates", place], issue: "there is another rate for this country, region and category" }]
  })
}

export const NewTaxRates = Schema.Struct({
  rates: Schema.Array(taxRate.create).check(Schema.isMaxLength(500)).annotate({ description: "All rates, at most 500." })
}).check(Schema.makeFilter(({ rates }) => twice(rates)[0] ?? undefined)).annotate({ identifier: "NewTaxRates" })

import { Schema } from "effect"
import { Currency, type Money } from "#schemas/kernel/money"

/** What one text costs: less than a cent in many countries, so that it is told in thousandths too. */
export const TextCost = Schema.Struct({
  amount: Schema.Int.annotate({ description: "In the currency's smallest unit, rounded up.", examples: [1] }),
  thousandths: Schema.Int.annotate({ description: "The same in thousandths of the smallest unit, exactly.", examples: [790] }),
  currency: Currency
}).annotate({ identifier: "TextCost" })
export type TextCost = typeof TextCost.Type

/** What a company pays for texts to a country. */
export interface Rate {
  /** ISO 3166, or `*` for all others. */
  readonly country: string
  /** For 1,000 messages, in the currency's smallest unit: a text costs less than a cent in many countries. */
  readonly per_thousand: number
}

/** So many messages to a country. */
export interface Counted {
  readonly country: string | null
  readonly segments: number
}

/** What texts cost by the company's rates, in thousandths of the smallest unit; `null` where a country has no rate. */
const thousandthsOf = (counted: ReadonlyArray<Counted>, rates: ReadonlyArray<Rate>): number | null => {
  const others = rates.find(({ country }) => country === "*")
  let thousandths = 0
  for (const { country, segments } of counted) {
    const rate = rates.find((one) => one.country === country) ?? others
    if (rate === undefined) return null
    thousandths += segments * rate.per_thousand
  }
  return thousandths
}

/** What one text costs; `null` where its country has no rate. */
export const costOf = (counted: Counted, rates: ReadonlyArray<Rate>, currency: string): TextCost | null => {
  const thousandths = thousandthsOf([counted], rates)
  return thousandths === null ? null : { amount: Math.ceil(thousandths / 1_000), thousandths, currency }
}

/** What texts cost together, rounded up to the smallest unit; `null` where a country has no rate. */
export const priceOf = (counted: ReadonlyArray<Counted>, rates: ReadonlyArray<Rate>, currency: string): Money | null => {
  const thousandths = thousandthsOf(counted, rates)
  return thousandths === null ? null : { amount: Math.ceil(thousandths / 1_000), currency }
}

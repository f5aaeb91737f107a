import type { Money } from "#schemas/kernel/money"

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

/** What texts cost by the company's rates, rounded up to the smallest unit; `null` where a country has no rate. */
export const priceOf = (counted: ReadonlyArray<Counted>, rates: ReadonlyArray<Rate>, currency: string): Money | null => {
  const others = rates.find(({ country }) => country === "*")
  let thousandths = 0
  for (const { country, segments } of counted) {
    const rate = rates.find((one) => one.country === country) ?? others
    if (rate === undefined) return null
    thousandths += segments * rate.per_thousand
  }
  return { amount: Math.ceil(thousandths / 1_000), currency }
}

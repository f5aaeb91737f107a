import { Schema } from "effect"

const currencies = new Set(Intl.supportedValuesOf("currency"))

/** Money in the currency's smallest unit (cents for USD), at most ten billion units of a two-digit currency. */
export const MAX_CENTS = 999_999_999_999

/** An amount of money that moves: at least one cent. */
export const PositiveCents = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MAX_CENTS })).annotate({
  description: "In the currency's smallest unit (cents).",
  examples: [125_000]
})

/** What a sum of money is, and its unit: by that people and pages tell it from other numbers. */
export const inCents = (what: string): string => `${what} In the currency's smallest unit (cents).`

/** A sum of money in the currency's smallest unit. */
export const Cents = Schema.Int.annotate({ description: "In the currency's smallest unit (cents).", examples: [125_000] })

/** ISO 4217, upper case. */
export const Currency = Schema.String.check(
  Schema.makeFilter((code: string) => currencies.has(code), {
    expected: "a currency of ISO 4217, like USD",
    toJsonSchema: () => ({ pattern: "^[A-Z]{3}$" })
  })
).annotate({ examples: ["USD"] })

/** So much of one currency. */
export interface Money {
  /** In the currency's smallest unit (cents). */
  readonly amount: number
  readonly currency: string
}

/** Sums by currency, in the order of their codes. */
export const sumsOf = (amounts: ReadonlyArray<Money>): ReadonlyArray<Money> => {
  const sums = new Map<string, number>()
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums].toSorted(([a], [b]) => a < b ? -1 : 1).map(([currency, amount]) => ({ amount, currency }))
}

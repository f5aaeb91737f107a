import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { Cents, Currency, inCents, MAX_CENTS } from "#schemas/kernel/money"

const Amount = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_CENTS }))

/** A price of a variant, as it is sent. */
export const NewPrice = Schema.Struct({
  currency: Currency,
  amount: Amount.annotate({ description: "Of one, in the currency's smallest unit (cents).", examples: [4_900] }),
  compare_at_amount: defaulted(Schema.NullOr(Amount).annotate({
    description: inCents("What it cost before, or costs elsewhere: shown beside the price, crossed out."), examples: [5_900]
  }), null),
  from_quantity: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })).annotate({
    description: "Holds for so many or more of the variant in one cart.", examples: [1]
  }), 1)
}).check(Schema.makeFilter(({ amount, compare_at_amount }) =>
  compare_at_amount === null || compare_at_amount > amount ? undefined : { path: ["compare_at_amount"], issue: "it is not more than the price" }
)).annotate({ identifier: "NewPrice" })

const nameOf = ({ currency, from_quantity }: { readonly currency: string; readonly from_quantity: number }) => `${currency} from ${from_quantity}`

const faultOf = (prices: ReadonlyArray<typeof NewPrice.Type>) => {
  const seen = new Set<string>()
  for (const [place, price] of prices.entries()) {
    if (seen.has(nameOf(price))) return { path: [place], issue: "there is another price in this currency from this quantity on" }
    seen.add(nameOf(price))
  }
  const place = prices.findIndex(({ currency }) => !seen.has(nameOf({ currency, from_quantity: 1 })))
  return place === -1 ? undefined : { path: [place], issue: "the currency needs a price from a quantity of 1" }
}

export const NewPrices = Schema.Array(NewPrice).check(
  Schema.isMinLength(1), Schema.isMaxLength(100)
).annotate({ description: "1 to 100: each currency has a price from a quantity of 1 on, and may have lower ones for more." }).check(
  Schema.makeFilter((prices: ReadonlyArray<typeof NewPrice.Type>) => faultOf(prices))
)

export const Price = Schema.Struct({
  currency: Schema.String.annotate({ examples: ["USD"] }),
  amount: Cents.annotate({ description: inCents("Of one.") }),
  compare_at_amount: Schema.NullOr(Cents),
  from_quantity: Schema.Int.annotate({ examples: [1] })
}).annotate({ identifier: "Price" })
export type Price = typeof Price.Type

/** The price of one where so many are bought; nothing where there is none in the currency. */
export const priceOf = (prices: ReadonlyArray<Price>, currency: string, quantity: number): Price | undefined =>
  prices.reduce<Price | undefined>((best, price) =>
    price.currency === currency && price.from_quantity <= quantity && (best === undefined || price.from_quantity > best.from_quantity) ? price : best,
    undefined)

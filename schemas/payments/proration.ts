import { partsOf } from "./rounding.ts"

/** A price that holds from a second on, until the next one: what a whole period costs by it, in the smallest unit. */
export interface PriceFrom {
  /** Seconds since 1970. */
  readonly at: number
  readonly price: number
}

/** A period of a subscription, in seconds since 1970. */
export interface Billed {
  readonly ends: number
  /** The seconds of a whole period, of which a first one may be a part. */
  readonly whole: number
}

/**
 * What each price of a period adds to the bill, the oldest first: the first all that the period costs by it, each later one the difference
 * to what was said before it. In sum that is the price weighted by the seconds for which it held, rounded once.
 */
export const prorated = ({ ends, whole }: Billed, prices: ReadonlyArray<PriceFrom>): ReadonlyArray<number> => {
  let past = 0n
  const sums = prices.map(({ at, price }, place) => {
    const next = prices[place + 1]?.at ?? ends
    const sum = past + BigInt(price) * BigInt(ends - at)
    past += BigInt(price) * BigInt(next - at)
    return sum
  })
  return partsOf(sums, BigInt(whole))
}

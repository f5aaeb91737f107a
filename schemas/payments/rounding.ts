/**
 * How amounts are divided and rounded. Amounts are integers in the smallest unit of their currency, so nothing is lost between
 * sums: a share is rounded down, and what is left over goes, one unit each, to the shares with the largest remainder, the
 * first of them where remainders are equal ("largest remainder", the Hamilton method). A single amount is rounded half away from zero.
 */

/** Percentages count in ten-thousandths of a percent: 8.875 % is 88,750. */
const PERCENT_UNITS = 10_000n
const WHOLE = 100n * PERCENT_UNITS

const unitsOf = (percentage: number): bigint => BigInt(Math.round(percentage * Number(PERCENT_UNITS)))

const absolute = (value: bigint) => value < 0n ? -value : value

/** `numerator / denominator`, half away from zero. The denominator is positive. */
export const divide = (numerator: bigint, denominator: bigint): bigint => {
  const rounded = (2n * absolute(numerator) + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

/** So much percent of an amount. */
export const percentOf = (amount: number, percentage: number): number => Number(divide(BigInt(amount) * unitsOf(percentage), WHOLE))

/** The part of an amount that is a tax of so much percent, which the amount includes. */
export const includedIn = (amount: number, percentage: number): number => {
  const units = unitsOf(percentage)
  return Number(divide(BigInt(amount) * units, WHOLE + units))
}

/**
 * Divides an amount in proportion to the weights, which are not negative; the shares sum up to it exactly. Without any weight all
 * goes to the first.
 */
export const allocate = (amount: number, weights: ReadonlyArray<number>): ReadonlyArray<number> => {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) return weights.map((_, place) => place === 0 ? amount : 0)
  const [size, sign] = [absolute(BigInt(amount)), amount < 0 ? -1 : 1]
  const shares = weights.map((weight, place) => {
    const product = size * BigInt(weight)
    return { place, share: product / total, rest: product % total }
  })
  const left = Number(size - shares.reduce((sum, { share }) => sum + share, 0n))
  const rounded = new Set(shares.toSorted((a, b) => a.rest === b.rest ? a.place - b.place : a.rest < b.rest ? 1 : -1)
    .slice(0, left).map(({ place }) => place))
  return shares.map(({ place, share }) => sign * (Number(share) + (rounded.has(place) ? 1 : 0)))
}

/**
 * What is owed over time, as sums so far over one denominator. Each sum is rounded, and a part is the difference to the sum before it, so that
 * the parts sum up to the rounded whole however many there are.
 */
export const partsOf = (sums: ReadonlyArray<bigint>, denominator: bigint): ReadonlyArray<number> => {
  const rounded = sums.map((sum) => divide(sum, denominator))
  return rounded.map((sum, place) => Number(sum - (place === 0 ? 0n : rounded[place - 1]!)))
}

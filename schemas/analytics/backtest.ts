import { ahead, fit, paths } from "./smoothing.ts"

/** How a forecast is made: by smoothing, by the last value again, or by the value of a season ago again. */
export const methods = ["holt_winters", "naive", "seasonal_naive"] as const
export type Method = typeof methods[number]

/** What a method says from some values on, so many steps ahead. */
export const saysNext: { readonly [M in Method]: (values: ReadonlyArray<number>, period: number, steps: number) => ReadonlyArray<number> } = {
  holt_winters: (values, period, steps) => ahead(fit(values, period), steps),
  naive: (values, _, steps) => Array.from({ length: steps }, () => values.at(-1)!),
  seasonal_naive: (values, period, steps) => Array.from({ length: steps }, (_, n) => values[values.length - period + n % period] ?? values.at(-1)!)
}

/** How each method would have done: average absolute errors, and how many values the interval of smoothing held. */
export interface Backtest {
  readonly errors: { readonly [M in Method]: number }
  readonly values: number
  readonly origins: number
  /** The share of values within the interval. */
  readonly held: number
}

/** Values that fewer than these are before tell nothing. */
export const FEWEST = 6

/** What one in ten is below, and one in ten above. */
export const intervalOf = (sorted: ReadonlyArray<number>): readonly [low: number, high: number] =>
  [sorted[Math.floor(sorted.length * 0.1)]!, sorted[Math.ceil(sorted.length * 0.9) - 1]!]

/** From where the past is told: places of the later half, as far apart, of which each has at least one value after it. */
export const originsOf = (length: number, most: number): ReadonlyArray<number> => {
  const first = Math.max(FEWEST, Math.ceil(length / 2))
  const count = Math.min(most, length - first)
  return Array.from({ length: Math.max(0, count) }, (_, n) => first + Math.floor(n * (length - first) / count))
}

/** Tells the past from the values before it, by each method. Nothing where there is too little of it. */
export const backtest = (values: ReadonlyArray<number>, period: number, steps: number, origins: ReadonlyArray<number> = originsOf(values.length, 8)): Backtest | undefined => {
  if (origins.length === 0) return undefined
  const sums = { holt_winters: 0, naive: 0, seasonal_naive: 0 }
  let told = 0
  let held = 0
  for (const origin of origins) {
    const before = values.slice(0, origin)
    const after = values.slice(origin, origin + steps)
    const model = fit(before, period)
    const said = {
      holt_winters: ahead(model, after.length), naive: saysNext.naive(before, period, after.length),
      seasonal_naive: saysNext.seasonal_naive(before, period, after.length)
    }
    const intervals = paths(model, after.length).map(intervalOf)
    for (const [n, value] of after.entries()) {
      for (const method of methods) sums[method] += Math.abs(value - said[method][n]!)
      const [low, high] = intervals[n]!
      if (value >= low && value <= high) held++
      told++
    }
  }
  return {
    errors: { holt_winters: sums.holt_winters / told, naive: sums.naive / told, seasonal_naive: sums.seasonal_naive / told },
    values: told, origins: origins.length, held: held / told
  }
}

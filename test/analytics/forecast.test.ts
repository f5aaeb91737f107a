import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { backtest, methods } from "#schemas/analytics/backtest"
import { minimum } from "#schemas/analytics/nelder-mead"
import { ahead, fit } from "#schemas/analytics/smoothing"

interface Monthly {
  readonly source: string
  readonly licence: string
  readonly series: ReadonlyArray<{ readonly name: string; readonly about: string; readonly first: string; readonly values: ReadonlyArray<number> }>
}

/* Chosen by a rule that was fixed before any of them was told, and the method was not changed afterwards. */
const monthly: Monthly = JSON.parse(readFileSync(new URL("series/monthly.json", import.meta.url), "utf8"))

const median = (values: ReadonlyArray<number>) => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

describe("the forecast", () => {
  it("tells twenty public monthly series better than both naive guesses on the median, and its interval of 80 % holds 70 to 90 %", () => {
    const { licence, series, source } = monthly
    assert.lengthOf(series, 20)
    const told = series.map(({ about, name, values }) => {
      const length = values.length
      /* From every half year of the later half, a year ahead. */
      const origins = Array.from({ length: Math.ceil((length / 2 - 11) / 6) }, (_, n) => Math.ceil(length / 2) + 6 * n).filter((origin) => origin + 12 <= length)
      const { errors, held, values: count } = backtest(values, 12, 12, origins)!
      const level = values.reduce((sum, value) => sum + value, 0) / length
      return { name: `${name} ${about}`.slice(0, 60), held, count, errors: methods.map((method) => errors[method] / level * 100) }
    })
    const medians = methods.map((_, n) => median(told.map(({ errors }) => errors[n]!)))
    const held = told.reduce((sum, one) => sum + one.held * one.count, 0) / told.reduce((sum, { count }) => sum + count, 0)
    console.log([
      source, licence,
      `${"mean absolute error in % of the mean".padEnd(60)} ${methods.map((method) => method.padStart(14)).join(" ")}  within 80 %`,
      ...told.map(({ errors, held, name }) => `${name.padEnd(60)} ${errors.map((error) => error.toFixed(2).padStart(14)).join(" ")}  ${(held * 100).toFixed(0)} %`),
      `${"median".padEnd(60)} ${medians.map((error) => error.toFixed(2).padStart(14)).join(" ")}  ${(held * 100).toFixed(1)} % of all values`
    ].join("\n"))
    const [ours, naive, seasonal] = medians as [number, number, number]
    assert.isBelow(ours, naive)
    assert.isBelow(ours, seasonal)
    assert.isAtLeast(held, 0.7)
    assert.isAtMost(held, 0.9)
  })

  it("finds the least of a function, a line as a trend, and a season as one", () => {
    const [x, y] = minimum(([a, b]) => (a! - 3) ** 2 + (b! + 1) ** 2, [0, 0]) as [number, number]
    assert.closeTo(x, 3, 0.01)
    assert.closeTo(y, -1, 0.01)
    const seasonal = Array.from({ length: 60 }, (_, n) => 100 + n % 12 * 10)
    const next = ahead(fit(seasonal, 12), 12)
    for (const [n, value] of next.entries()) assert.closeTo(value, 100 + n * 10, 1)
    assert.deepStrictEqual(ahead(fit(Array.from({ length: 10 }, () => 5), 12), 3), [5, 5, 5])
    assert.strictEqual(fit([1, 2, 3, 4, 5, 6, 7], 12).shape.season, "none")
  })

  it("says nothing of a past that is too short", () => {
    assert.isUndefined(backtest([1, 2, 3], 12, 6))
    assert.isDefined(backtest([1, 2, 3, 4, 5, 6, 7, 8], 12, 6))
  })
})

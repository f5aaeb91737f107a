import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { BenchmarkRow } from "#schemas/tools/benchmarks"
import { comparisonOf } from "#workflows/tools/benchmarks-comparison"
import { type Shipped, withMeasured } from "#workflows/tools/benchmarks-figures"

const provenance = { source: "illustrative", as_of: "2026-11-21", note: "For a test." } as const

const rowOf = (better: "higher" | "lower", [average, top_25, top_10]: ReadonlyArray<number>): BenchmarkRow => {
  const figure = (value: number) => ({ value, unit: "units", provenance })
  return { metric: "m", name: "M", unit: "units", better, about: "", average: figure(average!), top_25: figure(top_25!), top_10: figure(top_10!) }
}

/** Three figures that get better. */
const rows = fc.tuple(fc.boolean(), fc.uniqueArray(fc.integer({ min: -50, max: 5_000 }).map((n) => n / 10), { minLength: 3, maxLength: 3 }))
  .map(([more, figures]) => rowOf(more ? "higher" : "lower", figures.toSorted((a, b) => more ? a - b : b - a)))

const values = fc.integer({ min: -1_000, max: 10_000 }).map((n) => n / 10)

describe("a comparison", () => {
  it("never puts a better value lower, and gives a range that can be", () => {
    fc.assert(fc.property(rows, values, values, (row, one, other) => {
      const [worse, better] = [one, other].toSorted((a, b) => row.better === "higher" ? a - b : b - a)
      const low = comparisonOf(row, worse!).percentile
      const high = comparisonOf(row, better!).percentile
      for (const level of ["low", "expected", "high"] as const) assert.isAtMost(low[level], high[level])
      for (const { expected, high: most, low: least } of [low, high]) {
        assert.isTrue(0 <= least && least <= expected && expected <= most && most <= 100)
        assert.isAtLeast(most - least, 5, "three figures do not tell more")
      }
    }))
  })

  it("stays between the figures when a value lies just below one of them by a rounding error", () => {
    const { expected, high } = comparisonOf(rowOf("higher", [-0.1, 0.7, 1.6]), -0.9).percentile
    assert.isAtMost(expected, high)
  })

  it("says of each figure itself where it stands", () => {
    fc.assert(fc.property(rows, (row) => {
      const at = (level: "average" | "top_25" | "top_10") => comparisonOf(row, row[level]!.value)
      assert.deepInclude(at("average"), { standing: "average_or_better" })
      assert.strictEqual(at("average").percentile.expected, 50)
      assert.strictEqual(at("top_25").percentile.expected, 75)
      assert.strictEqual(at("top_25").standing, "top_25")
      assert.deepStrictEqual(at("top_10").percentile, { low: 90, expected: 95, high: 100, unit: "percentile" })
      for (const level of ["average", "top_25", "top_10"] as const) {
        assert.deepInclude(at(level).gaps.find(({ to }) => to === level)!, { ahead: true, difference: 0 })
      }
    }))
  })

  it("doubts a percentage that was likely sent as a share of one", () => {
    const row = { ...rowOf("higher", [9, 12, 20]), unit: "percent" }
    assert.include(comparisonOf(row, 0.09).summary, "0.09 was read as 0.09 %, far below all figures: send 9 if 9 % is meant.")
    for (const usual of [comparisonOf(row, 9), comparisonOf(row, 0.95), comparisonOf({ ...row, unit: "units" }, 0.09)]) assert.notInclude(usual.summary, "read as")
  })

  it("ahead and difference agree with the direction", () => {
    fc.assert(fc.property(rows, values, (row, value) => {
      for (const { ahead, difference } of comparisonOf(row, value).gaps) {
        assert.strictEqual(ahead, row.better === "higher" ? difference >= 0 : difference <= 0)
      }
    }))
  })

  it("with the average alone knows a side and no more", () => {
    const { top_10, top_25, ...row } = rowOf("higher", [40, 50, 60])
    assert.deepStrictEqual(comparisonOf(row, 55).percentile, { low: 50, expected: 75, high: 100, unit: "percentile" })
    assert.deepStrictEqual(comparisonOf(row, 10).percentile, { low: 0, expected: 25, high: 50, unit: "percentile" })
    assert.lengthOf(comparisonOf(row, 10).gaps, 1)
  })

  it("a figure of nothing has no percent of it", () => {
    const { gaps } = comparisonOf(rowOf("lower", [5, 2, 0]), 3)
    assert.notProperty(gaps[2], "percent")
    assert.strictEqual(gaps[2]!.difference, 3)
  })
})

const shippedOf = (row: BenchmarkRow): Shipped => ({
  row,
  metric: {
    id: "m", name: "M", unit: "units", better: row.better, bounds: { lowest: -1e6, highest: 1e6 }, about: "", from_your_books: "", levers: [], aliases: []
  }
})

const measured = (value: number) => ({ value, sample_size: 7, as_of: "2026-11-20" })

describe("measured figures beside shipped ones", () => {
  it("stay, each with its own provenance; no shipped one contradicts them, and one that is left out is told", () => {
    const some = fc.record({ average: values, top_25: values, top_10: values }, { requiredKeys: [] })
    fc.assert(fc.property(rows, some, (shipped, figures) => {
      const given = Object.fromEntries(Object.entries(figures).map(([level, value]) => [level, measured(value)]))
      const row = withMeasured(shippedOf(shipped), given)
      const sign = row.better === "higher" ? 1 : -1
      const levels = ["average", "top_25", "top_10"] as const
      for (const [n, level] of levels.entries()) {
        if (given[level] !== undefined) assert.deepInclude(row[level]!.provenance, { source: "aggregate", sample_size: 7, as_of: "2026-11-20" })
        else if (row[level] === undefined) assert.isTrue(row.remarks!.some((remark) => remark.includes(`figure ${level} is left out`)))
        else {
          assert.strictEqual(row[level].provenance.source, "illustrative")
          for (const [m, other] of levels.entries()) {
            if (given[other] === undefined) continue
            assert.isTrue(m < n ? sign * given[other].value < sign * row[level].value : sign * row[level].value < sign * given[other].value)
          }
        }
      }
      const { percentile } = comparisonOf(row, 7)
      assert.isTrue(percentile.low <= percentile.expected && percentile.expected <= percentile.high)
    }))
  })
})

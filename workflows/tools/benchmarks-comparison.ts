import type { BenchmarkRow, Comparison } from "#schemas/tools/benchmarks"
import type { Assumption } from "#schemas/tools/figure"
import { levels } from "#schemas/content/benchmarks"
import { merit } from "./benchmarks-figures.ts"

/** A value and how many of a hundred businesses it leaves behind. */
interface Point {
  readonly merit: number
  readonly percentile: number
}

const percentiles = { average: 50, top_25: 75, top_10: 90 } as const

const AS_OF = "2026-11-21"
const convention = {
  source: "illustrative", as_of: AS_OF, note: "A convention of this calculation, measured nowhere."
} as const

const share = (name: string, value: number, why: string): Assumption =>
  ({ name, value, unit: "percentile", why, provenance: convention })

const assumptions: ReadonlyArray<Assumption> = [
  share("percentile of the average", 50, "The average is taken for the middle, though a few far ahead may pull it their way."),
  share("percentile of top_25", 75, "It is what all of the best quarter reach."),
  share("percentile of top_10", 90, "It is what all of the best tenth reach."),
  share("precision on the better side", 5, "Three figures do not tell more."),
  share("precision on the worse side", 10, "No figure lies there: it is taken to fall off as the other side rises, in proportion.")
]

const formula = "Linear interpolation of the percentile between the figures, rounded to the precision, give or take as much; " +
  "worse than the average between mirrored figures, average * average / figure (2 * average - figure where one of them is not " +
  "positive); beyond the outermost figure only a side is told."

/** Those of the figures that get better, best first: what the best reach is surer than what an average stands for. */
const pointsAbove = (row: BenchmarkRow): ReadonlyArray<Point> =>
  levels.toReversed().reduce<ReadonlyArray<Point>>((points, level) => {
    const figure = row[level]
    const point = figure && { merit: merit(row, figure.value), percentile: percentiles[level] }
    return point === undefined || (points.length > 0 && point.merit >= points[0]!.merit) ? points : [point, ...points]
  }, [])

/** The figures on the worse side that nobody has: as far from the average as the better ones, in proportion where that is possible. */
const mirrored = (row: BenchmarkRow, above: ReadonlyArray<Point>): ReadonlyArray<Point> => {
  const [middle, ...better] = above.map((point) => ({ ...point, value: merit(row, point.merit) }))
  const inProportion = above.every((point) => merit(row, point.merit) > 0)
  return better.toReversed().map(({ percentile, value }) => ({
    percentile: 100 - percentile,
    merit: merit(row, inProportion ? middle!.value ** 2 / value : 2 * middle!.value - value)
  }))
}

const pointsOf = (row: BenchmarkRow): ReadonlyArray<Point> => {
  const above = pointsAbove(row)
  return above[0]!.percentile === percentiles.average ? [...mirrored(row, above), ...above] : above
}

const rounded = (value: number, step: number) => Math.round(value / step) * step

const between = (low: number, expected: number, high: number) => ({ low, expected, high, unit: "percentile" })

/** Where a value stands among a hundred, as exactly as the figures let it be told. */
const percentileOf = (row: BenchmarkRow, value: number): Comparison["percentile"] => {
  const points = pointsOf(row)
  const own = merit(row, value)
  const first = points[0]!
  const last = points.at(-1)!
  if (own >= last.merit) return between(last.percentile, (last.percentile + 100) / 2, 100)
  if (own < first.merit) return between(0, first.percentile / 2, first.percentile)
  const n = points.findIndex((point) => own < point.merit)
  const [from, to] = [points[n - 1]!, points[n]!]
  const exact = from.percentile + (to.percentile - from.percentile) * (own - from.merit) / (to.merit - from.merit)
  const step = from.percentile >= 50 ? 5 : 10
  const expected = Math.min(rounded(exact, step), to.percentile)
  return between(Math.max(expected - step, from.percentile), expected, Math.min(expected + step, to.percentile))
}

const exact = (value: number) => Number(value.toPrecision(6))

const gapsOf = (row: BenchmarkRow, value: number): Comparison["gaps"] =>
  levels.flatMap((level) => {
    const figure = row[level]
    if (figure === undefined) return []
    const difference = exact(value - figure.value)
    return [{
      to: level,
      ahead: merit(row, value) >= merit(row, figure.value),
      difference,
      ...figure.value !== 0 && { percent: Math.round(difference / Math.abs(figure.value) * 100) },
      provenance: figure.provenance
    }]
  })

const summaries = {
  top_10: "With the best tenth of the industry.",
  top_25: "With the best quarter of the industry, not yet with the best tenth.",
  average_or_better: "At least at the industry's average, not yet with its best quarter.",
  worse_than_average: "Worse than the industry's average."
} as const satisfies Record<Comparison["standing"], string>

const standingOf = (gaps: Comparison["gaps"]): Comparison["standing"] => {
  const ahead = (level: string) => gaps.some((gap) => gap.to === level && gap.ahead)
  if (ahead("top_10")) return "top_10"
  if (ahead("top_25")) return "top_25"
  return ahead("average") ? "average_or_better" : "worse_than_average"
}

/** So far below every figure a percentage was more likely sent as a share of one. */
const FAR = 10

const doubtOf = ({ unit, ...row }: BenchmarkRow, value: number): string => {
  const lowest = Math.min(...levels.flatMap((level) => row[level]?.value ?? []))
  return unit === "percent" && value > 0 && value < 1 && value < lowest / FAR
    ? ` ${value} was read as ${value} %, far below all figures: send ${exact(value * 100)} if ${exact(value * 100)} % is meant.`
    : ""
}

/** How a value of a business compares with the benchmark of its industry. */
export const comparisonOf = (row: BenchmarkRow, value: number): Comparison => {
  const gaps = gapsOf(row, value)
  const standing = standingOf(gaps)
  const told = levels.flatMap((level) => row[level] === undefined ? [] : [[level, row[level].value] as const])
  return {
    standing,
    percentile: percentileOf(row, value),
    gaps,
    summary: `${summaries[standing]} ${row.better === "higher" ? "More is better here." : "Less is better here."}${doubtOf(row, value)}`,
    formula,
    inputs: { user_value: value, unit: row.unit, better: row.better, ...Object.fromEntries(told) },
    assumptions
  }
}

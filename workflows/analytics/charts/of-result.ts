import { bucketsOf, addDays } from "#schemas/analytics/days"
import { declared, isBucket, isRecurring } from "#schemas/analytics/query"
import type { Report } from "#schemas/analytics/report"
import type { ReportResult } from "#schemas/analytics/result"
import type { Formats } from "#schemas/kernel/formats"
import { daysInWords, figureInWords, inWords } from "../figures-in-words.ts"
import type { ChartData, Series } from "./chart-data.ts"
import { MOST_SERIES } from "./marks.ts"

type Row = ReportResult["rows"][number]

/** The places along a chart, in their order: also days on which there was nothing. */
const placesOf = ({ columns, period }: ReportResult, rows: ReadonlyArray<Row>): ReadonlyArray<string | null> => {
  const name = columns[0]!.name
  if (isBucket(name)) return bucketsOf(period.from, addDays(period.to, 1), name)
  const found = [...new Set(rows.map(({ by }) => by[0] ?? null))]
  return isRecurring(name) ? found.toSorted((a, b) => Number(a) - Number(b)) : found
}

const SEPARATOR = ", "

/**
 * What there is to draw of a report: one chart for each currency, since amounts of different ones have no common scale. Nothing where it is
 * broken down by nothing.
 */
export const chartsOf = (result: ReportResult, chart: Report["chart"], formats: Formats): ReadonlyArray<ChartData> => {
  const { before, columns, measure, period, title, totals, unit } = result
  const [first, ...others] = columns
  if (first === undefined || chart === "none") return []
  const nothing = unit === "share" || declared.get(measure)?.isMean === true ? null : 0
  const currencies = unit === "money" ? totals.map(({ currency }) => currency) : [null]
  return currencies.flatMap((currency): ReadonlyArray<ChartData> => {
    const rows = result.rows.filter((row) => row.currency === currency)
    if (rows.length === 0) return []
    const places = placesOf(result, rows)
    const at = new Map(places.map((place, n) => [place, n]))
    const names = [...Map.groupBy(rows, ({ by }) => others.map(({ name }, n) => inWords(name, by[n + 1] ?? null, formats)).join(SEPARATOR))]
    const valuesOf = (some: ReadonlyArray<Row>, figure: "value" | "before") => {
      const values: Array<number | null> = places.map(() => isBucket(first.name) ? nothing : null)
      for (const row of some) values[at.get(row.by[0] ?? null) ?? -1] = row[figure]
      return values
    }
    const series: ReadonlyArray<Series> = others.length === 0
      ? [
        { name: daysInWords(period, formats), values: valuesOf(rows, "value") },
        ...before === null ? [] : [{ name: daysInWords(before, formats), values: valuesOf(rows, "before"), isBefore: true }]
      ]
      : names.toSorted(([, a], [, b]) => sumOf(b) - sumOf(a)).map(([name, some]) => ({ name, values: valuesOf(some, "value") }))
    const more = series.filter(({ isBefore }) => isBefore !== true).length - MOST_SERIES
    return [{
      kind: chart ?? (isBucket(first.name) ? "line" : "bars"),
      summary: `${title}${currency === null ? "" : ` in ${currency}`} by ${columns.map(({ title }) => title.toLowerCase()).join(" and ")}, ${daysInWords(period, formats)}` +
        `${more > 0 ? `; ${more} more are in the table` : ""}.`,
      labels: places.map((place) => inWords(first.name, place, formats)),
      series,
      format: (value) => figureInWords({ value, currency }, unit, formats)
    }]
  })
}

const sumOf = (rows: ReadonlyArray<Row>) => rows.reduce((sum, { value }) => sum + (value ?? 0), 0)

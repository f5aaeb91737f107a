import { chartsOf } from "#workflows/analytics/charts/of-result"
import { changeInWords, daysInWords, figureInWords, tableInWords } from "#workflows/analytics/figures-in-words"
import type { Report } from "#schemas/analytics/report"
import type { ReportResult } from "#schemas/analytics/result"
import type { Formats } from "#schemas/kernel/formats"
import { html, type Node } from "../html.ts"
import { chartFigure } from "./chart.ts"
import { empty } from "./elements.ts"
import { table } from "./table.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("result")

type Cells = ReadonlyArray<string>

/** The rows of a report and its totals. */
export const resultTable = (result: ReportResult, formats: Formats): Node => {
  const { columns: [first, ...others], figuresFrom, rows } = tableInWords(result, formats)
  return table<Cells>({
    label: `${result.title}, ${daysInWords(result.period, formats)}`,
    rows,
    empty: empty(w.nothing),
    columns: [
      { title: first!, cell: ([cell]) => html`<bdi>${cell}</bdi>`, ...figuresFrom === 0 && { figure: true } },
      ...others.map((title, n) => ({ title, cell: (cells: Cells): Node => html`<bdi>${cells[n + 1]}</bdi>`, ...n + 1 >= figuresFrom && { figure: true as const } }))
    ]
  })
}

/** The totals alone, large, with what they were before. */
export const resultFigure = ({ before, period, totals, unit }: ReportResult, formats: Formats): Node => html`
  <div class="figures">
    ${totals.length === 0 ? html`<p class="figure-total">${figureInWords({ value: unit === "count" ? 0 : null, currency: null }, unit, formats)}</p>` : totals.map((total) => html`
      <p class="figure-total">${figureInWords(total, unit, formats)}</p>
      ${before !== null && html`<p class="about">${figureInWords({ ...total, value: total.before }, unit, formats)} ${w.before}, ${changeInWords(total.value, total.before, formats)}</p>`}`)}
    <p class="about">${daysInWords(period, formats)}</p>
  </div>`

interface Drawn {
  readonly id: string
  readonly result: ReportResult
  readonly chart: Report["chart"]
  readonly formats: Formats
  readonly isSmall?: boolean
}

/** The charts of a report, one for each currency, each with the table behind it; the table alone where there is nothing to draw. */
export const resultCharts = ({ chart, formats, id, isSmall = false, result }: Drawn): Node => {
  const charts = chartsOf(result, chart, formats)
  return charts.length === 0
    ? resultTable(result, formats)
    : charts.map((data, n) => chartFigure({ id: `${id}-${n}`, title: charts.length > 1 ? data.summary : undefined, data, table: resultTable(result, formats), isSmall }))
}

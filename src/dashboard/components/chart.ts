import type { VNode } from "preact"
import { chart } from "#workflows/analytics/charts/chart"
import type { ChartData } from "#workflows/analytics/charts/chart-data"
import { html, type Node } from "../html.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("result")

/** A drawing for wide windows and one for phones, on which the words of the first would be too small. */
const WIDE = 720
const NARROW = 330

interface Figure {
  /** No other figure of the page has it. */
  readonly id: string
  readonly title?: string | undefined
  readonly data: ChartData
  /** The same figures as a table. */
  readonly table: Node
  /** For a column beside others: the drawing of phones is taken in any window. */
  readonly isSmall?: boolean
}

/** A chart, with the table that it was drawn from behind it. */
export const chartFigure = ({ data, id, isSmall = false, table, title }: Figure): VNode => html`
  <figure class="chart">
    ${title !== undefined && html`<figcaption>${title}</figcaption>`}
    ${!isSmall && html`<div class="wide">${chart(data, { id: `${id}-wide`, width: WIDE })}</div>`}
    <div class=${isSmall ? "small" : "slim"}>${chart(data, { id: `${id}-slim`, width: NARROW })}</div>
    <details><summary>${w.asTable}</summary>${table}</details>
  </figure>`

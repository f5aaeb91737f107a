import { scaleBand, scaleLinear } from "d3-scale"
import { html, type Node } from "#schemas/kernel/markup"
import type { ChartData, Drawing } from "./chart-data.ts"
import { definitions, FAINT, fitted, frame, INK, legend, type Look, lookOf, widthOf, words } from "./marks.ts"

const BAR = 18
const GAP = 12
/** Beyond so many, the rest stands in the table alone. */
const MOST_LABELS = 30

const round = (value: number) => Math.round(value * 10) / 10

const sample = ({ colour, fill, name }: Look, x: number, y: number): Node => html`
  <rect x=${x} y=${y - 7} width="22" height="13" fill=${fill} stroke=${colour} class=${`bar ${name}`} />`

/** Bars that lie, so that long names have room, each with its value at its end. */
export const barChart = ({ format, labels, series, summary }: ChartData, drawing: Drawing) => {
  const { id, width } = drawing
  const drawn = lookOf(series, id)
  const shown = labels.slice(0, MOST_LABELS)
  const values = drawn.flatMap(([{ values }]) => values.slice(0, MOST_LABELS)).filter((value) => value !== null)
  const named = Math.min(width * 0.36, Math.max(...shown.map(widthOf), 0) + 12)
  const figures = Math.max(...values.map((value) => widthOf(format(value))), 0) + 8
  const above = legend(drawn, drawing, sample)
  const least = Math.min(0, ...values)
  const x = scaleLinear([least, Math.max(0, ...values) || 1], [named + (least < 0 ? figures : 0), width - figures])
  const step = BAR * Math.max(1, drawn.length) + GAP
  const y = scaleBand([...drawn.keys()], [0, step - GAP]).paddingInner(0.1)
  const zero = round(x(0))
  return frame(summary, width, above.height + step * shown.length + 8, [
    definitions(drawn, id),
    above.node,
    html`
    <g transform=${`translate(0 ${above.height + 8})`}>
      ${shown.map((label, at) => html`
        <g transform=${`translate(0 ${at * step})`}>
          ${words(drawing, fitted(label, named - 8), { x: round(named - 8), y: round((step - GAP) / 2) + 4, anchor: "end", colour: INK, name: "ink" })}
          ${drawn.map(([{ values }, { colour, fill, name }], n) => {
            const value = values[at] ?? null
            if (value === null) return null
            const end = round(x(value))
            const top = round(y(n) ?? 0)
            return html`
              <g>
                <rect x=${Math.min(zero, end)} y=${top} width=${round(Math.max(1, Math.abs(end - zero)))} height=${round(y.bandwidth())} fill=${fill} stroke=${colour}
                  class=${`bar ${name}`} />
                ${words(drawing, format(value), {
                  x: value < 0 ? end - 6 : end + 6, y: round(top + y.bandwidth() / 2) + 4, anchor: value < 0 ? "end" : "start", colour: FAINT, name: "faint"
                })}
              </g>`
          })}
        </g>`)}
      <path d=${`M${zero} 0V${step * shown.length - GAP}`} stroke=${FAINT} class="zero" />
    </g>`
  ])
}

import { scaleLinear, scalePoint } from "d3-scale"
import { area, line } from "d3-shape"
import { html, type Node } from "#schemas/kernel/markup"
import type { ChartData, Drawing } from "./chart-data.ts"
import { definitions, FAINT, fitted, frame, legend, LINE, type Look, lookOf, widthOf, words } from "./marks.ts"

const PLOT = 220
const BELOW = 28
/** Beyond so many points, marks would touch each other. */
const MOST_MARKS = 31

const round = (value: number) => Math.round(value * 10) / 10

const sample = ({ colour, dash, mark, name }: Look, x: number, y: number): Node => html`
  <g><path d=${`M${x} ${y}H${x + 22}`} stroke=${colour} stroke-width="2" stroke-dasharray=${dash} fill="none" class=${`stroke ${name}`} />${mark(x + 11, y)}</g>`

/** Lines over time, with a mark at each point where these are few. */
export const lineChart = ({ format, labels, series, summary }: ChartData, drawing: Drawing) => {
  const { id, width } = drawing
  const drawn = lookOf(series, id)
  const all = drawn.flatMap(([{ band = [], values }]) => [...values, ...band.flatMap((one) => one ?? [])]).filter((value) => value !== null)
  const y = scaleLinear([Math.min(0, ...all), Math.max(0, ...all) || 1], [PLOT, 0]).nice(4)
  const ticks = y.ticks(4).map((tick) => [tick, format(tick)] as const)
  const left = Math.min(width / 3, Math.max(...ticks.map(([, text]) => widthOf(text))) + 8)
  const above = legend(drawn, drawing, sample)
  const x = scalePoint([...labels.keys()], [left + 8, width - 12])
  const xOf = (at: number) => round(x(at) ?? 0)

  /* As many labels as have room, the last of them always. */
  const widest = Math.max(...labels.map(widthOf), 1) + 20
  const every = Math.max(1, Math.ceil(widest * labels.length / (width - left)))
  const shown = [...labels.keys()].filter((at) => (labels.length - 1 - at) % every === 0)

  const path = line<number | null>((_, at) => xOf(at), (value) => round(y(value ?? 0))).defined((value) => value !== null)
  const between = area<readonly [number, number] | null>((_, at) => xOf(at), (band) => round(y(band?.[0] ?? 0)), (band) => round(y(band?.[1] ?? 0))).defined((band) => band !== null)
  const half = (at: number) => widthOf(labels[at]!) / 2
  return frame(summary, width, above.height + PLOT + BELOW + 8, [
    definitions(drawn, id),
    above.node,
    html`
    <g transform=${`translate(0 ${above.height + 8})`}>
      ${ticks.map(([tick, text]) => html`
        <g>
          <path d=${`M${round(left)} ${round(y(tick))}H${width}`} stroke=${tick === 0 ? FAINT : LINE} class=${tick === 0 ? "zero" : "grid"} />
          ${words(drawing, fitted(text, left), { x: round(left - 6), y: round(y(tick)) + 4, anchor: "end", colour: FAINT, name: "faint" })}
        </g>`)}
      ${shown.map((at) => words(drawing, labels[at]!, {
        x: Math.max(half(at), Math.min(width - half(at), xOf(at))), y: PLOT + 20, anchor: "middle", colour: FAINT, name: "faint"
      }))}
      ${drawn.map(([{ band }, { colour, name }]) => band !== undefined && html`
        <path d=${between([...band]) ?? ""} fill=${colour} fill-opacity="0.15" stroke=${colour} stroke-width="1" stroke-dasharray="1 3" class=${`fill stroke ${name}`} />`)}
      ${drawn.toReversed().map(([{ values }, { colour, dash, mark, name }]) => html`
        <g>
          <path d=${path([...values]) ?? ""} fill="none" stroke=${colour} stroke-width="2" stroke-dasharray=${dash} stroke-linejoin="round" class=${`stroke ${name}`} />
          ${values.map((value, at) => {
            const isAlone = (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null
            return value !== null && (labels.length <= MOST_MARKS || isAlone || at === labels.length - 1) && mark(xOf(at), round(y(value)))
          })}
        </g>`)}
    </g>`
  ])
}

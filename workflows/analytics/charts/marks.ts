import { symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolStar, symbolTriangle } from "d3-shape"
import { html, type Node } from "#schemas/kernel/markup"
import type { Drawing, Series } from "./chart-data.ts"

/** By day; each has at least 4.5 to 1 on white. */
export const INK = "#1b1f24"
export const FAINT = "#59636e"
export const LINE = "#d8dee4"

const looks = [
  { colour: "#0b5cad", dash: undefined, shape: symbolCircle },
  { colour: "#a8480f", dash: "7 4", shape: symbolSquare },
  { colour: "#1a6b35", dash: "2 3", shape: symbolTriangle },
  { colour: "#7a3e9d", dash: "10 3 2 3", shape: symbolDiamond },
  { colour: "#7d5200", dash: "4 2", shape: symbolCross },
  { colour: "#37474f", dash: "12 5", shape: symbolStar }
] as const

/** Series that can be told apart in one chart. */
export const MOST_SERIES = looks.length

/** How one series is drawn. */
export interface Look {
  readonly colour: string
  readonly dash: string | undefined
  /** What the stylesheet calls it. */
  readonly name: string
  /** Of its hatching in the drawing; the first is plain. */
  readonly fill: string
  readonly mark: (x: number, y: number) => Node
}

/** The series that are drawn, each with its look. */
export const lookOf = (series: ReadonlyArray<Series>, id: string): ReadonlyArray<readonly [Series, Look]> => {
  let used = 0
  return series.flatMap((one): ReadonlyArray<readonly [Series, Look]> => {
    if (one.isBefore === true) return [[one, { colour: FAINT, dash: "3 3", name: "before", fill: `url(#${id}-before)`, mark: () => null }]]
    const at = used++
    const look = looks[at]
    if (look === undefined) return []
    const shape = symbol(look.shape, 36)() ?? ""
    const name = `s${at + 1}`
    return [[one, {
      colour: look.colour, dash: look.dash, name, fill: at === 0 ? look.colour : `url(#${id}-${name})`,
      mark: (x, y) => html`<path d=${shape} transform=${`translate(${x} ${y})`} fill=${look.colour} class=${`fill ${name}`} />`
    }]]
  })
}

/** What fills the area of a series: lines and dots at angles that differ. */
const hatchings: Readonly<Record<string, string>> = {
  before: "M0 4H8", s2: "M0 8L8 0", s3: "M0 0L8 8", s4: "M4 0V8", s5: "M0 4H8M4 0V8", s6: "M0 0L8 8M0 8L8 0"
}

export const definitions = (drawn: ReadonlyArray<readonly [Series, Look]>, id: string): Node => html`
  <defs>
    ${drawn.filter(([, { fill }]) => fill.startsWith("url")).map(([, { colour, name }]) => html`
      <pattern id=${`${id}-${name}`} width="8" height="8" patternUnits="userSpaceOnUse">
        <rect width="8" height="8" fill=${colour} fill-opacity="0.2" class=${`fill ${name}`} />
        <path d=${hatchings[name]} stroke=${colour} stroke-width="1.5" class=${`stroke ${name}`} />
      </pattern>`)}
  </defs>`

/** About what a text of 12 pixels is wide. */
export const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(letter) ? 12 : 6.7), 0)

/** As much of a text as has room. */
export const fitted = (text: string, room: number): string => {
  if (widthOf(text) <= room) return text
  const letters = [...text]
  while (letters.length > 1 && widthOf(`${letters.join("")}…`) > room) letters.pop()
  return `${letters.join("").trimEnd()}…`
}

interface Words {
  readonly x: number
  readonly y: number
  readonly anchor?: "start" | "middle" | "end"
  readonly colour: string
  /** What the stylesheet calls its colour. */
  readonly name: string
}

/** A line of text; as outlines where the drawing wants no font. */
export const words = ({ outlines }: Drawing, text: string, { anchor = "start", colour, name, x, y }: Words): Node => {
  if (outlines === undefined) return html`<text x=${x} y=${y} text-anchor=${anchor} font-size="12" fill=${colour} class=${name}>${text}</text>`
  const { path, width } = outlines(text, 12)
  const left = x - (anchor === "start" ? 0 : anchor === "middle" ? width / 2 : width)
  return html`<path d=${path} transform=${`translate(${left} ${y})`} fill=${colour} />`
}

const SWATCH = 28
const LEGEND_LINE = 20

interface Legend {
  readonly node: Node
  readonly height: number
}

/** Which look is whose, above the chart; nothing where there is only one. `sample` draws it at a place. */
export const legend = (drawn: ReadonlyArray<readonly [Series, Look]>, drawing: Drawing, sample: (look: Look, x: number, y: number) => Node): Legend => {
  const { width } = drawing
  if (drawn.length < 2) return { node: null, height: 0 }
  let [x, y] = [0, 12]
  const placed = drawn.map(([{ name }, look]) => {
    const text = fitted(name, width - SWATCH - 8)
    const wide = SWATCH + widthOf(text) + 16
    if (x > 0 && x + wide > width) [x, y] = [0, y + LEGEND_LINE]
    const at = { look, text, x, y }
    x += wide
    return at
  })
  return {
    node: placed.map(({ look, text, x, y }) => html`
      <g>${sample(look, x, y)}${words(drawing, text, { x: x + SWATCH, y: y + 4, colour: INK, name: "ink" })}</g>`),
    height: y + LEGEND_LINE
  }
}

/** The drawing around what is in it. */
export const frame = (summary: string, width: number, height: number, content: Node) => html`
  <svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label=${summary} viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height}
    font-family="Noto Sans, system-ui, sans-serif">${content}</svg>`

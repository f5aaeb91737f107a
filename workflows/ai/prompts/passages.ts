/** A passage as a model is given it. */
export interface PassageOffered {
  readonly n: number
  readonly title: string
  readonly heading: ReadonlyArray<string>
  readonly text: string
}

export const markOf = (n: number) => `[#${n}]`

/** Anything that looks like a mark of ours, in a text of somebody else. */
const MARKS = /\[(#?\d[^[\]]{0,20})\]/gu

/** Of a text that may itself hold marks: they point at nothing here. */
export const unmarked = (text: string) => text.replaceAll(MARKS, "($1)")

/** One line of JSON, out of which no text can break. */
export const dataOf = ({ heading, n, text, title }: PassageOffered) =>
  JSON.stringify({ mark: markOf(n), title: unmarked([title, ...heading].join(" > ")), text: unmarked(text) })

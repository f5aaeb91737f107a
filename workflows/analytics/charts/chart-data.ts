/** Figures of one name, one for each label of the chart; `null` where there is none. */
export interface Series {
  readonly name: string
  readonly values: ReadonlyArray<number | null>
  /** What the others are compared with, like the period before: drawn behind them, without a colour of its own. */
  readonly isBefore?: boolean
  /** From where to where each value may be, as a forecast says. */
  readonly band?: ReadonlyArray<readonly [low: number, high: number] | null>
}

/** What a chart shows. The same is to stand in a table beside it: a chart is a picture. */
export interface ChartData {
  /** Lines for what follows in time, bars for what stands side by side. */
  readonly kind: "line" | "bars"
  /** In a sentence, for whoever hears the page. */
  readonly summary: string
  readonly labels: ReadonlyArray<string>
  /** The first that have a look of their own are drawn: see `MOST_SERIES`. */
  readonly series: ReadonlyArray<Series>
  /** How a value is written. */
  readonly format: (value: number) => string
}

export interface Drawing {
  /** No other drawing of the page has it. */
  readonly id: string
  /** In pixels of CSS. */
  readonly width: number
  /** Gives texts as outlines, for pictures that are made where no font is sure to be. */
  readonly outlines?: (text: string, size: number) => { readonly path: string; readonly width: number }
}

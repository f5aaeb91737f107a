import { Schema } from "effect"

const figures = /[\d%$€£]/u

/** Text without figures: those need a provenance, and have their place in `benchmarks.json`. */
export const figureless = (least: number, most: number) =>
  Schema.String.check(
    Schema.isMinLength(least),
    Schema.isMaxLength(most),
    Schema.makeFilter((text: string) => figures.test(text) ? "Expected no figures here: they belong in benchmarks.json" : undefined)
  )

import { operation } from "#schemas/kernel/endpoints"
import { MetricExplanation } from "./explanation.ts"
import { FigureKey } from "./figure.ts"

export const explain_metric = operation.get("explain_metric", "/explain", MetricExplanation, {
  query: { figure: FigureKey },
  summary: "Explain a figure",
  description: "What a figure of the daily brief counts, from which records, as of when, and the first ten of them. Brief, forecasts and alerts mean the same by it."
})

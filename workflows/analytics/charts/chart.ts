import type { VNode } from "preact"
import { barChart } from "./bar-chart.ts"
import type { ChartData, Drawing } from "./chart-data.ts"
import { lineChart } from "./line-chart.ts"

/**
 * Draws it as SVG. Every series has a dash, a mark or a hatching of its own, so that nobody needs to see colours; those are attributes,
 * for which the stylesheet of a page has others by night.
 */
export const chart = (data: ChartData, drawing: Drawing): VNode => data.kind === "line" ? lineChart(data, drawing) : barChart(data, drawing)

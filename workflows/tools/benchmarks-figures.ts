import { Effect } from "effect"
import { type Aggregated, Aggregates } from "#layers/benchmarks/aggregates"
import { currentContent } from "#layers/content/content-store"
import { type Benchmark, type Level, levels } from "#schemas/content/benchmarks"
import type { Metric } from "#schemas/content/metrics"
import type { Content } from "#schemas/content/content"
import { plain } from "#schemas/content/plain"
import { type Provenance, told } from "#schemas/content/provenance"
import type { BenchmarkRow } from "#schemas/tools/benchmarks"
import type { Figure } from "#schemas/tools/figure"
import { perContent } from "./search.ts"

/** A metric of an industry, as the content ships it. */
export interface Shipped {
  readonly metric: Metric
  readonly row: BenchmarkRow
}

const shippedOf = ({ benchmarks: { industries, provenance }, metrics }: Content) => {
  const byId = new Map(metrics.map((metric) => [metric.id, metric]))
  const shippedAs = (given: Benchmark, stated: Provenance): Shipped => {
    const metric = byId.get(given.metric)!
    const { about, better, id, name, unit } = metric
    const source = told(given.provenance ?? stated)
    const figure = (level: Level): Figure => ({ value: given[level], unit, provenance: source })
    const figures = { average: figure("average"), top_25: figure("top_25"), top_10: figure("top_10") }
    return { metric, row: { metric: id, name, unit, better, about, ...figures } }
  }
  return new Map<string, ReadonlyArray<Shipped>>(industries.map(({ industry, metrics: given, provenance: own = provenance }) =>
    [industry, given.map((one) => shippedAs(one, own))]))
}

/** What the content ships of each industry, and each of its metrics by every name that people use for it. */
export const benchmarksOf = perContent((content: Content) => {
  const byIndustry = shippedOf(content)
  const named = new Map([...byIndustry].map(([industry, shipped]) => {
    const names = new Map<string, Shipped>()
    for (const one of shipped) {
      for (const name of [one.metric.id, one.metric.name, ...one.metric.aliases]) names.set(plain(name), one)
    }
    return [industry, names]
  }))
  return {
    deals: new Map<string, string>(content.benchmarks.industries.map(({ deal, industry }) => [industry, deal])),
    shipped: (industry: string): ReadonlyArray<Shipped> => byIndustry.get(industry)!,
    named: (industry: string, metric: string): Shipped | undefined => named.get(industry)!.get(plain(metric))
  }
})

const measuredBy = {
  average: "The mean of the middle half of the companies on this installation that share their records.",
  top_25: "What all of the best quarter of the companies that share their records reach.",
  top_10: "What all of the best tenth of the companies that share their records reach."
} as const satisfies Record<Level, string>

/** Greater is better, whatever the metric. */
export const merit = ({ better }: { readonly better: Metric["better"] }, value: number) => better === "higher" ? value : -value

/**
 * Figures measured on this installation take the place of those shipped, each by itself. One that is shipped and then lies on
 * the wrong side of a measured one is left out.
 */
export const withMeasured = ({ row }: Shipped, measured: Aggregated | undefined): BenchmarkRow => {
  if (measured === undefined) return row
  const { average, top_10, top_25, ...facts } = row
  const shipped = { average, top_25, top_10 }
  const kept: Partial<Record<Level, Figure>> = {}
  const remarks: Array<string> = []
  levels.forEach((level, n) => {
    const found = measured[level]
    if (found !== undefined) {
      const { as_of, sample_size, value } = found
      kept[level] = { value, unit: row.unit, provenance: { source: "aggregate", as_of, sample_size, note: measuredBy[level] } }
      return
    }
    const own = merit(row, shipped[level]!.value)
    const contrary = levels.find((other, m) => {
      const theirs = measured[other]
      return theirs !== undefined && (m < n ? own <= merit(row, theirs.value) : own >= merit(row, theirs.value))
    })
    if (contrary === undefined) kept[level] = shipped[level]!
    else remarks.push(`The shipped figure ${level} is left out: the measured ${contrary} contradicts it.`)
  })
  const { average: mean, top_25: good } = measured
  if (mean !== undefined && good !== undefined && merit(row, mean.value) >= merit(row, good.value)) {
    remarks.push("The measured average is no worse than the measured top_25: a few companies far ahead carry it.")
  }
  return { ...facts, ...kept, ...remarks.length > 0 && { remarks } }
}

/** The benchmarks of an industry as they stand now. */
export const rowsOf = Effect.fnUntraced(function*(industry: string) {
  const { figureOf } = yield* Aggregates
  const { shipped } = benchmarksOf(yield* currentContent)
  return shipped(industry).map((one) => withMeasured(one, figureOf(industry, one.metric.id)))
})

/** One of them. */
export const rowOf = Effect.fnUntraced(function*(industry: string, shipped: Shipped) {
  const { figureOf } = yield* Aggregates
  return withMeasured(shipped, figureOf(industry, shipped.metric.id))
})

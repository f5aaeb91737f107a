import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import type { Metric } from "#schemas/content/metrics"
import type { Content } from "#schemas/content/content"
import { unusable } from "#schemas/tools/refusal"
import type { ToolInput } from "#schemas/tools/catalog"
import { comparisonOf } from "./benchmarks-comparison.ts"
import { benchmarksOf, rowOf, rowsOf, type Shipped } from "./benchmarks-figures.ts"
import { coveredIndustryOf } from "./benchmarks-industries.ts"
import { foundIndustry } from "./industries.ts"
import { perContent, searchOf } from "./search.ts"

const fits = ({ bounds: { highest, lowest } }: Metric, value: number) => lowest <= value && value <= highest

/** A value that is no mistake, in place of one that is. */
const usual = ({ row }: Shipped) => row.average!.value

/** Looks for the metric that was meant, in all that the metrics of the content say of themselves. */
const metricSearchOf = perContent(({ metrics }: Content) =>
  searchOf(
    metrics,
    ({ about, aliases, id, name }) => ({ name: `${name} ${id.replaceAll("_", " ")}`, aliases: aliases.join(" "), about }),
    { name: 4, aliases: 3, about: 1 }
  ))

/** The metric of an industry that a caller means; `value` is what is to be compared with it. */
const metricOf = Effect.fnUntraced(function*(industry: string, text: string, value: number | undefined) {
  const content = yield* currentContent
  const { named, shipped } = benchmarksOf(content)
  const known = named(industry, text)
  if (known !== undefined) return known
  const offered = shipped(industry)
  const meant = metricSearchOf(content)(text, 10).map(({ item }) => item)
  const candidates = [...meant.flatMap(({ id }) => offered.find(({ metric }) => metric.id === id) ?? []), ...offered]
  const next = candidates.find(({ metric }) => value === undefined || fits(metric, value)) ?? candidates[0]!
  return yield* unusable("metric", text, {
    error: content.metrics.some(({ id }) => id === text)
      ? `${industry} has no benchmark of it`
      : "no metric of this industry is called so",
    hint: `${industry} has: ${offered.map(({ metric }) => metric.id).join(", ")}.`,
    instead: { metric: next.metric.id, ...value !== undefined && !fits(next.metric, value) && { user_value: usual(next) } }
  })
})

/** A value that a business can really have. */
const possible = (shipped: Shipped, value: number) => {
  const { bounds: { highest, lowest }, id, unit } = shipped.metric
  return fits(shipped.metric, value) ? Effect.succeed(value) : unusable("user_value", value, {
    error: `${id} lies between ${lowest} and ${highest} ${unit}`,
    hint: `Give it in ${unit}, between ${lowest} and ${highest}.`,
    instead: { user_value: usual(shipped) }
  })
}

export const get_industry_benchmarks = Effect.fnUntraced(function*(asked: ToolInput<"get_industry_benchmarks">) {
  const { industry, metric, user_value } = asked
  const known = yield* coveredIndustryOf(industry)
  const { id } = known.industry
  const { deals, shipped } = benchmarksOf(yield* currentContent)
  const facts = { industry: foundIndustry(known), deal: deals.get(id)! }
  if (metric === undefined) {
    if (user_value === undefined) return { ...facts, benchmarks: yield* rowsOf(id) }
    const next = shipped(id).find((one) => fits(one.metric, user_value)) ?? shipped(id)[0]!
    return yield* unusable("metric", null, {
      error: "it has to say what user_value is a value of",
      hint: `Name one of: ${shipped(id).map((one) => one.metric.id).join(", ")}.`,
      instead: { metric: next.metric.id, ...!fits(next.metric, user_value) && { user_value: usual(next) } }
    })
  }
  const found = yield* metricOf(id, metric, user_value)
  const row = yield* rowOf(id, found)
  if (user_value === undefined) return { ...facts, benchmarks: [row] }
  return { ...facts, benchmarks: [row], comparison: comparisonOf(row, yield* possible(found, user_value)) }
})

export const compare_to_benchmark = Effect.fnUntraced(function*(asked: ToolInput<"compare_to_benchmark">) {
  const { industry, metric, user_value } = asked
  const known = yield* coveredIndustryOf(industry)
  const found = yield* metricOf(known.industry.id, metric, user_value)
  const value = yield* possible(found, user_value)
  const row = yield* rowOf(known.industry.id, found)
  return {
    industry: foundIndustry(known),
    benchmark: row,
    comparison: comparisonOf(row, value),
    levers: found.metric.levers,
    from_your_books: found.metric.from_your_books
  }
})

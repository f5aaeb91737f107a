import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import type { Pattern } from "#schemas/content/intelligence"
import type { Content } from "#schemas/content/content"
import type { ToolInput } from "#schemas/tools/catalog"
import { partOf } from "./advice-parts.ts"
import { benchmarksOf, rowOf } from "./benchmarks-figures.ts"
import { coveredIndustryOf } from "./benchmarks-industries.ts"
import { foundIndustry } from "./industries.ts"
import { perContent } from "./search.ts"

const BASIS = "Written by the editors of the content pack from common practice of the trade: not measured, of no real business."

const intelligenceOf = perContent(({ "industry-intelligence": { as_of, general, industries } }: Content) => ({
  as_of, general, of: new Map<string, typeof industries[number]>(industries.map((one) => [one.industry, one]))
}))

/** An industry that a caller means, with what is told of it. */
const toldOf = Effect.fnUntraced(function*(text: string) {
  const known = yield* coveredIndustryOf(text)
  const content = yield* currentContent
  const { as_of, of } = intelligenceOf(content)
  const { id } = known.industry
  const facts = { industry: foundIndustry(known), as_of, basis: BASIS }
  return { content, facts, id, intelligence: of.get(id)!, benchmarks: benchmarksOf(content) }
})

export const get_top_performer_tips = Effect.fnUntraced(function*({ industry }: ToolInput<"get_top_performer_tips">) {
  const { benchmarks: { named }, facts, id, intelligence: { tips } } = yield* toldOf(industry)
  const moved = [...new Set(tips.map(({ metric }) => metric))].map((metric) => named(id, metric)!)
  return {
    ...facts,
    tips: tips.map((tip) => ({ ...tip, levers: named(id, tip.metric)!.metric.levers })),
    benchmarks: yield* Effect.forEach(moved, (shipped) => rowOf(id, shipped))
  }
})

export const get_industry_intelligence = Effect.fnUntraced(function*({ industry }: ToolInput<"get_industry_intelligence">) {
  const { benchmarks: { shipped }, content, facts, id, intelligence } = yield* toldOf(industry)
  const { journey, overview, regulations, risks, seasonality } = intelligence
  return {
    ...facts,
    overview,
    seasonality,
    customer_journey: journey,
    risks,
    regulations_to_ask_about: regulations,
    product: intelligence.features.map(({ part, use }) => {
      const { name, status } = partOf(content, part)
      return { feature: name, use, status }
    }),
    metrics: shipped(id).map(({ metric }) => metric.id)
  }
})

export const get_success_patterns = Effect.fnUntraced(function*({ category = "all", industry }: ToolInput<"get_success_patterns">) {
  const asked = (patterns: ReadonlyArray<Pattern>, applies_to: "industry" | "any_business") =>
    patterns.filter((one) => category === "all" || one.category === category).map((one) => ({ ...one, applies_to }))
  const { as_of, general } = intelligenceOf(yield* currentContent)
  if (industry === undefined) return { as_of, basis: BASIS, patterns: asked(general, "any_business") }
  const { facts, intelligence: { patterns } } = yield* toldOf(industry)
  return { ...facts, patterns: [...asked(patterns, "industry"), ...asked(general, "any_business")] }
})

import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import type { Content } from "#schemas/content/content"
import type { ToolInput } from "#schemas/tools/catalog"
import { benchmarksOf } from "./benchmarks-figures.ts"
import { categoryOf, coveredOf, isCovered } from "./benchmarks-industries.ts"
import { foundIndustry, industriesOf, type KnownIndustry } from "./industries.ts"
import { perContent } from "./search.ts"

const MOST_FOUND = 12

/** Of what a search finds, what is this much worse than the best is noise. */
const NOISE = 0.3

const supportedOf = perContent((content: Content) => {
  const { shipped } = benchmarksOf(content)
  return new Map(coveredOf(content).all.flatMap((known) => {
    const { id, ...found } = foundIndustry(known)
    const category = categoryOf(known)
    if (!isCovered(id)) return []
    const metrics = shipped(id).map(({ metric }) => metric.id)
    return [[known, { id, ...found, ...category !== undefined && { category }, metrics }] as const]
  }))
})

/** Industries that a text names or resembles, the named first. */
const matching = (content: Content, text: string): ReadonlyArray<KnownIndustry> => {
  const { named, search } = industriesOf(content)
  const known = named(text)
  const hits = search(text, MOST_FOUND)
  const found = hits.filter(({ score }) => score >= hits[0]!.score * NOISE).map(({ item }) => item)
  return [...new Set(known === undefined ? found : [known, ...found])]
}

const hintOf = (industries: ReadonlyArray<unknown>, templateOnly: ReadonlyArray<KnownIndustry>, content: Content) => {
  if (industries.length > 0) return "Next: get_industry_benchmarks or get_industry_intelligence with one of these ids."
  if (templateOnly.length === 0) return "Nothing found. Without category and search all industries with benchmarks are listed."
  const near = coveredOf(content).near(templateOnly[0]!).map(({ industry }) => industry.id)
  return `No benchmarks for these, but templates: get_industry_kb_template. Closest with benchmarks: ${near.join(", ")}.`
}

export const get_supported_industries = Effect.fnUntraced(function*(asked: ToolInput<"get_supported_industries">) {
  const { category = "all", search = "" } = asked
  const content = yield* currentContent
  const supported = supportedOf(content)
  const matched = search.trim() === "" ? [...supported.keys()] : matching(content, search)
  const wanted = matched.filter((known) => category === "all" || categoryOf(known) === category)
  const industries = wanted.flatMap((known) => supported.get(known) ?? [])
  const templateOnly = wanted.filter((known) => !supported.has(known))
  return {
    total: industries.length,
    industries,
    template_only: templateOnly.map(foundIndustry),
    counts: { benchmark_industries: supported.size, templates: industriesOf(content).all.length },
    hint: hintOf(industries, templateOnly, content)
  }
})

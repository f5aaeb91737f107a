import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import { type BenchmarkIndustry, benchmarkIndustries, industryCategories } from "#schemas/content/industry"
import type { Content } from "#schemas/content/content"
import { unusable } from "#schemas/tools/refusal"
import { industriesOf, type KnownIndustry } from "./industries.ts"
import { perContent, searchOf } from "./search.ts"

const MOST_NAMED = 4

const covered: ReadonlySet<string> = new Set(benchmarkIndustries)

export const isCovered = (id: string): id is BenchmarkIndustry => covered.has(id)

/** The group that the tools filter an industry by. */
export const categoryOf = ({ industry, sector }: KnownIndustry): typeof industryCategories[number] | undefined =>
  industry.category ?? sector.category ?? undefined

/** The industries with benchmarks, in the interface's order, and for any industry those of them that come closest. */
export const coveredOf = perContent((content: Content) => {
  const { named } = industriesOf(content)
  const all = benchmarkIndustries.flatMap((id) => named(id) ?? [])
  const search = searchOf(
    all,
    ({ industry: { about, name, synonyms }, sector }) => ({ name, synonyms: synonyms.join(" "), about: `${about} ${sector.name}` }),
    { name: 3, synonyms: 2, about: 1 }
  )
  const closest = (known: KnownIndustry): ReadonlyArray<KnownIndustry> => {
    const { about, name, synonyms } = known.industry
    const byText = search(`${name} ${synonyms.join(" ")} ${about} ${known.sector.name}`, all.length).map(({ item }) => item)
    const ranked = [...byText, ...all.filter((one) => !byText.includes(one))]
    const kin = ranked.filter(({ sector }) => sector === known.sector)
    const alike = ranked.filter((one) => categoryOf(one) !== undefined && categoryOf(one) === categoryOf(known))
    return [...new Set([...kin, ...kin.length === 0 ? [...alike, ...ranked] : []])].slice(0, MOST_NAMED)
  }
  /* So many words take long to look for, and there are few industries to look for. */
  const kept = new Map<KnownIndustry, ReadonlyArray<KnownIndustry>>()
  const near = (known: KnownIndustry) => {
    const found = kept.get(known) ?? closest(known)
    kept.set(known, found)
    return found
  }
  return { all, near }
})

const listed = (industries: ReadonlyArray<KnownIndustry>) =>
  `Closest with benchmarks: ${industries.map(({ industry }) => `${industry.id} (${industry.name})`).join(", ")}.`

/** The industry with benchmarks that a caller means; of others the closest are named. */
export const coveredIndustryOf = Effect.fnUntraced(function*(text: string) {
  const content = yield* currentContent
  const { named, search } = industriesOf(content)
  const known = named(text)
  if (known !== undefined && isCovered(known.industry.id)) return known
  const { near } = coveredOf(content)
  if (known !== undefined) {
    const closest = near(known)
    return yield* unusable("industry", text, {
      error: `${known.industry.name} has a knowledge-base template, but no benchmarks`,
      hint: listed(closest),
      instead: { industry: closest[0]!.industry.id }
    })
  }
  const hits = search(text, MOST_NAMED).map(({ item }) => item)
  const closest = [...new Set(hits.flatMap((item) => isCovered(item.industry.id) ? [item] : near(item).slice(0, 1)))]
  return yield* unusable("industry", text, {
    error: "no industry is called so",
    ...closest[0] === undefined
      ? { hint: "get_supported_industries lists those with benchmarks.", see: { tool: "get_supported_industries", arguments: {} } }
      : { hint: listed(closest), instead: { industry: closest[0].industry.id } }
  })
})

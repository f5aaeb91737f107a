import { liveMetrics, type LiveMetric } from "#schemas/benchmarks/metric"
import { type Benchmark, levels } from "./benchmarks.ts"
import { type BenchmarkIndustry, benchmarkIndustries } from "./industry.ts"
import { patternCategories } from "./intelligence.ts"
import { measuredElsewhere } from "./measured-elsewhere.ts"
import type { Metric } from "./metrics.ts"
import type { Check, Content, ContentProblem } from "./content.ts"
import { repeated } from "./repeated.ts"

const METRICS = "metrics.json"
const BENCHMARKS = "benchmarks.json"
const INTELLIGENCE = "industry-intelligence.json"

const byId = ({ metrics }: Content): ReadonlyMap<string, Metric> => new Map(metrics.map((metric) => [metric.id, metric]))

const every = (file: string, given: ReadonlyArray<string>) =>
  benchmarkIndustries.filter((id) => !given.includes(id)).map((id): ContentProblem => (
    { file, path: "industries", reason: `the industry "${id}" is missing` }
  ))

const metrics: Check = (content) => {
  const known = byId(content)
  return [
    ...repeated(METRICS, "metric", content.metrics.map(({ id }, n) => [`[${n}].id`, id])),
    ...content.metrics.flatMap(({ bounds: { highest, lowest } }, n): ReadonlyArray<ContentProblem> =>
      lowest < highest ? [] : [{ file: METRICS, path: `[${n}].bounds`, reason: "lowest is not lower than highest" }]),
    ...Object.entries<LiveMetric>(liveMetrics).flatMap(([id, { better }]): ReadonlyArray<ContentProblem> => {
      const wanted = better === "more" ? "higher" : "lower"
      const found = known.get(id)?.better
      if (found === wanted) return []
      const reason = found === undefined ? "the metric is missing: the service measures it" : `better is not "${wanted}", as the service measures it`
      return [{ file: METRICS, path: id, reason }]
    })
  ]
}

const ordered = ({ better, bounds: { highest, lowest } }: Metric, benchmark: Benchmark): string | undefined => {
  const [average, good, best] = levels.map((level) => better === "higher" ? benchmark[level] : -benchmark[level])
  if (!(average! < good! && good! < best!)) return `average, top_25 and top_10 do not get better: ${better} is better here`
  const possible = levels.every((level) => lowest <= benchmark[level] && benchmark[level] <= highest)
  return possible ? undefined : `a figure lies outside ${lowest} to ${highest}`
}

/** Names by which a caller means one metric of an industry. */
const namesOf = ({ aliases, id, name }: Metric) => [...new Set([id, name.toLowerCase(), ...aliases])]

const benchmarks: Check = (content) => {
  const known = byId(content)
  const { industries, provenance } = content.benchmarks
  const stated = [
    ["provenance", provenance] as const,
    ...industries.flatMap((industry, n) => [
      [`industries[${n}].provenance`, industry.provenance] as const,
      ...industry.metrics.map((metric, m) => [`industries[${n}].metrics[${m}].provenance`, metric.provenance] as const)
    ])
  ]
  return [
    ...measuredElsewhere(BENCHMARKS, stated),
    ...every(BENCHMARKS, industries.map(({ industry }) => industry)),
    ...repeated(BENCHMARKS, "industry", industries.map(({ industry }, n) => [`industries[${n}].industry`, industry])),
    ...industries.flatMap(({ metrics: given }, n) => [
      ...repeated(BENCHMARKS, "name", given.flatMap(({ metric }, m) =>
        known.has(metric) ? namesOf(known.get(metric)!).map((name) => [`industries[${n}].metrics[${m}]`, name] as const) : [])),
      ...Object.keys(liveMetrics).filter((id) => !given.some(({ metric }) => metric === id)).map((id): ContentProblem => ({
        file: BENCHMARKS, path: `industries[${n}].metrics`, reason: `"${id}" is missing: the service measures it in every industry`
      })),
      ...given.flatMap((benchmark, m): ReadonlyArray<ContentProblem> => {
        const metric = known.get(benchmark.metric)
        const reason = metric === undefined ? `${METRICS} has no metric "${benchmark.metric}"` : ordered(metric, benchmark)
        return reason === undefined ? [] : [{ file: BENCHMARKS, path: `industries[${n}].metrics[${m}]`, reason }]
      })
    ])
  ]
}

const intelligence: Check = (content) => {
  const { general, industries } = content["industry-intelligence"]
  const known = byId(content)
  const offered = new Map(content.benchmarks.industries.map(({ industry, metrics }) => [industry, metrics.map(({ metric }) => metric)]))
  const missing = (path: string, metric: string): ContentProblem => (
    { file: INTELLIGENCE, path, reason: `${BENCHMARKS} has no metric "${metric}" there` }
  )
  const strange = (industry: BenchmarkIndustry, path: string, named: ReadonlyArray<{ readonly metric: string }>) =>
    named.flatMap(({ metric }, m) => offered.get(industry)?.includes(metric) ? [] : [missing(`${path}[${m}].metric`, metric)])
  return [
    ...every(INTELLIGENCE, industries.map(({ industry }) => industry)),
    ...repeated(INTELLIGENCE, "industry", industries.map(({ industry }, n) => [`industries[${n}].industry`, industry])),
    ...general.flatMap(({ metric }, n) => known.has(metric) ? [] : [missing(`general[${n}].metric`, metric)]),
    ...patternCategories.filter((id) => !general.some(({ category }) => category === id)).map((id): ContentProblem => ({
      file: INTELLIGENCE, path: "general", reason: `there is no pattern of the category "${id}"`
    })),
    ...industries.flatMap(({ industry, patterns, tips }, n) => [
      ...strange(industry, `industries[${n}].tips`, tips),
      ...strange(industry, `industries[${n}].patterns`, patterns),
      ...patternCategories.filter((id) => !patterns.some(({ category }) => category === id)).map((id): ContentProblem => ({
        file: INTELLIGENCE, path: `industries[${n}].patterns`, reason: `there is no pattern of the category "${id}"`
      }))
    ])
  ]
}

/** What benchmarks, metrics and what is told of industries must agree in. */
export const benchmarkChecks: ReadonlyArray<Check> = [metrics, benchmarks, intelligence]

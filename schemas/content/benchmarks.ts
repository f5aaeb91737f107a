import { Schema } from "effect"
import { figureless } from "./figureless.ts"
import { benchmarkIndustries } from "./industry.ts"
import { Provenance } from "./provenance.ts"

/** The three figures of a benchmark, from the middle to the best. */
export const levels = ["average", "top_25", "top_10"] as const
export type Level = typeof levels[number]

const Benchmark = Schema.Struct({
  metric: Schema.String,
  average: Schema.Finite,
  /** What all of the best quarter reach, and of the best tenth. */
  top_25: Schema.Finite,
  top_10: Schema.Finite,
  /** Where it differs from the industry's. */
  provenance: Schema.optionalKey(Provenance)
})
export type Benchmark = typeof Benchmark.Type

const IndustryBenchmarks = Schema.Struct({
  industry: Schema.Literals(benchmarkIndustries),
  /** What one deal is here. */
  deal: figureless(5, 200),
  /** Where it differs from the file's. */
  provenance: Schema.optionalKey(Provenance),
  metrics: Schema.NonEmptyArray(Benchmark)
})

/** `benchmarks.json`: what businesses of an industry reach, where nothing is measured on this installation. */
export const Benchmarks = Schema.Struct({ provenance: Provenance, industries: Schema.NonEmptyArray(IndustryBenchmarks) })

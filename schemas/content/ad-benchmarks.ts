import { Schema } from "effect"
import { levels } from "./benchmarks.ts"
import { benchmarkIndustries } from "./industry.ts"
import { Provenance } from "./provenance.ts"

/** The most that a click costs anywhere, in USD. */
const MOST_CPC = 1_000

const amount = (most: number) => Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(most))

/** Average, best quarter and best tenth, each better than the one before. */
const three = (better: "higher" | "lower", most: number) => {
  const one = amount(most)
  return Schema.Struct({ average: one, top_25: one, top_10: one }).check(Schema.makeFilter((figures) => {
    const [average, good, best] = levels.map((level) => better === "higher" ? figures[level] : -figures[level])
    return average! < good! && good! < best! ? undefined : `Expected average, top_25 and top_10 to get better: ${better} is better here`
  }))
}

const percent = three("higher", 100)

const Paid = Schema.Struct({ ctr: percent, cpc: three("lower", MOST_CPC), conversion_rate: percent })

const Email = Schema.Struct({ open_rate: percent, click_rate: percent })

const IndustryAds = Schema.Struct({
  google_ads: Paid,
  facebook: Paid,
  instagram: Paid,
  email: Email,
  /** Where it differs from the file's. */
  provenance: Schema.optionalKey(Provenance)
})
export type IndustryAds = typeof IndustryAds.Type

/** `ad-benchmarks.json`: what advertising reaches in each industry, in percent, and what a click costs, in USD. */
export const AdBenchmarks = Schema.Struct({
  provenance: Provenance,
  industries: Schema.Record(Schema.Literals(benchmarkIndustries), IndustryAds)
})

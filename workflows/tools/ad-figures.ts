import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import type { IndustryAds } from "#schemas/content/ad-benchmarks"
import type { BenchmarkIndustry } from "#schemas/content/industry"
import { told } from "#schemas/content/provenance"
import type { adMetrics } from "#schemas/tools/ads"
import { coveredIndustryOf } from "./benchmarks-industries.ts"

type Metric = typeof adMetrics[number]

const unitOf = (metric: Metric) => metric === "cpc" ? "USD" as const : "percent" as const
const betterOf = (metric: Metric) => metric === "cpc" ? "lower" as const : "higher" as const

type Channel = Exclude<keyof IndustryAds, "provenance">

/** The metrics of a channel as answers show them. */
export const figuresOf = (ads: IndustryAds, channel: Channel) =>
  Object.entries(ads[channel]).map(([metric, figures]) => ({
    metric: metric as Metric, unit: unitOf(metric as Metric), better: betterOf(metric as Metric), ...figures
  }))

/** The industry that a caller means with the benchmarks of its advertising. */
export const adsOf = Effect.fnUntraced(function*(text: string) {
  const known = yield* coveredIndustryOf(text)
  const { industries, provenance } = (yield* currentContent)["ad-benchmarks"]
  const ads = industries[known.industry.id as BenchmarkIndustry]
  return { known, ads, provenance: told(ads.provenance ?? provenance) }
})

/** To as many digits after the point as money and rates are shown with. */
export const shown = (value: number, digits = 2) => Number(value.toFixed(digits))

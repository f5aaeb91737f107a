import { Effect } from "effect"
import { paidChannels } from "#schemas/tools/ads"
import type { ToolInput } from "#schemas/tools/catalog"
import { adsOf, figuresOf } from "./ad-figures.ts"
import { foundIndustry } from "./industries.ts"

const channels = [...paidChannels, "email"] as const

export const get_ad_benchmarks = Effect.fnUntraced(function*({ channel = "all", industry }: ToolInput<"get_ad_benchmarks">) {
  const { ads, known, provenance } = yield* adsOf(industry)
  return {
    industry: foundIndustry(known),
    channels: channels.filter((one) => channel === "all" || one === channel)
      .map((one) => ({ channel: one, metrics: figuresOf(ads, one), provenance }))
  }
})

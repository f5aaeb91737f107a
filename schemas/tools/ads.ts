import { Schema } from "effect"
import { adGoals, templateChannels } from "#schemas/content/ads"
import { Provenance } from "#schemas/content/provenance"
import { FoundIndustry, industryArgument } from "./industry.ts"
import { Texts, texts } from "./texts.ts"
import { tool } from "./tool.ts"

/** Where an ad is paid by the click, among the channels with benchmarks. */
export const paidChannels = ["google_ads", "facebook", "instagram"] as const

export const adMetrics = ["ctr", "cpc", "conversion_rate", "open_rate", "click_rate"] as const

/** A metric of a channel with its three figures. */
export const adFigures = {
  metric: Schema.Literals(adMetrics),
  unit: Schema.Literals(["percent", "USD"]),
  better: Schema.Literals(["higher", "lower"]),
  average: Schema.Finite,
  top_25: Schema.Finite,
  top_10: Schema.Finite
}

export const get_ad_benchmarks = tool("get_ad_benchmarks", {
  title: "Get advertising benchmarks",
  description: "What ads reach in an industry by channel: click rate, cost per click, conversion rate; open and click rate of e-mail.",
  input: {
    industry: industryArgument,
    channel: Schema.optionalKey(Schema.Literals(["all", "email", ...paidChannels]))
  },
  output: Schema.Struct({
    industry: FoundIndustry,
    channels: Schema.Array(Schema.Struct({
      channel: Schema.Literals([...paidChannels, "email"]),
      metrics: Schema.Array(Schema.Struct(adFigures)),
      provenance: Provenance
    }))
  }),
  example: { industry: "dental", channel: "google_ads" }
})

export const get_ad_templates = tool("get_ad_templates", {
  title: "Get ad templates",
  description: "Texts for ads, e-mail and SMS of an industry by channel and goal, within the channels' lengths, with {{blanks}} to fill in.",
  input: {
    industry: industryArgument,
    channel: Schema.optionalKey(Schema.Literals(["all", ...templateChannels])),
    goal: Schema.optionalKey(Schema.Literals(adGoals))
  },
  output: Schema.Struct({
    industry: FoundIndustry,
    hook: Schema.optionalKey(Schema.String).annotate({ description: "What makes this industry's customers look; left out where only its group has texts." }),
    channels: Schema.Array(Schema.Struct({
      channel: Schema.Literals(templateChannels),
      fields: Schema.Array(Schema.Struct({ field: Schema.String, most_characters: Schema.Int })),
      templates: Schema.Array(Schema.Struct({
        goal: Schema.Literals(adGoals),
        texts: Schema.Array(Schema.Struct(texts("field", "text"))),
        scene: Schema.optionalKey(Schema.String).annotate({ description: "What the picture or the video shows." })
      })),
      provenance: Provenance
    })),
    blanks: Texts
  }),
  example: { industry: "dental", channel: "google_ads", goal: "leads" }
})

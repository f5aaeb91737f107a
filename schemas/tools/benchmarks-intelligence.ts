import { Schema } from "effect"
import { Availability } from "#schemas/content/prose"
import { patternCategories } from "#schemas/content/intelligence"
import { Day } from "#schemas/kernel/time"
import { BenchmarkRow } from "./benchmarks.ts"
import { FoundIndustry, industryArgument } from "./industry.ts"
import { lists, Texts, texts } from "./texts.ts"
import { tool } from "./tool.ts"

const Basis = Schema.String.annotate({ description: "What the advice rests on." })

const facts = { industry: FoundIndustry, as_of: Day, basis: Basis }

export const get_top_performer_tips = tool("get_top_performer_tips", {
  title: "Get tips of top performers",
  description: "What well-run businesses of an industry do, why it works, and the benchmark that each practice moves.",
  input: { industry: industryArgument },
  output: Schema.Struct({
    ...facts,
    tips: Schema.Array(Schema.Struct({
      do: Schema.String, because: Schema.String, metric: Schema.String, levers: Texts
    })),
    benchmarks: Schema.Array(BenchmarkRow).annotate({ description: "Of the metrics that the tips name." })
  }),
  example: { industry: "dental" }
})

export const get_industry_intelligence = tool("get_industry_intelligence", {
  title: "Get industry intelligence",
  description: "How an industry works: overview, season, customer journey, risks, rules to ask about, parts of the product that help.",
  input: { industry: industryArgument },
  output: Schema.Struct({
    ...facts,
    ...texts("overview", "seasonality"),
    ...lists("customer_journey", "risks"),
    regulations_to_ask_about: Schema.Array(Schema.Struct(texts("topic", "ask"))),
    product: Schema.Array(Schema.Struct({ feature: Schema.String, use: Schema.String, status: Availability })),
    metrics: Texts.annotate({ description: "Ids of its benchmarks." })
  }),
  example: { industry: "dental" }
})

export const get_success_patterns = tool("get_success_patterns", {
  title: "Get success patterns",
  description: "Ways of working that tend to pay off, with mechanism and first step; of any business, or of an industry too.",
  input: {
    industry: Schema.optionalKey(industryArgument),
    category: Schema.optionalKey(Schema.Literals(["all", ...patternCategories]))
  },
  output: Schema.Struct({
    industry: Schema.optionalKey(FoundIndustry),
    as_of: Day,
    basis: Basis,
    patterns: Schema.Array(Schema.Struct({
      category: Schema.Literals(patternCategories),
      applies_to: Schema.Literals(["industry", "any_business"]),
      ...texts("name", "do", "because", "start"),
      metric: Schema.String.annotate({ description: "Shows whether it works." })
    }))
  }),
  example: { industry: "dental", category: "retention" }
})

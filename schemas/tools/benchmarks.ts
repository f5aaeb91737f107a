import { Schema } from "effect"
import { benchmarkIndustries, industryCategories } from "#schemas/content/industry"
import { calculation, Figure, Range } from "./figure.ts"
import { categoryArgument, FoundIndustry, industryArgument } from "./industry.ts"
import { Provenance } from "#schemas/content/provenance"
import { Text } from "#schemas/kernel/text"
import { Texts, texts } from "./texts.ts"
import { tool } from "./tool.ts"

/** Beyond this no bound of a metric lies. */
const MOST = 1_000_000_000

const metricArgument = Text.check(Schema.isMinLength(1), Schema.isMaxLength(100)).annotate({
  description: "Metric id or name, like `win_rate` or `close rate`."
})

const valueArgument = Schema.Finite.check(Schema.isBetween({ minimum: -MOST, maximum: MOST })).annotate({
  description: "The business's own value, in the metric's unit."
})

/** A metric of an industry with its three figures; one that contradicts what was measured is left out, which `remarks` says. */
export const BenchmarkRow = Schema.Struct({
  ...texts("metric", "name", "unit"),
  better: Schema.Literals(["higher", "lower"]),
  about: Schema.String,
  average: Schema.optionalKey(Figure),
  top_25: Schema.optionalKey(Figure),
  top_10: Schema.optionalKey(Figure),
  remarks: Schema.optionalKey(Texts)
}).annotate({ identifier: "BenchmarkRow" })
export type BenchmarkRow = typeof BenchmarkRow.Type

const Gap = Schema.Struct({
  to: Schema.Literals(["average", "top_25", "top_10"]),
  ahead: Schema.Boolean,
  difference: Schema.Finite.annotate({ description: "Value minus figure, in the unit." }),
  percent: Schema.optionalKey(Schema.Finite.annotate({ description: "Of the figure." })),
  provenance: Provenance
})

export const Comparison = Schema.Struct({
  standing: Schema.Literals(["top_10", "top_25", "average_or_better", "worse_than_average"]),
  percentile: Range,
  gaps: Schema.Array(Gap),
  summary: Schema.String,
  ...calculation
}).annotate({ identifier: "Comparison" })
export type Comparison = typeof Comparison.Type

export const get_industry_benchmarks = tool("get_industry_benchmarks", {
  title: "Get industry benchmarks",
  description: "Average, top 25 % and top 10 % of an industry's metrics. With metric and user_value: how the business compares.",
  input: {
    industry: industryArgument,
    metric: Schema.optionalKey(metricArgument),
    user_value: Schema.optionalKey(valueArgument)
  },
  output: Schema.Struct({
    industry: FoundIndustry,
    deal: Schema.String.annotate({ description: "What one deal is in this industry." }),
    benchmarks: Schema.Array(BenchmarkRow),
    comparison: Schema.optionalKey(Comparison)
  }),
  example: { industry: "dental", metric: "win_rate" }
})

export const compare_to_benchmark = tool("compare_to_benchmark", {
  title: "Compare to a benchmark",
  description: "Where a business's own value stands in its industry: percentile range, gaps to average and best, what moves it.",
  input: { industry: industryArgument, metric: metricArgument, user_value: valueArgument },
  output: Schema.Struct({
    industry: FoundIndustry,
    benchmark: BenchmarkRow,
    comparison: Comparison,
    levers: Texts,
    from_your_books: Schema.String.annotate({ description: "How the value has to be computed to compare." })
  }),
  example: { industry: "dental", metric: "win_rate", user_value: 62 }
})

const SupportedIndustry = Schema.Struct({
  ...FoundIndustry.fields,
  id: Schema.Literals(benchmarkIndustries),
  category: Schema.optionalKey(Schema.Literals(industryCategories)),
  metrics: Texts.annotate({ description: "Ids of its benchmarks." })
})

export const get_supported_industries = tool("get_supported_industries", {
  title: "Get supported industries",
  description: "Industries with benchmarks, by category or search. Names those found that have a knowledge-base template only.",
  input: {
    category: Schema.optionalKey(categoryArgument),
    search: Schema.optionalKey(Text.check(Schema.isMaxLength(100)))
  },
  output: Schema.Struct({
    total: Schema.Int,
    industries: Schema.Array(SupportedIndustry),
    template_only: Schema.Array(FoundIndustry),
    counts: Schema.Struct({ benchmark_industries: Schema.Int, templates: Schema.Int }),
    hint: Schema.String
  }),
  example: { category: "healthcare" }
})

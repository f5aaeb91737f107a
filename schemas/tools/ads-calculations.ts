import { Schema } from "effect"
import { Provenance } from "#schemas/content/provenance"
import { adFigures, paidChannels } from "./ads.ts"
import { calculation, Range } from "./figure.ts"
import { FoundIndustry, industryArgument } from "./industry.ts"
import { lists, Texts } from "./texts.ts"
import { tool } from "./tool.ts"

/** The most that is taken for a month's advertising, in USD. */
const MOST_BUDGET = 100_000_000

const PaidChannel = Schema.Literals(paidChannels)

export const get_stop_loss_recommendations = tool("get_stop_loss_recommendations", {
  title: "Get stop-loss rules for ads",
  description: "When to pause an ad: clicks before judging, spend per number of leads, daily cap. With the statistics behind it.",
  input: {
    industry: industryArgument,
    budget: Schema.optionalKey(
      Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(MOST_BUDGET)).annotate({ description: "USD per month." })
    )
  },
  output: Schema.Struct({
    industry: FoundIndustry,
    rules: Texts,
    channels: Schema.Array(Schema.Struct({
      channel: PaidChannel,
      target_cost_per_lead: Schema.Finite,
      clicks_before_judging: Schema.Int,
      spend_before_judging: Schema.Finite,
      pause_at: Schema.Array(Schema.Struct({ leads: Schema.Int, spend: Schema.Finite }))
        .annotate({ description: "Pause when that much was spent and there are no more leads than that." }),
      month: Schema.optionalKey(Schema.Struct({
        clicks: Schema.Finite, leads: Range, enough_to_judge: Schema.Boolean
      })).annotate({ description: "What the whole budget buys on this channel alone." })
    })),
    daily_cap: Schema.optionalKey(Schema.Finite),
    ...calculation
  }),
  example: { industry: "plumbing", budget: 2_000 }
})

const metrics = {
  ctr: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 })).annotate({ description: "Percent of views clicked." })),
  cpc: Schema.optionalKey(
    Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(1_000)).annotate({ description: "USD per click." })
  ),
  conversions: Schema.optionalKey(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000 })).annotate({ description: "Number per month." })
  )
}

export const analyze_ad_potential = tool("analyze_ad_potential", {
  title: "Analyze the potential of ads",
  description: "Sets a business's ad figures beside its industry's and works out what reaching them would change.",
  input: {
    industry: industryArgument,
    /* Other figures that a caller has are no reason for a refusal. */
    current_metrics: Schema.optionalKey(Schema.StructWithRest(Schema.Struct(metrics), [Schema.Record(Schema.String, Schema.Unknown)]))
  },
  output: Schema.Struct({
    industry: FoundIndustry,
    channels: Schema.Array(Schema.Struct({
      channel: PaidChannel,
      comparison: Schema.Array(Schema.Struct({
        ...adFigures,
        yours: Schema.optionalKey(Schema.Finite),
        standing: Schema.optionalKey(Schema.Literals(["top_10", "top_25", "better_than_average", "worse_than_average"]))
      })),
      potential: Schema.Array(Schema.Struct({
        lever: Schema.Literals(["cpc", "ctr"]),
        keeps: Schema.String,
        change: Range,
        conversions: Schema.optionalKey(Range)
      })),
      provenance: Provenance
    })),
    ...lists("missing", "doubts"),
    ...calculation
  }),
  example: { industry: "plumbing", current_metrics: { ctr: 3.1, cpc: 11.5, conversions: 14 } }
})

import { Effect } from "effect"
import { paidChannels } from "#schemas/tools/ads"
import type { ToolInput } from "#schemas/tools/catalog"
import { adsOf, shown } from "./ad-figures.ts"
import { foundIndustry } from "./industries.ts"
import { believableLeads, byChance, clicksBeforeJudging, CONFIDENCE, Z } from "./stop-loss-bounds.ts"

/** Numbers of leads for which a limit of the spend is told. */
const LEADS = [0, 1, 2, 3, 4, 5]
const bounds = LEADS.map((leads) => ({ leads, bound: believableLeads(leads) }))

const DAYS_A_MONTH = 30.4

const chosen = { source: "operator", as_of: "2026-11-21", note: "A convention, chosen here." } as const

const conventions = [
  { name: "confidence", value: CONFIDENCE, unit: "percent, one-sided", why: "How sure a rule is before it says pause.", provenance: chosen },
  { name: "z", value: Z, unit: "standard deviations", why: "Of the normal distribution, for that confidence.", provenance: chosen },
  { name: "days_a_month", value: DAYS_A_MONTH, unit: "days", why: "A year's days shared among its months.", provenance: chosen },
  ...bounds.map(({ bound, leads }) => ({
    name: `bound(${leads})`, value: shown(bound, 3), unit: "leads",
    why: "The most expected leads that are believable when only so many came: the m where e^-m * (1 + m + ... + m^leads / leads!) = 1 - confidence / 100.",
    provenance: chosen
  }))
]

const FORMULA = "target_cost_per_lead = cpc / (conversion_rate / 100). " +
  "clicks_before_judging = ln(1 - confidence / 100) / ln(1 - conversion_rate / 100), rounded up: after so many clicks without a lead the rate is not " +
  "believable (for small rates the rule of three, 3 / rate). spend_before_judging = clicks_before_judging * cpc. " +
  "pause_at spend = bound(leads) * target_cost_per_lead. daily_cap = budget / days_a_month. clicks = budget / cpc. " +
  "leads: expected = budget / target_cost_per_lead, low and high = (sqrt(expected) -+ z / 2)^2, which is chance alone."

const rules = [
  "Judge a channel only after its clicks_before_judging: sooner, a lead more or less is chance.",
  "Pause it when its spend reaches a row of pause_at and no more leads than that have come: then even a lucky reading of what was seen misses the target.",
  "After a pause without any lead, look at the page that the ad leads to and at whether leads are counted at all, then at the ad.",
  "Set the daily cap in the platform, and a limit for the whole campaign too: platforms may exceed a daily budget and even it out later.",
  "Where the budget is not enough to judge a channel, spend it on one channel instead of several.",
  "If a lead is worth less to the business than target_cost_per_lead, take that worth as the target: every spend of pause_at shrinks in proportion."
]

export const get_stop_loss_recommendations = Effect.fnUntraced(function*({ budget, industry }: ToolInput<"get_stop_loss_recommendations">) {
  const { ads, known, provenance } = yield* adsOf(industry)
  const channels = paidChannels.map((channel) => {
    const cpc = ads[channel].cpc.average
    const rate = ads[channel].conversion_rate.average / 100
    const target = cpc / rate
    const clicks = clicksBeforeJudging(rate)
    const { expected, high, low } = byChance((budget ?? 0) / target)
    return {
      channel,
      target_cost_per_lead: shown(target),
      clicks_before_judging: clicks,
      spend_before_judging: shown(clicks * cpc),
      pause_at: bounds.map(({ bound, leads }) => ({ leads, spend: shown(bound * target) })),
      ...budget !== undefined && {
        month: {
          clicks: Math.floor(budget / cpc),
          leads: { low: shown(low, 1), expected: shown(expected, 1), high: shown(high, 1), unit: "leads per month" },
          enough_to_judge: budget >= clicks * cpc
        }
      }
    }
  })
  return {
    industry: foundIndustry(known),
    rules,
    channels,
    ...budget !== undefined && { daily_cap: shown(budget / DAYS_A_MONTH) },
    formula: FORMULA,
    inputs: { industry: known.industry.id, ...budget !== undefined && { budget } },
    assumptions: [
      ...paidChannels.flatMap((channel) => [
        { name: `cpc of ${channel}`, value: ads[channel].cpc.average, unit: "USD", why: "The industry's average cost of a click.", provenance },
        {
          name: `conversion_rate of ${channel}`, value: ads[channel].conversion_rate.average, unit: "percent",
          why: "The industry's average share of clicks that become a lead.", provenance
        }
      ]),
      ...conventions
    ]
  }
})

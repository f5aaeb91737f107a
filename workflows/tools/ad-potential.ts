import { Effect } from "effect"
import { paidChannels } from "#schemas/tools/ads"
import type { ToolInput } from "#schemas/tools/catalog"
import { adsOf, figuresOf, shown } from "./ad-figures.ts"
import { foundIndustry } from "./industries.ts"

type Given = NonNullable<ToolInput<"analyze_ad_potential">["current_metrics"]>
type Row = ReturnType<typeof figuresOf>[number]

const wanted = ["ctr", "cpc", "conversions"] as const
const levers = ["cpc", "ctr"] as const
type Lever = typeof levers[number]

/** How much of the way to the average the cautious case goes. */
const CAUTIOUS = 0.5

const keeps: Readonly<Record<Lever, string>> = {
  cpc: "The spend stays and a click costs less: more clicks, as many of them convert.",
  ctr: "The impressions stay and more of them are clicked at the same cost of a click: the spend grows as the conversions do."
}

const standingOf = ({ average, better, top_10, top_25 }: Row, yours: number) => {
  const reaches = (figure: number) => better === "higher" ? yours >= figure : yours <= figure
  if (reaches(top_10)) return "top_10" as const
  if (reaches(top_25)) return "top_25" as const
  return reaches(average) ? "better_than_average" as const : "worse_than_average" as const
}

/** Where each case leaves a metric: nowhere worse than it is. */
const goalsOf = ({ average, better, top_25 }: Row, yours: number) => {
  const no_worse = (goal: number) => better === "higher" ? Math.max(goal, yours) : Math.min(goal, yours)
  return { low: no_worse(yours + (average - yours) * CAUTIOUS), expected: no_worse(average), high: no_worse(top_25) }
}

/** Percent more conversions, from a metric as it is to where it would be. */
const more = (lever: Lever, yours: number, goal: number) => (lever === "cpc" ? yours / goal : goal / yours) * 100 - 100

const potentialOf = (rows: ReadonlyArray<Row>, given: Given) =>
  levers.flatMap((lever) => {
    const yours = given[lever]
    const row = rows.find(({ metric }) => metric === lever)!
    if (yours === undefined || yours === 0) return []
    const goals = goalsOf(row, yours)
    const percent = { low: more(lever, yours, goals.low), expected: more(lever, yours, goals.expected), high: more(lever, yours, goals.high) }
    const conversions = given.conversions
    return [{
      lever,
      keeps: keeps[lever],
      change: { low: shown(percent.low, 1), expected: shown(percent.expected, 1), high: shown(percent.high, 1), unit: "percent more conversions" },
      ...conversions !== undefined && {
        conversions: {
          low: shown(conversions * percent.low / 100, 1),
          expected: shown(conversions * percent.expected / 100, 1),
          high: shown(conversions * percent.high / 100, 1),
          unit: "more conversions per month"
        }
      }
    }]
  })

/** So far from an average a figure is a slip in its unit more often than a potential. */
const FAR = 10

const doubtsOf = (rows: ReadonlyArray<Row>, given: Given) =>
  levers.flatMap((lever) => {
    const yours = given[lever]
    const { average } = rows.find(({ metric }) => metric === lever)!
    if (yours === undefined || (yours < average * FAR && yours > average / FAR)) return []
    return [`${lever} is far from anything usual: check its unit (${lever === "ctr" ? "percent" : "USD"}) and how it is counted before relying on this.`]
  })

const FORMULA = "cpc, at the same spend: change = yours / goal * 100 - 100. ctr, at the same impressions and cost of a click: change = goal / yours * 100 - 100. " +
  "goal: low = yours + (average - yours) * cautious / 100, expected = average, high = top_25, and never worse than yours. " +
  "conversions = your conversions * change / 100. The two levers are not to be added up."

const cautious = {
  name: "cautious", value: CAUTIOUS * 100, unit: "percent of the way to the average", why: "How far the low case goes.",
  provenance: { source: "operator", as_of: "2026-11-21", note: "A convention, chosen here." } as const
}

export const analyze_ad_potential = Effect.fnUntraced(function*({ current_metrics, industry }: ToolInput<"analyze_ad_potential">) {
  const { ads, known, provenance } = yield* adsOf(industry)
  const given: Given = current_metrics ?? {}
  const rowsOf = (channel: typeof paidChannels[number]) => figuresOf(ads, channel).filter(({ metric }) => metric !== "conversion_rate")
  const used = Object.fromEntries(wanted.flatMap((name) => given[name] === undefined ? [] : [[name, given[name]]]))
  return {
    industry: foundIndustry(known),
    channels: paidChannels.map((channel) => {
      const rows = rowsOf(channel)
      return {
        channel,
        comparison: rows.map((row) => {
          const yours = given[row.metric as Lever]
          return { ...row, ...yours !== undefined && { yours, standing: standingOf(row, yours) } }
        }),
        potential: potentialOf(rows, given),
        provenance
      }
    }),
    missing: wanted.filter((name) => given[name] === undefined),
    doubts: [...new Set(paidChannels.flatMap((channel) => doubtsOf(rowsOf(channel), given)))],
    formula: FORMULA,
    inputs: { industry: known.industry.id, current_metrics: used },
    assumptions: [
      ...paidChannels.flatMap((channel) =>
        rowsOf(channel).flatMap(({ average, metric, top_25, unit }) => [
          { name: `average ${metric} of ${channel}`, value: average, unit, why: "The industry's average.", provenance },
          { name: `top_25 ${metric} of ${channel}`, value: top_25, unit, why: "What the industry's best quarter reaches.", provenance }
        ])),
      cautious
    ]
  }
})

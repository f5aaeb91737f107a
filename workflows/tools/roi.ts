import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import type { Plan } from "#schemas/content/plans"
import { told } from "#schemas/content/provenance"
import type { Roi } from "#schemas/content/roi"
import type { ToolInput } from "#schemas/tools/catalog"
import { foundIndustry, industryOf, type KnownIndustry } from "./industries.ts"
import { cases, EFFECT, effectOf, stepsOf, type Three } from "./roi-sum.ts"

const CURRENCY = "USD"
const ROUNDING = "Steps are shown to the cent, results to the dollar, paybacks to the tenth of a month; nothing is rounded before it is shown."

const to = (digits: number) => (value: number) => Number(value.toFixed(digits))
const rounded = (three: Three, round: (value: number) => number): Three =>
  ({ low: round(three.low), expected: round(three.expected), high: round(three.high) })
const dollars = to(0)
const cents = to(2)
const tenths = to(1)

const assumptionsOf = (roi: Roi, margin: number, { employees }: { readonly employees: number | undefined }) => {
  const provenance = told(roi.provenance)
  const { extra_sales, gain_cap, hour_cost, hours_saved, margins, people_if_unknown, people_share, setup_hours, upkeep_hours } = roi
  return [
    ...employees === undefined ? [{ name: "employee_count", ...people_if_unknown, provenance }] : [],
    { name: "people_share", ...people_share, provenance },
    { name: "hours_saved", ...hours_saved, provenance },
    { name: "hour_cost", ...hour_cost, provenance },
    { name: "extra_sales", ...extra_sales, provenance },
    { name: "margin", value: margin, unit: margins.unit, why: margins.why, provenance },
    { name: "upkeep_hours", ...upkeep_hours, provenance },
    { name: "setup_hours", ...setup_hours, provenance },
    { name: "gain_cap", ...gain_cap, provenance }
  ]
}

const marginOf = ({ margins }: Roi, known: KnownIndustry | undefined) => {
  const category = known && (known.industry.category ?? known.sector.category)
  return category ? margins.by_category[category] : margins.other
}

const paysOff = ({ expected, high, low }: Three): keyof typeof verdicts =>
  low > 0 ? "in every case" : expected > 0 ? "in the expected case" : high > 0 ? "in the hopeful case only" : "in no case"

const verdicts = {
  "in every case": "By these assumptions at least one plan pays off even in the cautious case.",
  "in the expected case": "By these assumptions a plan pays off in the expected case; in the cautious one the service costs more than it brings.",
  "in the hopeful case only": "The service may not pay off: by these assumptions it does so in the hopeful case only.",
  "in no case": "The service would not pay off for this business: by these assumptions it costs more than it brings in every case."
} as const

const NO_PRICES = "No plan has a price in USD, so there is nothing to set the gain against."

const priced = ({ price }: Plan) => price?.currency === CURRENCY

/** The best that any plan does; plans are few. */
const verdictOf = (outcomes: ReadonlyArray<keyof typeof verdicts>) => {
  const best = (Object.keys(verdicts) as ReadonlyArray<keyof typeof verdicts>).find((outcome) => outcomes.includes(outcome))
  return best === undefined ? NO_PRICES : verdicts[best]
}

export const calculate_roi = Effect.fnUntraced(function*({ employee_count, industry, monthly_revenue }: ToolInput<"calculate_roi">) {
  const { plans, roi } = yield* currentContent
  const known = industry === undefined ? undefined : yield* industryOf(industry)
  const margin = marginOf(roi, known)
  const { steps, ...sum } = stepsOf(roi, { revenue: monthly_revenue, employees: employee_count ?? roi.people_if_unknown.value, margin })
  const offers = plans.filter(priced).map((plan) => {
    const price = plan.price!.monthly
    const { monthly, payback, yearly } = effectOf(sum, price)
    const paybacks = cases.flatMap((one) => {
      const months = payback(one)
      return months === undefined ? [] : [[one, tenths(months)] as const]
    })
    return {
      plan: plan.id,
      price,
      pays_off: paysOff(monthly),
      monthly: { ...rounded(monthly, dollars), unit: `${CURRENCY} per month` },
      yearly: { ...rounded(yearly, dollars), unit: `${CURRENCY} in the first year` },
      payback_months: Object.fromEntries(paybacks) as Partial<Three>,
      provenance: told(plan.provenance)
    }
  })
  return {
    ...known !== undefined && { industry: foundIndustry(known) },
    verdict: verdictOf(offers.map(({ pays_off }) => pays_off)),
    plans: offers,
    steps: steps.map(({ name, sum, unit, value }) => ({ name, sum, ...rounded(value, cents), unit })),
    formula: EFFECT,
    inputs: {
      monthly_revenue,
      ...employee_count !== undefined && { employee_count },
      ...known !== undefined && { industry: known.industry.id }
    },
    assumptions: assumptionsOf(roi, margin, { employees: employee_count }),
    rounding: ROUNDING
  }
})

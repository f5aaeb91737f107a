import type { Roi } from "#schemas/content/roi"

/** From the cautious to the hopeful. */
export const cases = ["low", "expected", "high"] as const
export type Case = typeof cases[number]
export type Three = { readonly [C in Case]: number }

const each = (f: (one: Case) => number): Three => ({ low: f("low"), expected: f("expected"), high: f("high") })

const WEEKS_A_YEAR = 52
const MONTHS_A_YEAR = 12

interface RoiInput {
  /** USD a month. */
  readonly revenue: number
  readonly employees: number
  /** Percent of an extra sale that is left. */
  readonly margin: number
}

interface Step {
  readonly name: string
  /** The names of inputs, assumptions and steps before, and what is done with them. */
  readonly sum: string
  readonly value: Three
  readonly unit: string
}

/** The gain before any price, step by step, each from those before it and from what was assumed; nothing is rounded. */
export const stepsOf = (roi: Roi, { employees, margin, revenue }: RoiInput) => {
  const people = each((c) => Math.max(1, employees * roi.people_share[c] / 100))
  const hours = each((c) => people[c] * roi.hours_saved[c] * WEEKS_A_YEAR / MONTHS_A_YEAR)
  const time = each((c) => hours[c] * roi.hour_cost.value)
  const sales = each((c) => revenue * roi.extra_sales[c] / 100 * margin / 100)
  const gain = each((c) => Math.min(time[c] + sales[c], revenue * roi.gain_cap.value / 100))
  const upkeep = each((c) => roi.upkeep_hours[c] * roi.hour_cost.value)
  const setup = each((c) => roi.setup_hours[c] * roi.hour_cost.value)
  const steps: ReadonlyArray<Step> = [
    { name: "people", sum: "employee_count * people_share / 100, at least 1", value: people, unit: "people" },
    { name: "hours", sum: "people * hours_saved * 52 weeks / 12 months", value: hours, unit: "hours per month" },
    { name: "time_gain", sum: "hours * hour_cost", value: time, unit: "USD per month" },
    { name: "sales_gain", sum: "monthly_revenue * extra_sales / 100 * margin / 100", value: sales, unit: "USD per month" },
    { name: "gain", sum: "time_gain + sales_gain, at most monthly_revenue * gain_cap / 100", value: gain, unit: "USD per month" },
    { name: "upkeep", sum: "upkeep_hours * hour_cost", value: upkeep, unit: "USD per month" },
    { name: "setup", sum: "setup_hours * hour_cost", value: setup, unit: "USD, once" }
  ]
  return { steps, gain, upkeep, setup }
}

/** What is left for one plan. There is no payback where a month brings nothing. */
export const effectOf = ({ gain, setup, upkeep }: Pick<ReturnType<typeof stepsOf>, "gain" | "upkeep" | "setup">, price: number) => {
  const monthly = each((c) => gain[c] - upkeep[c] - price)
  return {
    monthly,
    yearly: each((c) => monthly[c] * MONTHS_A_YEAR - setup[c]),
    payback: (c: Case) => monthly[c] > 0 ? setup[c] / monthly[c] : undefined
  }
}

export const EFFECT = "monthly = gain - upkeep - price of the plan. yearly = 12 * monthly - setup, for the first year. " +
  "payback_months = setup / monthly, where monthly is above 0. Each for the low, the expected and the high case."

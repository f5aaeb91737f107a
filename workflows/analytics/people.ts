import { DateTime, Effect } from "effect"
import { PeopleFigures } from "#layers/analytics/people"
import { Visits } from "#layers/analytics/visits"
import { CompanySettings } from "#layers/company/settings"
import { companyNow } from "#layers/kernel/company-clock"
import type { Cohorts } from "#schemas/analytics/cohorts"
import { addDays, addMonths, bucketsOf, startOf } from "#schemas/analytics/days"
import { type Funnel, funnelSteps } from "#schemas/analytics/funnel"
import type * as api from "#schemas/analytics/people.api"
import type { Input } from "#schemas/kernel/catalog"
import { Caller } from "#schemas/kernel/tenancy"
import { comparedDays } from "./periods.ts"

const shareOf = (part: number, whole: number) => Math.round(part / whole * 10_000) / 10_000

export const get_funnel = Effect.fnUntraced(function*(asked: Input<typeof api.get_funnel>) {
  const { mode } = yield* Caller
  const { days, time_zone } = yield* comparedDays(asked)
  const { deal, deal_hours, lead, order, order_hours, won, won_hours } = yield* PeopleFigures.use(({ funnel }) => funnel(days))
  const { visitors } = yield* Visits.use(({ total }) => total({ from: days.first, to: days.last }))
  const step = (step: keyof typeof funnelSteps, people: number, hours: number | null, whole = lead) =>
    ({ step, counts: funnelSteps[step], people, share: whole === 0 ? null : shareOf(people, whole), hours })
  return {
    from: days.first, to: days.last, until: days.until, time_zone, livemode: mode === "live",
    steps: [step("view", visitors, null, 0), step("lead", lead, null, visitors), step("deal", deal, deal_hours), step("won", won, won_hours), step("order", order, order_hours)]
  } satisfies Funnel
})

export const get_cohorts = Effect.fnUntraced(function*({ currency: asked, months }: Input<typeof api.get_cohorts>) {
  const { mode } = yield* Caller
  const { currency: usual, time_zone } = yield* CompanySettings.use(({ own }) => own)
  const currency = asked ?? usual
  const now = yield* companyNow
  const today = DateTime.formatIsoDate(DateTime.makeZonedUnsafe(now, { timeZone: time_zone }))
  const rows = yield* PeopleFigures.use(({ cohorts }) => cohorts(addMonths(startOf(today, "month"), 1 - months), currency))
  const byCohort = Map.groupBy(rows, ({ cohort }) => cohort)
  return {
    currency, as_of: new Date(now).toISOString(), time_zone, livemode: mode === "live",
    cohorts: [...byCohort].map(([month, rows]) => {
      const byMonth = new Map(rows.map((row) => [row.month, row]))
      const people = byMonth.get(month)!.people
      const paid = rows.reduce((sum, row) => sum + row.paid, 0)
      return {
        month, people, paid, lifetime: Math.round(paid / people),
        months: bucketsOf(month, addDays(today, 1), "month").map((start, after) => {
          const row = byMonth.get(start)
          return { after, people: row?.people ?? 0, share: shareOf(row?.people ?? 0, people), paid: row?.paid ?? 0 }
        })
      }
    })
  } satisfies Cohorts
})

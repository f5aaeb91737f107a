import { Effect } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { type Counted, Figures } from "#layers/analytics/figures"
import type { BriefLine, DailyBrief } from "#schemas/analytics/brief"
import { figureKeys, figures } from "#schemas/analytics/figure"
import { Caller } from "#schemas/kernel/tenancy"
import { actingOn } from "./acting.ts"

/** Today, yesterday, and the same day last week. */
const BACK = [0, 1, 7]

const amountIn = (counted: Counted, currency: string) => counted.revenue.find((money) => money.currency === currency)?.amount ?? 0

export const get_daily_brief = Effect.fnUntraced(function*() {
  const { mode } = yield* Caller
  const { currency: usual, time_zone } = yield* CompanySettings.use(({ own }) => own)
  const moments = yield* Figures.use(({ counted }) => counted(BACK))
  const [today, yesterday, lastWeek] = moments as [Counted, Counted, Counted]
  const lines = figureKeys.flatMap((figure): ReadonlyArray<BriefLine> => {
    const told = { figure, title: figures[figure].title, act: actingOn(figure, today) }
    if (figure !== "revenue") return [{ ...told, today: today[figure], yesterday: yesterday[figure], last_week: lastWeek[figure], currency: null }]
    const currencies = [...new Set([usual, ...moments.flatMap(({ revenue }) => revenue.map(({ currency }) => currency))])]
    return currencies.map((currency) => ({
      ...told, currency, today: amountIn(today, currency), yesterday: amountIn(yesterday, currency), last_week: amountIn(lastWeek, currency)
    }))
  })
  return { day: today.day, as_of: today.until, time_zone, livemode: mode === "live", lines } satisfies DailyBrief
})

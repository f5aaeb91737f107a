import { DateTime, Effect } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { FigureHistory } from "#layers/analytics/history"
import { RevenueOfCompany, type Instants } from "#layers/analytics/revenue"
import { companyNow } from "#layers/kernel/company-clock"
import { type Backtest, backtest, FEWEST, intervalOf, type Method, methods } from "#schemas/analytics/backtest"
import { bucketsOf, later, startOf } from "#schemas/analytics/days"
import { type Forecast, type Forecastable, type Rhythm, rhythms } from "#schemas/analytics/forecast"
import type * as api from "#schemas/analytics/forecast.api"
import { ahead, fit, paths } from "#schemas/analytics/smoothing"
import type { Input } from "#schemas/kernel/catalog"
import { Caller } from "#schemas/kernel/tenancy"
import { startOfDay } from "./periods.ts"

/** So many days, weeks or months are looked back upon at most. */
const MOST_BACK: Readonly<Record<Rhythm, number>> = { day: 365, week: 260, month: 120 }

const words: Readonly<Record<Method, string>> = { holt_winters: "this forecast", naive: "saying the last value again", seasonal_naive: "saying the value of a season ago again" }

const noteOf = (tested: Backtest | undefined, advice: Method | null, history: ReadonlyArray<number>) => {
  if (history.length < FEWEST) return `There are ${history.length} whole values so far, and a forecast needs ${FEWEST}.`
  if (tested === undefined || advice === null) return "The past is too short to tell how far off this forecast would have been."
  const level = history.reduce((sum, value) => sum + Math.abs(value), 0) / history.length || 1
  const off = (method: Method) => `${words[method]} was off by ${Math.round(tested.errors[method] / level * 1_000) / 10} % of the average value`
  const told = `On its own past, ${methods.map(off).join(", ")}.`
  return advice === "holt_winters" ? told : `${told} Go by ${words[advice]} instead.`
}

const valuesOf = Effect.fnUntraced(function*(figure: Forecastable, every: Rhythm, instants: Instants, currency: string) {
  if (figure !== "revenue") {
    const rows = yield* FigureHistory.use((history) => history[figure](every, instants))
    return new Map(rows.map(({ key, n }) => [key, n]))
  }
  const rows = yield* RevenueOfCompany.use(({ sums }) => sums(every, instants))
  return new Map(rows.filter((row) => row.currency === currency).map(({ key, net }) => [key, net]))
})

export const get_forecast = Effect.fnUntraced(function*({ currency: asked, every, figure, steps }: Input<typeof api.get_forecast>) {
  const { mode } = yield* Caller
  const { currency: usual, time_zone } = yield* CompanySettings.use(({ own }) => own)
  const currency = asked ?? usual
  const now = yield* companyNow
  const current = startOf(DateTime.formatIsoDate(DateTime.makeZonedUnsafe(now, { timeZone: time_zone })), every)
  const from = later(current, every, -MOST_BACK[every])
  const instant = (day: string) => new Date(startOfDay(day, time_zone)).toISOString()
  const found = yield* valuesOf(figure, every, { from: instant(from), until: instant(current) }, currency)
  const all = bucketsOf(from, current, every).map((start) => ({ start, value: found.get(start) ?? 0 }))
  const first = all.findIndex(({ value }) => value !== 0)
  const history = first === -1 ? [] : all.slice(first)
  const values = history.map(({ value }) => value)
  const period = rhythms[every]
  const tested = values.length < FEWEST ? undefined : backtest(values, period, steps)
  const advice = tested === undefined ? null : methods.reduce((best, one) => tested.errors[one] < tested.errors[best] ? one : best)
  const model = values.length < FEWEST ? undefined : fit(values, period)
  const intervals = model === undefined ? [] : paths(model, steps).map(intervalOf)
  const cents = (value: number) => Math.round(value * 100) / 100
  return {
    figure, every, currency: figure === "revenue" ? currency : null, time_zone, as_of: new Date(now).toISOString(), livemode: mode === "live", history,
    forecast: model === undefined ? [] : ahead(model, steps).map((value, n) =>
      ({ start: later(current, every, n), value: cents(value), low: cents(intervals[n]![0]), high: cents(intervals[n]![1]) })),
    method: model?.shape ?? null,
    errors: tested === undefined ? null : {
      holt_winters: cents(tested.errors.holt_winters), naive: cents(tested.errors.naive), seasonal_naive: cents(tested.errors.seasonal_naive),
      values: tested.values, held: cents(tested.held)
    },
    advice, note: noteOf(tested, advice, values)
  } satisfies Forecast
})

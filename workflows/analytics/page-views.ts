import { Effect } from "effect"
import { type Conditions, type Period, type VisitCounts, Visits } from "#layers/analytics/visits"
import { type Dimension, type Figures, type Filter, filters } from "#schemas/analytics/page-views"
import * as api from "#schemas/analytics/page-views.api"
import type { Input } from "#schemas/kernel/catalog"
import { before, lengthOf, periodOf, plus, refused, round } from "./period.ts"

const figuresOf = ({ bounces, page_views, seconds, visitors, visits }: VisitCounts): Figures => ({
  page_views, visitors, visits, bounces, bounce_rate: visits === 0 ? null : round(bounces / visits, 3), visit_seconds: visits === 0 ? null : round(seconds / visits, 1)
})

const nothing: VisitCounts = { page_views: 0, visitors: 0, visits: 0, bounces: 0, seconds: 0 }

/** Hours are not told by pages, and no more is known of them than how much there was. */
const ofHour = (counts: Omit<VisitCounts, "bounces" | "seconds">): Figures => ({ ...figuresOf({ ...counts, bounces: 0, seconds: 0 }), bounce_rate: null, visit_seconds: null })

/** The period and the conditions that were asked for. */
const asked = Effect.fnUntraced(function*({ by, from, to, ...query }: Input<typeof api.get_page_views>) {
  const told = yield* periodOf({ from, to }, by === "hour" ? api.MOST_HOUR_DAYS : api.MOST_DAYS)
  const conditions: Conditions = Object.fromEntries(filters.map((name) => [name, query[name]]))
  const isNarrowed = filters.some((name) => query[name] !== undefined)
  if (isNarrowed && by !== "day" && !filters.includes(by as Filter)) {
    return yield* refused("by", `with conditions, one of day, ${filters.join(", ")}`, by)
  }
  return { ...told, conditions }
})

/** The values with their figures, without the period before. */
const valuesOf = Effect.fnUntraced(function*(by: Dimension, period: Period, conditions: Conditions, limit: number, named?: ReadonlyArray<string>) {
  const visits = yield* Visits
  if (by === "hour") return (yield* visits.hours(period)).map(({ value, ...counts }) => ({ value, ...ofHour(counts) }))
  const found = by === "day" ? yield* visits.days(period, conditions) : yield* visits.by(by, period, conditions, limit, named)
  const told = found.map(({ value, ...counts }) => ({ value, ...figuresOf(counts) }))
  if (by !== "day") return told
  const byDay = new Map(told.map((one) => [one.value, one]))
  return Array.from({ length: lengthOf(period) }, (_, n) => plus(period.from, n)).map((value) => byDay.get(value) ?? { value, ...figuresOf(nothing) })
})

export const get_page_views = Effect.fnUntraced(function*(query: Input<typeof api.get_page_views>) {
  const { by, compare, limit } = query
  const visits = yield* Visits
  const { conditions, period, time_zone } = yield* asked(query)
  const earlier = before(period)
  const [total, items, bots, totalBefore] = yield* Effect.all([
    visits.total(period, conditions), valuesOf(by, period, conditions, limit), visits.bots(period),
    compare ? visits.total(earlier, conditions) : Effect.undefined
  ], { concurrency: 4 })
  const inTime = by === "day" || by === "hour"
  const itemsBefore = compare ? yield* valuesOf(by, earlier, conditions, limit, inTime ? undefined : items.map(({ value }) => value)) : []
  /* A day or an hour is beside the one that is as far from the beginning, another value beside itself. */
  const hours = lengthOf(period) * 86_400_000
  const sought = (value: string) => by === "day" ? plus(value, -lengthOf(period)) : by === "hour" ? new Date(Date.parse(`${value}Z`) - hours).toISOString().slice(0, 16) : value
  const known = new Map(itemsBefore.map(({ value, ...figures }) => [value, figures]))
  return {
    ...period, time_zone,
    total: figuresOf(total),
    previous: totalBefore === undefined ? null : { ...earlier, total: figuresOf(totalBefore) },
    items: items.map((one) => ({ ...one, previous: compare ? known.get(sought(one.value)) ?? figuresOf(nothing) : null })),
    bots
  }
})

import { DateTime, Effect } from "effect"
import { CompanySettings } from "#layers/company/settings"
import type { Instants } from "#layers/analytics/revenue"
import { companyNow } from "#layers/kernel/company-clock"
import { addDays, addMonths, daysBetween } from "#schemas/analytics/days"
import { ValidationError } from "#schemas/kernel/errors"

const MOST_DAYS = 3_660

/** When a day begins in a zone. */
export const startOfDay = (day: string, time_zone: string): number =>
  DateTime.toEpochMillis(DateTime.makeZonedUnsafe(`${day}T00:00:00`, { timeZone: time_zone, adjustForTimeZone: true }))

/** Days, of which the last counts too, and the instants that they are by now. */
export interface Days extends Instants {
  readonly first: string
  readonly last: string
}

const iso = (ms: number) => new Date(ms).toISOString()

/**
 * The days just before, like for like: the same days of the month before where they are of one month from its first on, otherwise as many; of days
 * that go on, until the same time of day.
 */
const daysBefore = (first: string, last: string, lasting: number | undefined, time_zone: string): Days => {
  const ofMonth = first.endsWith("-01") && last.slice(0, 7) === first.slice(0, 7)
  const count = daysBetween(first, last) + 1
  const start = ofMonth ? addMonths(first, -1) : addDays(first, -count)
  const wholeMonth = addDays(last, 1).endsWith("-01")
  const reached = addDays(start, count - 1)
  const end = ofMonth && (wholeMonth || reached >= first) ? addDays(first, -1) : reached
  const after = startOfDay(addDays(end, 1), time_zone)
  const until = lasting === undefined ? after : Math.min(after, startOfDay(end, time_zone) + lasting)
  return { first: start, last: end, from: iso(startOfDay(start, time_zone)), until: iso(until) }
}

/** The days that are asked for, this month until now if none are, and those before that they are compared with. */
export const comparedDays = Effect.fnUntraced(function*(asked: { readonly from?: string | undefined; readonly to?: string | undefined }) {
  const { time_zone } = yield* CompanySettings.use(({ own }) => own)
  const now = yield* companyNow
  const today = DateTime.formatIsoDate(DateTime.makeZonedUnsafe(now, { timeZone: time_zone }))
  const last = asked.to ?? today
  const first = asked.from ?? `${last.slice(0, 7)}-01`
  const wrong = last < first ? "a day that is before `from`" : daysBetween(first, last) >= MOST_DAYS ? `more than ${MOST_DAYS} days` : undefined
  if (wrong !== undefined) {
    return yield* new ValidationError({ message: "There are no such days.", details: [{ field: "to", error: wrong, received: asked.to ?? null }] })
  }
  const end = startOfDay(addDays(last, 1), time_zone)
  const lasting = now < end ? now - startOfDay(last, time_zone) : undefined
  const days: Days = { first, last, from: iso(startOfDay(first, time_zone)), until: iso(Math.min(now, end)) }
  return { time_zone, today, days, before: daysBefore(first, last, lasting, time_zone) }
})

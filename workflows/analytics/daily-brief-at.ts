import { DateTime } from "effect"

/**
 * The next time that a clock in a zone shows a time of day, after an instant in epoch milliseconds, and the day of it. A time that a change to
 * summer time skips is an hour later; of one that comes twice it is the first: it is one a day, always.
 */
export const nextAt = (now: number, at: string, time_zone: string): { readonly day: string; readonly instant: string } => {
  const today = DateTime.formatIsoDate(DateTime.makeZonedUnsafe(now, { timeZone: time_zone }))
  const on = (day: string) => ({ day, instant: DateTime.formatIso(DateTime.makeZonedUnsafe(`${day}T${at}:00`, { timeZone: time_zone, adjustForTimeZone: true })) })
  const first = on(today)
  return Date.parse(first.instant) > now ? first : on(new Date(Date.parse(`${today}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10))
}

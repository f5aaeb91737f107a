import { DateTime, Option } from "effect"
import { addDays, addMonths, type DayText, startOf } from "./days.ts"
import type { Schedule } from "./schedule.ts"

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const

const isItsDay = (schedule: Schedule, day: DayText): boolean => {
  switch (schedule.every) {
    case "day":
      return true
    case "week":
      return addDays(startOf(day, "week"), weekdays.indexOf(schedule.weekday)) === day
    case "month": {
      const last = addDays(addMonths(startOf(day, "month"), 1), -1)
      return Number(day.slice(8)) === Math.min(schedule.day, Number(last.slice(8)))
    }
  }
}

/** A wall clock's time in a zone: where clocks skip it, as much later; where they show it twice, the first. */
const instantOf = (day: DayText, at: string, zone: string) =>
  Option.getOrThrow(DateTime.makeZoned(`${day}T${at}:00`, { timeZone: zone, adjustForTimeZone: true, disambiguation: "compatible" }))

/** When a schedule comes round next after an instant: ISO 8601. */
export const nextTime = (schedule: Schedule, zone: string, after: string): string => {
  const from = Date.parse(after)
  let day = DateTime.formatIsoDate(DateTime.setZoneNamedUnsafe(DateTime.makeUnsafe(from), zone))
  for (;; day = addDays(day, 1)) {
    if (!isItsDay(schedule, day)) continue
    const next = instantOf(day, schedule.at, zone)
    if (DateTime.toEpochMillis(next) > from) return DateTime.formatIso(next)
  }
}

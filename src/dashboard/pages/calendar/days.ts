import { Option } from "effect"
import type { CompanySettings } from "#schemas/company/settings"
import { enteredOf, instantOf } from "../../components/time.ts"

const DAY = 86_400_000

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** A day of the calendar, so many days later or earlier. */
export const daysFrom = (day: string, days: number): string => dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY)

/** A day that an address names; nothing where it names none. */
export const dayIn = (text: string | null): string | undefined =>
  text !== null && /^\d{4}-\d\d-\d\d$/u.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text ? text : undefined

/** The day that it is in a zone. */
export const today = (zone: string, now: number): string => enteredOf(now, zone).slice(0, 10)

/** When a day begins in a zone. */
export const startOf = (day: string, zone: string): string => Option.getOrElse(instantOf(`${day}T00:00`, zone), () => `${day}T00:00:00Z`)

const starts = { sunday: 0, monday: 1, saturday: 6 } as const

/** The week that a day is in. */
export const weekOf = (day: string, weekStart: typeof CompanySettings.Type["week_start"]): ReadonlyArray<string> => {
  const before = (new Date(`${day}T00:00:00Z`).getUTCDay() - starts[weekStart] + 7) % 7
  return Array.from({ length: 7 }, (_, n) => daysFrom(day, n - before))
}

/** Quarters of an hour, in which times are drawn. */
export const QUARTERS = 96

/** Where a time stands on its day: the day, and the quarters since it began. */
export const placeOf = (instant: string, zone: string): { readonly day: string; readonly quarter: number } => {
  const [day = "", clock = ""] = enteredOf(Date.parse(instant), zone).split("T")
  const [hours = 0, minutes = 0] = clock.split(":").map(Number)
  return { day, quarter: hours * 4 + minutes / 15 }
}

export interface Placed {
  readonly day: string
  /** The first quarter, and so many. */
  readonly from: number
  readonly quarters: number
}

/** Where something is drawn: on the day that it begins, until its end or that of the day, and large enough to be seen. */
export const placedAt = (starts_at: string, ends_at: string, zone: string): Placed => {
  const [start, end] = [placeOf(starts_at, zone), placeOf(ends_at, zone)]
  const from = Math.min(QUARTERS - 1, Math.floor(start.quarter))
  const to = end.day === start.day ? Math.ceil(end.quarter) : QUARTERS
  return { day: start.day, from, quarters: Math.max(1, to - from) }
}

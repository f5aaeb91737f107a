import Library from "date-holidays"
import { LRUCache } from "lru-cache"
import type { Holiday } from "#schemas/calendar/settings"

const library = new Library()

/** Countries whose public holidays are known, and the states and parts of states of each, by their codes. */
export const countries = Object.keys(library.getCountries())
export const regionsOf = (country: string): ReadonlyArray<string> =>
  Object.keys(library.getStates(country) ?? {}).flatMap((state) =>
    [state, ...Object.keys(library.getRegions(country, state) ?? {}).map((part) => `${state}-${part}`)])

interface Place {
  readonly holidays_country: string | null
  readonly holidays_region: string | null
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const years = new LRUCache<string, ReadonlyArray<Omit<Holiday, "open">>>({ max: 500 })

const plus = (date: string, days: number) => new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Each day of each holiday that begins in the year. Those of a part of a day are none; a day may have 23 or 25 hours. */
const ofYear = (country: string, region: string | null, language: string, year: number) => {
  const key = [country, region, language, year].join()
  const known = years.get(key)
  if (known !== undefined) return known
  const [state = "", part = ""] = region === null ? [] : region.split("-")
  const found = new Library(country, state, part, { types: ["public"] }).getHolidays(year, language).flatMap(({ date, end, name, start }) =>
    Array.from({ length: Math.floor((end.getTime() - start.getTime() + HOUR_MS) / DAY_MS) }, (_, n) => ({ date: plus(date.slice(0, 10), n), name })))
  years.set(key, found)
  return found
}

/** Public holidays of a place from a day to another, both included, in order and each day once. */
export const holidaysBetween = (
  { holidays_country, holidays_region }: Place, locale: string, from: string, to: string
): ReadonlyArray<Omit<Holiday, "open">> => {
  if (holidays_country === null) return []
  const language = locale.slice(0, 2).toLowerCase()
  const last = Number(to.slice(0, 4))
  /* One that begins in December may go on in January. */
  const first = Number(from.slice(0, 4)) - 1
  const days = new Map<string, Omit<Holiday, "open">>()
  for (let year = first; year <= last; year++) {
    for (const one of ofYear(holidays_country, holidays_region, language, year)) {
      const { date, name } = one
      if (date < from || date > to) continue
      const other = days.get(date)
      days.set(date, other === undefined || other.name === name ? one : { date, name: `${other.name}, ${name}` })
    }
  }
  return [...days.values()].toSorted((a, b) => a.date < b.date ? -1 : 1)
}

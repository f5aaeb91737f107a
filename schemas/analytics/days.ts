/** A calendar day, YYYY-MM-DD. */
export type DayText = string

const DAY_MS = 86_400_000

const at = (day: DayText) => Date.parse(`${day}T00:00:00Z`)
const textOf = (ms: number): DayText => new Date(ms).toISOString().slice(0, 10)

export const addDays = (day: DayText, days: number): DayText => textOf(at(day) + days * DAY_MS)

export const daysBetween = (from: DayText, to: DayText): number => Math.round((at(to) - at(from)) / DAY_MS)

/** The same day of another month, or its last where that month is shorter. */
export const addMonths = (day: DayText, months: number): DayText => {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number]
  const first = Date.UTC(year, month - 1 + months, 1)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return textOf(first + (Math.min(date, last) - 1) * DAY_MS)
}

/** Spans of time that days fall into, the weeks beginning on Monday. */
export const buckets = ["day", "week", "month", "quarter", "year"] as const
export type Bucket = typeof buckets[number]

/** The first day of the bucket that a day is in. */
export const startOf = (day: DayText, bucket: Bucket): DayText => {
  switch (bucket) {
    case "day":
      return day
    case "week":
      return addDays(day, -((new Date(at(day)).getUTCDay() + 6) % 7))
    case "month":
      return `${day.slice(0, 7)}-01`
    case "quarter":
      return `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, "0")}-01`
    case "year":
      return `${day.slice(0, 4)}-01-01`
  }
}

/** The first day of a bucket so many after the one that begins with `start`. */
export const later = (start: DayText, bucket: Bucket, many: number): DayText => {
  switch (bucket) {
    case "day":
      return addDays(start, many)
    case "week":
      return addDays(start, 7 * many)
    case "month":
      return addMonths(start, many)
    case "quarter":
      return addMonths(start, 3 * many)
    case "year":
      return addMonths(start, 12 * many)
  }
}

/** The first days of all buckets that days from `from` until before `to` fall into. */
export const bucketsOf = (from: DayText, to: DayText, bucket: Bucket): ReadonlyArray<DayText> => {
  const all: Array<DayText> = []
  const first = startOf(from, bucket)
  for (let n = 0, start = first; start < to; start = later(first, bucket, ++n)) all.push(start)
  return all
}

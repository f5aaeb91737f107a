import type { Money } from "./money.ts"

/** How a company writes numbers and dates for people. */
export interface Conventions {
  /** Of BCP 47. */
  readonly locale: string
  /** Of the IANA database. */
  readonly time_zone: string
}

/** Numbers, sums and instants in words. Instants are ISO 8601 in UTC. */
export interface Formats {
  /** The language that is written in, as HTML's `lang` takes it. */
  readonly language: string
  readonly direction: "ltr" | "rtl"
  readonly number: (value: number) => string
  /** A share of one: 0.5 is half. */
  readonly percent: (share: number) => string
  /** From the currency's smallest unit. */
  readonly money: (money: Money) => string
  readonly day: (instant: string) => string
  /** The same, short: for tables. */
  readonly date: (instant: string) => string
  readonly dayAndTime: (instant: string) => string
  /** With the day of the week. */
  readonly start: (instant: string) => string
  /** From when to when, with the day of the week. */
  readonly span: (from: string, to: string) => string
  /** What people call the time zone then, and its name. */
  readonly zone: (instant: string) => string
  /** The time of the day alone. */
  readonly clock: (instant: string) => string
  /** A day of the calendar, as 2026-11-23, with that of the week: short for the head of a column. */
  readonly weekday: (day: string, length: "long" | "short") => string
  /** Short, to the minute: for what is planned. */
  readonly minute: (instant: string) => string
  /** Short, to the second: for logs and tables. */
  readonly moment: (instant: string) => string
}

const FALLBACK = "en"

const supported = (locale: string) => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale)[0] ?? FALLBACK
  } catch {
    return FALLBACK
  }
}

/** English without a region has its days before its months, and 24 hours. */
export const ofDates = (locale: string) => locale === FALLBACK ? "en-GB" : locale

/** The zone, or UTC where the name is not one that this Node knows. */
export const knownZone = (zone: string): string => {
  try {
    return new Intl.DateTimeFormat(FALLBACK, { timeZone: zone }).resolvedOptions().timeZone === "" ? "UTC" : zone
  } catch {
    return "UTC"
  }
}

const rightToLeft = new Set(["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"])

const directionOf = (locale: string) => rightToLeft.has(new Intl.Locale(locale).maximize().script ?? "") ? "rtl" : "ltr"

/** How many units of the smallest make one of the currency: 100 cents a dollar, 1 yen a yen. */
export const smallestUnits = (currency: string): number =>
  10 ** new Intl.NumberFormat(FALLBACK, { style: "currency", currency }).resolvedOptions().maximumFractionDigits!

const made = ({ locale: wanted, time_zone }: Conventions): Formats => {
  const locale = supported(wanted)
  const timeZone = knownZone(time_zone)
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 })
  const dates = ofDates(locale)
  const day = new Intl.DateTimeFormat(dates, { dateStyle: "long", timeZone })
  const date = new Intl.DateTimeFormat(dates, { dateStyle: "medium", timeZone })
  const dayAndTime = new Intl.DateTimeFormat(dates, { dateStyle: "long", timeStyle: "short", timeZone })
  const full = new Intl.DateTimeFormat(dates, { dateStyle: "full", timeStyle: "short", timeZone })
  const zoned = new Intl.DateTimeFormat(dates, { timeZone, timeZoneName: "long" })
  const clock = new Intl.DateTimeFormat(dates, { timeZone, timeStyle: "short" })
  const weekdayOf = (length: "long" | "short") => new Intl.DateTimeFormat(dates, { timeZone: "UTC", weekday: length, day: "numeric", month: length })
  const weekdays = { long: weekdayOf("long"), short: weekdayOf("short") }
  const minute = new Intl.DateTimeFormat(dates, { timeZone, day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
  const moment = new Intl.DateTimeFormat(dates, {
    timeZone, day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23"
  })
  const sums = new Map<string, (amount: number) => string>()
  const sumIn = (currency: string) => {
    const known = sums.get(currency)
    if (known !== undefined) return known
    const print = new Intl.NumberFormat(locale, { style: "currency", currency })
    const units = smallestUnits(currency)
    const printed = (amount: number) => print.format(amount / units)
    sums.set(currency, printed)
    return printed
  }
  return {
    language: locale,
    direction: directionOf(locale),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    money: ({ amount, currency }) => sumIn(currency)(amount),
    day: (instant) => day.format(Date.parse(instant)),
    date: (instant) => date.format(Date.parse(instant)),
    dayAndTime: (instant) => dayAndTime.format(Date.parse(instant)),
    start: (instant) => full.format(Date.parse(instant)),
    span: (from, to) => full.formatRange(Date.parse(from), Date.parse(to)),
    zone: (instant) => {
      const name = zoned.formatToParts(Date.parse(instant)).find(({ type }) => type === "timeZoneName")
      return `${name === undefined ? "" : `${name.value}, `}${timeZone}`
    },
    clock: (instant) => clock.format(Date.parse(instant)),
    weekday: (day, length) => weekdays[length].format(Date.parse(`${day}T00:00:00Z`)),
    minute: (instant) => minute.format(Date.parse(instant)),
    moment: (instant) => moment.format(Date.parse(instant))
  }
}

/** There are few pairs of a language and a zone; beyond these many, which nobody has, all are made anew. */
const MOST_KEPT = 500
const kept = new Map<string, Formats>()

/**
 * How a company writes for people. A locale that this Node does not know is written as English, and a zone as UTC: newer versions
 * know more of both.
 */
export const formatsOf = (conventions: Conventions): Formats => {
  const key = `${conventions.locale} ${conventions.time_zone}`
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= MOST_KEPT) kept.clear()
  const formats = made(conventions)
  kept.set(key, formats)
  return formats
}

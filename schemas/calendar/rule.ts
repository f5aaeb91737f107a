import { DateTime } from "effect"
import { RRuleTemporal } from "rrule-temporal"

/** More occurrences than these are a rule without end. */
const MOST_COUNT = 3_660

const DAY_MS = 86_400_000

const listOf = (one: RegExp) => new RegExp(`^(?:${one.source})(?:,(?:${one.source}))*$`)
const signed = (most: RegExp) => listOf(new RegExp(`[+-]?(?:${most.source})`))

/** The parts of a rule that days, weeks, months and years have, with what each takes. */
const parts: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^\d{8}(?:T\d{6}Z?)?$/,
  WKST: /^(?:MO|TU|WE|TH|FR|SA|SU)$/,
  BYDAY: listOf(/(?:[+-]?(?:[1-9]|[1-4]\d|5[0-3]))?(?:MO|TU|WE|TH|FR|SA|SU)/),
  BYMONTH: listOf(/0?[1-9]|1[0-2]/),
  BYMONTHDAY: signed(/0?[1-9]|[12]\d|3[01]/),
  BYYEARDAY: signed(/[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-6]/),
  BYWEEKNO: signed(/0?[1-9]|[1-4]\d|5[0-3]/),
  BYSETPOS: signed(/[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-6]/)
}

const finer = ["FREQ=HOURLY", "FREQ=MINUTELY", "FREQ=SECONDLY", "BYHOUR", "BYMINUTE", "BYSECOND"]

/** What `UNTIL` says as an ISO 8601 instant, as if the clock were UTC's; the last day counts as a whole. */
const isoOf = (until: string) =>
  until.replace(/^\d{8}$/, "$&T235959")
    .replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/, "$1-$2-$3T$4:$5:$6Z")

const exists = (iso: string) => !Number.isNaN(Date.parse(iso)) && new Date(iso).toISOString().slice(0, 19) === iso.slice(0, 19)

/** An instant as the clock of the zone shows it, in the form of `UNTIL`. */
const localUntil = (until: string, zone: string) =>
  DateTime.toDate(DateTime.makeZonedUnsafe(isoOf(until), { timeZone: zone })).toISOString().slice(0, 19).replace(/[-:]/g, "")

/** A rule by wall clock: the library reads it in UTC, in which no clock is ever changed. */
export const wallClockRule = (rrule: string, starts: string): RRuleTemporal => {
  const until = /UNTIL=([\dT]+)/.exec(rrule)?.[1]
  const rule = until === undefined ? rrule : rrule.replace(until, isoOf(until).replace(/[-:]/g, ""))
  return new RRuleTemporal({ rruleString: `DTSTART:${starts.replace(/[-:]/g, "")}00Z\nRRULE:${rule}`, strict: true })
}

/** The occurrences until there are so many, or the years have five digits; nothing where they are so far apart that the library gives up. */
const occurrencesOf = (rule: RRuleTemporal, most: number) => {
  try {
    return rule.all(({ year }, n) => n < most && year <= 9_999)
  } catch {
    return undefined
  }
}

const valueIn = (pairs: ReadonlyArray<string>, name: string) => pairs.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1)

/** A rule in the form in which it is kept, by the company's wall clock, or what is wrong with it. */
export const checkRule = (text: string, starts: string, zone: string): { readonly rrule: string } | { readonly fault: string } => {
  const pairs = text.toUpperCase().replace(/^RRULE:/, "").split(";").map((part) => part.trim())
  const names = pairs.map((part) => part.split("=")[0]!)
  const tooFine = pairs.find((part) => finer.some((one) => part.startsWith(one)))
  if (tooFine !== undefined) {
    return { fault: `${tooFine} comes more than once a day: send FREQ of DAILY, WEEKLY, MONTHLY or YEARLY; the times are those of \`starts\` and \`ends\`` }
  }
  const wrong = pairs.find((part, n) => !(parts[names[n]!]?.test(part.slice(names[n]!.length + 1)) ?? false))
  if (wrong !== undefined) return { fault: `"${wrong}" is no part of a rule that is known, such as FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10` }
  const twice = names.find((name, n) => names.indexOf(name) < n)
  if (twice !== undefined) return { fault: `${twice} is there twice` }
  if (names.includes("COUNT") && names.includes("UNTIL")) return { fault: "it has both COUNT and UNTIL: leave one out" }
  if (Number(valueIn(pairs, "COUNT") ?? 0) > MOST_COUNT) return { fault: `it comes more than ${MOST_COUNT} times: leave COUNT out for a rule without end` }
  const until = valueIn(pairs, "UNTIL")
  if (until !== undefined && !exists(isoOf(until))) {
    return { fault: "UNTIL takes a day that exists, as in UNTIL=20261231, or a time of it, as in UNTIL=20261231T170000" }
  }
  const rrule = pairs.map((part) => until?.endsWith("Z") && part.startsWith("UNTIL=") ? `UNTIL=${localUntil(until, zone)}` : part).join(";")
  try {
    return (occurrencesOf(wallClockRule(rrule, starts), 1)?.length ?? 0) > 0 ? { rrule } : { fault: "it never comes: no day from `starts` on fits it" }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

const instantOf = (local: string) => Date.parse(`${local}:00Z`)

interface Repeated {
  readonly starts: string
  readonly ends: string
  readonly rrule: string | null
}

/** When something by wall clock ends the last time, or no later than that; null if it comes again without end. */
export const lastEnd = ({ ends, rrule, starts }: Repeated): string | null => {
  if (rrule === null) return ends
  const until = /UNTIL=([\dT]+)/.exec(rrule)?.[1]
  if (until === undefined && !rrule.includes("COUNT=")) return null
  const begins = instantOf(starts)
  /* It always begins at the same time of a day. */
  const last = until === undefined
    ? occurrencesOf(wallClockRule(rrule, starts), MOST_COUNT)?.at(-1)?.epochMilliseconds
    : begins + Math.floor((Date.parse(isoOf(until)) - begins) / DAY_MS) * DAY_MS
  if (last === undefined) return null
  const end = new Date(last + instantOf(ends) - begins)
  return end.getUTCFullYear() > 9_999 ? null : end.toISOString().slice(0, 16)
}

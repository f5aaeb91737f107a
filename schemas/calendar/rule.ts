import { DateTime } from "effect"
import { RRuleTemporal } from "rrule-temporal"

/** More occurrences than these are a rule without end. */
const MOST_COUNT = 3_660

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

/** An instant of `UNTIL` as the clock of the zone shows it. */
const localUntil = (until: string, zone: string) => {
  const instant = DateTime.makeZoned(until.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"), { timeZone: zone })
  return instant._tag === "None" ? undefined : DateTime.toDate(instant.value).toISOString().slice(0, 19).replace(/[-:]/g, "")
}

/** A rule by wall clock: the library reads it in UTC, in which no clock is ever changed. The last day counts as a whole. */
export const wallClockRule = (rrule: string, starts: string): RRuleTemporal =>
  new RRuleTemporal({
    rruleString: `DTSTART:${starts.replace(/[-:]/g, "")}00Z\nRRULE:${rrule.replace(/(UNTIL=\d{8})(T\d{6})?/, (_, day: string, time = "T235959") => `${day}${time}Z`)}`,
    strict: true
  })

/** A rule in the form in which it is kept, by the company's wall clock, or what is wrong with it. */
export const checkRule = (text: string, starts: string, zone: string): { readonly rrule: string } | { readonly fault: string } => {
  const pairs = text.toUpperCase().replace(/^RRULE:/, "").split(";").map((part) => part.trim())
  const names = pairs.map((part) => part.split("=")[0]!)
  const tooFine = pairs.find((part) => finer.some((one) => part.startsWith(one)))
  if (tooFine !== undefined) return { fault: `${tooFine} comes more than once a day: take FREQ of DAILY, WEEKLY, MONTHLY or YEARLY, and the times from \`starts\` and \`ends\`` }
  const wrong = pairs.find((part, n) => !(parts[names[n]!]?.test(part.slice(names[n]!.length + 1)) ?? false))
  if (wrong !== undefined) return { fault: `"${wrong}" is no part of a rule that is known, such as FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10` }
  const twice = names.find((name, n) => names.indexOf(name) < n)
  if (twice !== undefined) return { fault: `${twice} is there twice` }
  if (names.includes("COUNT") && names.includes("UNTIL")) return { fault: "it has both COUNT and UNTIL: leave one out" }
  if (Number(/COUNT=(\d+)/.exec(text)?.[1] ?? 0) > MOST_COUNT) return { fault: `it comes more than ${MOST_COUNT} times: leave COUNT out for a rule without end` }
  try {
    const rrule = pairs.map((part) => part.startsWith("UNTIL=") && part.endsWith("Z") ? `UNTIL=${localUntil(part.slice(6), zone)}` : part).join(";")
    return wallClockRule(rrule, starts).all((_, n) => n < 1).length > 0 ? { rrule } : { fault: "it never comes: UNTIL is before `starts`" }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

const instantOf = (local: string) => Date.parse(`${local}:00Z`)

/** When something by wall clock ends the last time, or no later than that; null if it comes again without end. */
export const lastEnd = ({ ends, rrule, starts }: { readonly starts: string; readonly ends: string; readonly rrule: string | null }): string | null => {
  if (rrule === null) return ends
  const until = /UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d))?/.exec(rrule)
  if (until === null && !rrule.includes("COUNT=")) return null
  const last = until === null
    ? wallClockRule(rrule, starts).all(({ year }) => year <= 9_999).at(-1)?.epochMilliseconds ?? instantOf(starts)
    : Date.parse(`${until[1]}-${until[2]}-${until[3]}T${until[4] ?? "23"}:${until[5] ?? "59"}:00Z`)
  const end = new Date(Math.max(last, instantOf(starts)) + instantOf(ends) - instantOf(starts))
  return end.getUTCFullYear() > 9_999 ? null : end.toISOString().slice(0, 16)
}

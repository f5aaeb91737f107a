import { DateTime, Option } from "effect"

const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/u

/** An instant from what was entered as a wall clock's time in a zone; nothing if no such time was. */
export const instantOf = (entered: string, zone: string): Option.Option<string> =>
  local.test(entered)
    ? Option.map(DateTime.makeZoned(entered, { timeZone: zone, adjustForTimeZone: true }), DateTime.formatIso)
    : Option.none()

/** The same instant as such a field holds it, to the minute. */
export const enteredOf = (instant: number, zone: string): string => {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat("en-GB", {
      timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23"
    }).formatToParts(instant).map(({ type, value }) => [type, value])
  )
  return `${parts["year"]}-${parts["month"]}-${parts["day"]}T${parts["hour"]}:${parts["minute"]}`
}

import { Schema } from "effect"
import { clock, type OpeningHours, Weekday } from "#schemas/company/opening-hours"
import { Day } from "#schemas/kernel/time"

const MINUTES_OF_DAY = 1_440
const MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY

const times = {
  from: clock("", "09:00"),
  to: clock("|24:00", "17:00").annotate({ description: "At most 24:00. Hours that end before they begin go on until the next day." })
}

const lasts = ({ from, to }: { readonly from: string; readonly to: string }) =>
  from === to ? { path: ["to"], issue: "the hours last no time: say 00:00 to 24:00 for a whole day" } : undefined

const told = { from: Schema.String.annotate({ examples: ["09:00"] }), to: Schema.String.annotate({ examples: ["17:00"] }) }
const Hours = Schema.Struct(told).annotate({ identifier: "Hours" })
export type Hours = typeof Hours.Type
const NewHours = Schema.Struct(times).check(Schema.makeFilter(lasts)).annotate({ identifier: "NewHours", examples: [{ from: "10:00", to: "14:00" }] })

const weekday = Schema.Int.annotate({ description: "1 is Monday, 7 is Sunday.", examples: [1] })
const HoursOfWeek = Schema.Struct({ weekday, ...told }).annotate({ identifier: "WeeklyHours" })
export type WeeklyHours = typeof HoursOfWeek.Type
const NewHoursOfWeek = Schema.Struct({
  weekday: weekday.check(Schema.isBetween({ minimum: 1, maximum: 7 })).annotate({ description: "1 is Monday, 7 is Sunday.", examples: [1] }), ...times
}).check(Schema.makeFilter(lasts)).annotate({ identifier: "NewWeeklyHours", examples: [{ weekday: 1, from: "09:00", to: "17:00" }] })

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** From when to when in minutes, the end not before the beginning. */
const spanOf = ({ from, to }: Hours) => {
  const [begins, ends] = [minuteOf(from), minuteOf(to)]
  return { begins, ends: ends > begins ? ends : ends + MINUTES_OF_DAY }
}

type Span = ReturnType<typeof spanOf>

/** The place of the first span that overlaps an earlier one; spans are also compared `around` minutes apart. */
const overlapping = (spans: ReadonlyArray<Span>, around: number) =>
  spans.findIndex((one, n) => spans.slice(0, n).some((other) =>
    [-around, 0, around].some((shift) => one.begins < other.ends + shift && other.begins + shift < one.ends)))

const apart = (place: number) => place === -1 ? undefined : { path: [place], issue: "these hours overlap others of this list" }

const ofWeek = (hours: WeeklyHours) => {
  const { begins, ends } = spanOf(hours)
  const day = (hours.weekday - 1) * MINUTES_OF_DAY
  return { begins: day + begins, ends: day + ends }
}

const ofAWeek = [[{ weekday: 1, from: "09:00", to: "12:30" }, { weekday: 1, from: "13:00", to: "17:00" }]]

/** Hours of an ordinary week, of the company's wall clock. */
export const Weekly = Schema.Array(HoursOfWeek).annotate({ examples: ofAWeek })
export const NewWeekly = Schema.Array(NewHoursOfWeek).check(
  Schema.isMaxLength(50),
  Schema.makeFilter((weekly) => apart(overlapping(weekly.map(ofWeek), MINUTES_OF_WEEK)))
).annotate({
  description: "Hours of an ordinary week by the company's clock, at most 50. A day without hours is free, one with two has a break.",
  examples: ofAWeek
})

const date = Schema.String.annotate({ examples: ["2026-12-31"] })
const HoursOfDay = Schema.Struct({ date, hours: Schema.Array(Hours) }).annotate({ identifier: "DayHours" })
export type DayHours = typeof HoursOfDay.Type
const NewHoursOfDay = Schema.Struct({
  date: Day,
  hours: Schema.Array(NewHours).check(Schema.isMaxLength(10), Schema.makeFilter((hours) => apart(overlapping(hours.map(spanOf), 0)))).annotate({
    description: "In place of the hours of the week; none: away.", examples: [[{ from: "10:00", to: "14:00" }]]
  })
}).annotate({ identifier: "NewDayHours", examples: [{ date: "2026-12-31", hours: [{ from: "10:00", to: "14:00" }] }] })

const ofSomeDays = [[{ date: "2026-12-31", hours: [{ from: "10:00", to: "14:00" }] }, { date: "2027-01-02", hours: [] }]]

/** Days with other hours than the week's. */
export const Exceptions = Schema.Array(HoursOfDay).annotate({ examples: ofSomeDays })
export const NewExceptions = Schema.Array(NewHoursOfDay).check(
  Schema.isMaxLength(400),
  Schema.makeFilter((days) => {
    const place = days.findIndex(({ date }, n) => days.findIndex((other) => other.date === date) < n)
    if (place !== -1) return { path: [place, "date"], issue: "there are other hours for this date: send each date once, with all of its hours" }
    return undefined
  })
).annotate({
  description: "Dates with other hours than the week's, each once; at most 400.",
  examples: ofSomeDays
})

/** Of companies that said nothing else. */
const usualWeek: ReadonlyArray<WeeklyHours> = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: "09:00", to: "17:00" }))

/** The hours in which a company can be booked: those that it set for that, or those of its settings, or the usual. */
export const weekOf = (own: ReadonlyArray<WeeklyHours> | null, opening: typeof OpeningHours.Type): ReadonlyArray<WeeklyHours> =>
  own ?? (opening.length === 0 ? usualWeek
    : opening.map(({ closes, day, opens }) => ({ weekday: Weekday.literals.indexOf(day) + 1, from: opens, to: closes })))

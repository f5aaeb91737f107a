import { Schema } from "effect"

export const Weekday = Schema.Literals(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"])

const MOST = 28

export const clock = (last: string, example: string) =>
  Schema.String.check(Schema.isPattern(new RegExp(`^(?:(?:[01]\\d|2[0-3]):[0-5]\\d${last})$`), { expected: "a time of day, HH:MM" })).annotate({
    examples: [example]
  })

const Opening = Schema.Struct({
  day: Weekday,
  opens: clock("", "09:00"),
  closes: clock("|24:00", "17:00").annotate({ description: "After `opens`, at most 24:00." })
}).check(Schema.makeFilter(({ closes, opens }) => opens < closes ? undefined : { path: ["closes"], issue: "Expected a time after `opens`" }))

const overlap = (hours: ReadonlyArray<typeof Opening.Type>) =>
  hours.findIndex((one, n) => hours.some((other, m) => m < n && other.day === one.day && one.opens < other.closes && other.opens < one.closes))

/** When the company is open in an ordinary week, in its own time zone. A day without a line is closed; one with two has a break. */
export const OpeningHours = Schema.Array(Opening).check(
  Schema.isMaxLength(MOST),
  Schema.makeFilter((hours) => {
    const n = overlap(hours)
    return n < 0 ? undefined : { path: [n], issue: "Expected hours that do not overlap others of the same day" }
  })
).annotate({ examples: [[{ day: "monday", opens: "09:00", closes: "17:00" }]] })

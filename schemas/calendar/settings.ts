import { Schema } from "effect"
import { Day } from "#schemas/kernel/time"
import { NewWeekly, Weekly } from "./hours.ts"

const OpenOn = Schema.Array(Day).annotate({ description: "Public holidays on which the company is open all the same.", examples: [["2026-10-03"]] })

const Country = Schema.String.annotate({
  description: "ISO 3166-1, two letters: there is nothing to book on its public holidays. None if null.", examples: ["DE"]
})
const Region = Schema.String.annotate({
  description: "Whose public holidays hold besides the country's: a state, as in `BY`, or a part of it, as in `BY-EVANG`.", examples: ["BY"]
})

/** When a company can be booked at all. */
export const CalendarSettings = Schema.Struct({
  opening_hours: Weekly.annotate({ description: "By the company's clock." }),
  holidays_country: Schema.NullOr(Country),
  holidays_region: Schema.NullOr(Region),
  open_on: OpenOn,
  time_zone: Schema.String.annotate({
    description: "By whose clock hours, days and time off are meant; `update_company_settings` changes it.", examples: ["Europe/Oslo"]
  })
}).annotate({ identifier: "CalendarSettings" })
export type CalendarSettings = typeof CalendarSettings.Type

export const CalendarSettingsChanges = Schema.Struct({
  opening_hours: Schema.optionalKey(Schema.NullOr(NewWeekly).annotate({
    description: "When anything can be booked, and the working hours of staff without hours of their own. Null: those of the company's settings, " +
      "or Monday to Friday 09:00 to 17:00 where it has none."
  })),
  holidays_country: Schema.optionalKey(Schema.NullOr(Country.check(Schema.isMaxLength(2)))),
  holidays_region: Schema.optionalKey(Schema.NullOr(Region.check(Schema.isMaxLength(40)))),
  open_on: Schema.optionalKey(OpenOn.check(Schema.isMaxLength(400), Schema.isUnique()))
}).annotate({
  identifier: "CalendarSettingsChanges", description: "Only the fields that change.",
  examples: [{ holidays_country: "DE", holidays_region: "BY", open_on: ["2026-10-03"] }]
})

export const Holiday = Schema.Struct({
  date: Day.annotate({ examples: ["2026-12-25"] }),
  name: Schema.String.annotate({
    description: "In the company's language, where it is known; otherwise in one of the country.", examples: ["Christmas Day"]
  }),
  open: Schema.Boolean.annotate({ description: "The company is open all the same.", examples: [false] })
}).annotate({ identifier: "Holiday" })
export type Holiday = typeof Holiday.Type

export const Holidays = Schema.Struct({ holidays: Schema.Array(Holiday) }).annotate({ identifier: "Holidays" })

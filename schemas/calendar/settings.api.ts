import { operation } from "#schemas/kernel/endpoints"
import { Day } from "#schemas/kernel/time"
import { CalendarSettings, CalendarSettingsChanges, Holidays } from "./settings.ts"

export const get_calendar_settings = operation.get("get_calendar_settings", "/settings", CalendarSettings, {
  summary: "Get when the company can be booked",
  description: "Opening hours, and the country whose public holidays hold. Live and test keys share them."
})

export const update_calendar_settings = operation.update("update_calendar_settings", "/settings", CalendarSettingsChanges, CalendarSettings, {
  summary: "Change when the company can be booked",
  description: "Changes the fields that are sent and leaves the others. Appointments that are booked stay."
})

export const list_holidays = operation.get("list_holidays", "/holidays", Holidays, {
  query: {
    from: Day.annotate({ description: "The first day.", examples: ["2026-12-01"] }),
    to: Day.annotate({ description: "The last day, at most 731 days after the first.", examples: ["2026-12-31"] })
  },
  summary: "List public holidays",
  description: "The public holidays of the country and region of the calendar's settings, whole days only: nothing can be booked then unless the company " +
    "is open all the same."
})

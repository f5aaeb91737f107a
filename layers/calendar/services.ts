import { Layer } from "effect"
import { BookableServices } from "./bookable-services.ts"
import { Reminders } from "./reminders.ts"
import { Resources } from "./resources.ts"
import { CalendarSettings } from "./settings.ts"
import { StaffMembers } from "./staff-members.ts"
import { TimeOff } from "./time-off.ts"

/** Everything the programs of the calendar can do. */
export const CalendarServices = Layer.mergeAll(BookableServices.layer, CalendarSettings.layer, Reminders.layer, Resources.layer, StaffMembers.layer, TimeOff.layer)

import { Layer } from "effect"
import { AppointmentCopies } from "./appointment-copies.ts"
import { Appointments } from "./appointments.ts"
import { BookableServices } from "./bookable-services.ts"
import { BusyTimes } from "./busy-times.ts"
import { CalendarConnections } from "./connections.ts"
import { CalendarFeeds } from "./feeds.ts"
import { CalendarHttp } from "./remote/http.ts"
import { Claims } from "./claims.ts"
import { Reminders } from "./reminders.ts"
import { Resources } from "./resources.ts"
import { CalendarSettings } from "./settings.ts"
import { StaffMembers } from "./staff-members.ts"
import { TimeOff } from "./time-off.ts"
import { WaitingList } from "./waiting-list.ts"
import { AvailabilityConstraints } from "./constraints.ts"

/** Everything the programs of the calendar can do. */
export const CalendarServices = Layer.mergeAll(
  AppointmentCopies.layer, Appointments.layer, BookableServices.layer, BusyTimes.layer, CalendarConnections.layer, CalendarFeeds.layer, CalendarHttp.layer,
  CalendarSettings.layer, Claims.layer, Reminders.layer, Resources.layer, StaffMembers.layer, TimeOff.layer, WaitingList.layer,
  AvailabilityConstraints.layer
)

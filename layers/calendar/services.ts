import { Layer } from "effect"
import { Appointments } from "./appointments.ts"
import { BookableServices } from "./bookable-services.ts"
import { Claims } from "./claims.ts"
import { Resources } from "./resources.ts"
import { CalendarSettings } from "./settings.ts"
import { StaffMembers } from "./staff-members.ts"
import { TimeOff } from "./time-off.ts"
import { WaitingList } from "./waiting-list.ts"
import { Worlds } from "./worlds.ts"

/** Everything the programs of the calendar can do. */
export const CalendarServices = Layer.mergeAll(
  Appointments.layer, BookableServices.layer, CalendarSettings.layer, Claims.layer, Resources.layer, StaffMembers.layer, TimeOff.layer,
  WaitingList.layer, Worlds.layer
)

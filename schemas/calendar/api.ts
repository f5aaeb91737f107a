import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated } from "#schemas/kernel/gates"
import {
  connect_calendar, create_calendar_feed, disconnect_calendar, get_calendar_feed, list_calendar_connections, sync_calendar
} from "./connections.api.ts"
import { Appointment } from "./appointment.ts"
import {
  cancel_appointment, complete_appointment, confirm_appointment, create_appointment, decline_appointment, get_appointment, list_appointments,
  reschedule_appointment
} from "./appointments.api.ts"
import { explain_availability, get_availability } from "./availability.api.ts"
import { create_resource, list_resources, update_resource } from "./resources.api.ts"
import { create_appointment_series } from "./series.api.ts"
import { create_service, get_service, list_services, update_service } from "./services.api.ts"
import { get_calendar_settings, list_holidays, update_calendar_settings } from "./settings.api.ts"
import { create_staff, list_staff, set_working_hours, update_staff } from "./staff.api.ts"
import { add_time_off, list_time_off, remove_time_off } from "./time-off.api.ts"
import { join_waiting_list, list_waiting_list, remove_waiting_list_entry } from "./waiting-list.api.ts"
import {
  book_appointment, cancel_own_booking, get_own_booking, list_bookable_services, list_open_slots, move_own_booking
} from "./visiting.api.ts"

export class Calendar extends HttpApiGroup.make("calendar")
  .add(list_appointments, get_appointment, create_appointment, reschedule_appointment, cancel_appointment)
  .add(complete_appointment, confirm_appointment, decline_appointment, create_appointment_series)
  .add(list_waiting_list, join_waiting_list, remove_waiting_list_entry)
  .add(get_availability, explain_availability)
  .add(list_services, get_service, create_service, update_service)
  .add(list_staff, create_staff, update_staff, set_working_hours)
  .add(list_resources, create_resource, update_resource)
  .add(list_time_off, add_time_off, remove_time_off)
  .add(get_calendar_settings, update_calendar_settings, list_holidays)
  .add(list_calendar_connections, connect_calendar, sync_calendar, disconnect_calendar)
  .add(create_calendar_feed, get_calendar_feed)
  .prefix("/calendar")
  /* Of visitors, within the company's pages. */
  .add(list_bookable_services, list_open_slots, book_appointment, get_own_booking, move_own_booking, cancel_own_booking)
  .middleware(Authenticated)
  .annotate(EventRecords, { appointment: Appointment })
  .annotateMerge(OpenApi.annotations({
    title: "Calendar",
    description: "Appointments that are never booked twice, and what can be booked: services, staff, rooms, working hours and time off."
  }))
{}

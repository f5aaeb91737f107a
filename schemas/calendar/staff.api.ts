import { Conflict } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { staffMember, StaffMember, WorkingHours } from "./staff.ts"

export const list_staff = operation.list("list_staff", "/staff", StaffMember, {
  ...staffMember.list,
  summary: "List staff",
  description: "Who does what is booked, and when they work. Live and test keys share the staff."
})

export const create_staff = operation.create("create_staff", "/staff", staffMember.create, StaffMember, {
  errors: [Conflict],
  summary: "Add a staff member",
  description: "Adds somebody who does what is booked. They work during the company's opening hours until `set_working_hours` gives them hours " +
    "of their own."
})

export const update_staff = operation.update("update_staff", "/staff/:id", staffMember.change, StaffMember, {
  errors: [Conflict],
  summary: "Change a staff member",
  description: "Changes the fields that are sent and leaves the others. Who is no longer active keeps their appointments and gets no others."
})

export const set_working_hours = operation.replace("set_working_hours", "/staff/:id/hours", WorkingHours, StaffMember, {
  summary: "Set the working hours of a staff member",
  description: "Replaces the hours of the week and the dates with other hours, all by the company's clock. Appointments that are booked stay."
})

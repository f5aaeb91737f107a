import { operation } from "#schemas/kernel/endpoints"
import { StaffId } from "./ids.ts"
import { NewTimeOff, timeOff, TimeOff } from "./time-off.ts"

export const list_time_off = operation.list("list_time_off", "/time-off", TimeOff, {
  ...timeOff.list,
  summary: "List time off",
  description: "When staff are away. `from` and `to` are the first and the last day, by the company's clock: what comes again is listed where it may " +
    "come between them. `staff_id` finds theirs and what is everybody's."
})

export const add_time_off = operation.create("add_time_off", "/staff/:id/time-off", NewTimeOff, TimeOff, {
  params: { id: StaffId },
  summary: "Add time off",
  description: "Says when a staff member, or everybody, is away: once, or again and again by a rule. Nothing can be booked with them then; " +
    "appointments that are booked stay."
})

export const remove_time_off = operation.remove("remove_time_off", "/time-off/:id", TimeOff, {
  summary: "Remove time off",
  description: "Deletes it, with all times that it comes again."
})

import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { NewWaitingListEntry, waitingListEntry, WaitingListEntry } from "./waiting-list.ts"

export const list_waiting_list = operation.list("list_waiting_list", "/waiting-list", WaitingListEntry, {
  ...waitingListEntry.list,
  summary: "List the waiting list",
  description: "Who waits for a time of a service to be free, in the order in which they joined, and to whom one was offered."
})

export const join_waiting_list = operation.create("join_waiting_list", "/waiting-list", NewWaitingListEntry, WaitingListEntry, {
  errors: [NotFound, Conflict],
  summary: "Join the waiting list",
  description: "Notes that a customer waits for a time of a service on some days. When an appointment is called off, moved or given up, what is free " +
    "by that is offered to the first of whom it suits: an appointment that is `requested` and held for them for two hours. `confirm_appointment` " +
    "takes it; `cancel_appointment`, or no word until then, passes it on to the next."
})

export const remove_waiting_list_entry = operation.remove("remove_waiting_list_entry", "/waiting-list/:id", WaitingListEntry, {
  errors: [Conflict],
  summary: "Leave the waiting list",
  description: "Says that somebody does not wait any more; what is offered to them is given up, and offered to the next."
})

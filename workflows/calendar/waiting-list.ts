import { Effect } from "effect"
import { Appointments } from "#layers/calendar/appointments"
import { BookableServices } from "#layers/calendar/bookable-services"
import { WaitingList } from "#layers/calendar/waiting-list"
import type * as api from "#schemas/calendar/waiting-list.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { refuse } from "../payments/costs.ts"
import { contactOf, giveUp, notOffered } from "./booking.ts"

export const list_waiting_list = (query: Input<typeof api.list_waiting_list>) => WaitingList.use((entries) => entries.page(query))

export const join_waiting_list = Effect.fnUntraced(function*({ contact, contact_id: known, staff_id, ...asked }: Input<typeof api.join_waiting_list>) {
  const service = yield* BookableServices.use((services) => services.get(asked.service_id))
  if (!service.active) return yield* notOffered
  if (asked.seats > service.capacity) return yield* refuse("seats", `the service has ${service.capacity}`, asked.seats)
  if (staff_id !== undefined && !service.staff_ids.includes(staff_id)) return yield* refuse("staff_id", "they do not do this service", staff_id)
  const contact_id = yield* contactOf({ ...contact !== undefined && { contact }, ...known !== undefined && { contact_id: known } })
  return yield* WaitingList.use((entries) => entries.join({ ...asked, contact_id, staff_id: staff_id ?? null }))
})

export const remove_waiting_list_entry = Effect.fnUntraced(function*({ id }: Input<typeof api.remove_waiting_list_entry>) {
  const entries = yield* WaitingList
  const seen = yield* entries.get(id)
  /* Appointments are locked before it. */
  const offered = seen.state === "offered" ? yield* Effect.orDie(Appointments.use((appointments) => appointments.get(seen.appointment_id!, { lock: true }))) : undefined
  if (offered?.held_for === "offer") yield* giveUp(offered, "The customer does not wait any more.")
  const before = yield* entries.get(id, { lock: true })
  if (before.state === "offered") return yield* new Conflict({ message: "An appointment was just offered to them: try again." })
  return before.state === "waiting" || before.state === "missed" ? yield* Effect.orDie(entries.update(before, { state: "left" })) : before
})

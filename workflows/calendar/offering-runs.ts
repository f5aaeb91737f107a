import { Effect, Option, Schema } from "effect"
import { type Freed, WaitingList } from "#layers/calendar/waiting-list"
import type { Appointment } from "#schemas/calendar/appointment"
import { ResourceId, ServiceId, StaffId } from "#schemas/calendar/ids"
import { Timestamp } from "#schemas/kernel/time"
import { durable } from "../durable.ts"

/** Offers what has become free to those who wait for it, one after another. */
export const Offering = durable({
  name: "calendar.offering", version: 1,
  payload: {
    service_id: ServiceId, staff_id: Schema.NullOr(StaffId), resource_ids: Schema.Array(ResourceId), starts_at: Timestamp, ends_at: Timestamp,
    livemode: Schema.Boolean
  }
})

const isOff = ({ status }: Appointment) => status === "canceled" || status === "declined"

/** What an appointment took before a change of it, if that is free now. */
const freedBy = (before: Appointment, after: Appointment): Freed | undefined => {
  const isMoved = after.starts_at !== before.starts_at || after.staff_id !== before.staff_id
  if (isOff(before) || (!isOff(after) && !isMoved)) return undefined
  const { ends_at, livemode, resource_ids, service_id, staff_id, starts_at } = before
  return { ends_at, livemode, resource_ids, service_id, staff_id, starts_at }
}

/** What follows of a change for those who wait: whether an offer was taken, and that something is free. */
export const tellWaiting = Effect.fnUntraced(function*(before: Appointment, after: Appointment) {
  const entries = yield* WaitingList
  if (before.held_for === "offer" && after.held_for !== "offer") {
    const found = yield* entries.ofAppointment(after.id)
    if (Option.isSome(found)) yield* entries.settle(found.value.id, isOff(after) ? "missed" : "booked")
  }
  const freed = freedBy(before, after)
  if (freed !== undefined && (yield* entries.isWanted(freed))) yield* Offering.start(freed, { key: `freed by appointment ${after.id} version ${after.version}` })
})

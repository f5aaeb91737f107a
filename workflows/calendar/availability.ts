import { Effect } from "effect"
import { CalendarSettings } from "#layers/calendar/settings"
import { explain } from "#schemas/calendar/availability/explain"
import { openSlots } from "#schemas/calendar/availability/slots"
import { wallClock, wallTime } from "#schemas/calendar/availability/wall-clock"
import type * as api from "#schemas/calendar/availability.api"
import { AppointmentId } from "#schemas/calendar/appointment"
import { ResourceId, StaffId } from "#schemas/calendar/ids"
import type { Input } from "#schemas/kernel/catalog"
import { refuse } from "../payments/costs.ts"
import { constraintsOf } from "./constraints.ts"

const DAY = 86_400_000
const MOST_DAYS = 62

const iso = (ms: number) => new Date(ms).toISOString()

/** What a clock in a zone shows, with how far it is from UTC. */
const localIn = (zone: string, span: { readonly from: number; readonly to: number }) => {
  const clock = wallClock(zone, span)
  return (ms: number) => {
    const wall = clock.at(ms)
    const minutes = Math.round((wall - ms) / 60_000)
    const distance = Math.abs(minutes)
    const part = (n: number) => String(Math.floor(n)).padStart(2, "0")
    return `${iso(wall).slice(0, 19)}${minutes < 0 ? "-" : "+"}${part(distance / 60)}:${part(distance % 60)}`
  }
}

/** A day from its beginning, or to its end, by the clock of a zone; or an instant. */
const edge = (text: string, zone: string, days: 0 | 1) => {
  if (text.length > 10) return Date.parse(text)
  const wall = wallTime(`${text}T00:00`) + days * DAY
  return wallClock(zone, { from: wall - 2 * DAY, to: wall + 2 * DAY }).first(wall)
}

export const get_availability = Effect.fnUntraced(function*({ from, seats, service_id, staff_id, time_zone, to }: Input<typeof api.get_availability>) {
  const zone = time_zone ?? (yield* CalendarSettings.use(({ get }) => get)).told.time_zone
  const span = { from: edge(from, zone, 0), to: edge(to, zone, 1) }
  if (span.to <= span.from) return yield* refuse("to", "it is before `from`", to)
  /* A day of 25 hours may be among them. */
  if (span.to - span.from > MOST_DAYS * DAY + DAY / 8) return yield* refuse("to", `it is more than ${MOST_DAYS} days after \`from\``, to)
  const constraints = yield* constraintsOf(service_id, span)
  const local = localIn(zone, span)
  const slots = constraints.active ? openSlots(constraints, span, { seats, staff_id }) : []
  return {
    service_id, time_zone: zone,
    slots: slots.map(({ ends_at, seats, staff_ids, starts_at }) => ({
      starts_at: iso(starts_at), ends_at: iso(ends_at), local_time: local(starts_at), staff_ids: staff_ids as ReadonlyArray<StaffId>, seats
    }))
  }
})

const idOf = <Id>(make: (id: number) => Id, id: number | undefined) => id === undefined ? null : make(id)

export const explain_availability = Effect.fnUntraced(function*({ seats, service_id, staff_id, starts_at }: Input<typeof api.explain_availability>) {
  const at = Date.parse(starts_at)
  const constraints = yield* constraintsOf(service_id, { from: at, to: at + 1 }, { named: true })
  const inactive = { rule: "inactive", message: "The service is not offered any more." } as const
  const found = [...constraints.active ? [] : [inactive], ...explain(constraints, at, { seats, staff_id })]
  return {
    service_id, starts_at: iso(at), local_time: localIn(constraints.time_zone, { from: at, to: at + 1 })(at), time_zone: constraints.time_zone,
    open: found.length === 0,
    reasons: found.map(({ message, rule, ...one }) => ({
      rule, message,
      staff_id: idOf(StaffId.make, "staff_id" in one ? one.staff_id : undefined),
      resource_id: idOf(ResourceId.make, "resource_id" in one ? one.resource_id : undefined),
      appointment_id: idOf(AppointmentId.make, "appointment_id" in one ? one.appointment_id : undefined),
      from: "from" in one && one.from !== undefined ? iso(one.from) : null,
      until: "until" in one && one.until !== undefined ? iso(one.until) : null
    }))
  }
})

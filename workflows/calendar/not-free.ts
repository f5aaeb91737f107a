import { Effect } from "effect"
import { explain } from "#schemas/calendar/availability/explain"
import { openSlots } from "#schemas/calendar/availability/slots"
import type { Slot, Constraints } from "#schemas/calendar/availability/constraints"
import type { ServiceId, StaffId } from "#schemas/calendar/ids"
import { Conflict } from "#schemas/kernel/errors"
import { constraintsOf } from "./constraints.ts"

const DAY = 86_400_000
/** Around a start that is not free, other starts are looked for so many days. */
const BEFORE = 7
const AFTER = 14
/** What a refusal of a start begins with. */
export const NOT_FREE = "That time cannot be booked."
const MOST_NAMED = 5

interface Wanted {
  readonly by: "company" | "customer"
  readonly service_id: ServiceId
  readonly starts_at: number
  readonly seats: number
  readonly staff_id: StaffId | undefined
}

const nearest = (slots: ReadonlyArray<Slot>, wanted: number) =>
  slots.toSorted((a, b) => Math.abs(a.starts_at - wanted) - Math.abs(b.starts_at - wanted) || a.starts_at - b.starts_at)
    .slice(0, MOST_NAMED).map(({ starts_at }) => starts_at).toSorted((a, b) => a - b)

/** Of a start that is not free: why, which a customer is not told, and what is free around it. */
export const whyNotFree = Effect.fnUntraced(function*(constraints: Constraints, { by, seats, service_id, staff_id, starts_at }: Wanted) {
  const asked = { seats, ...staff_id !== undefined && { staff_id } }
  const span = { from: Math.max(constraints.now, starts_at - BEFORE * DAY), to: starts_at + AFTER * DAY }
  const around = span.to <= span.from ? [] : openSlots({ ...yield* constraintsOf(service_id, span), service: constraints.service }, span, asked)
  const free = nearest(around, starts_at)
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short", timeZone: constraints.time_zone })
  const why = by === "customer" ? [] : explain(constraints, starts_at, asked).slice(0, 1).map(({ message }) => message)
  return {
    message: [
      NOT_FREE, ...why,
      free.length === 0 ? "Nothing is free around it." : `Free are ${free.map((ms) => format.format(ms)).join("; ")} (${constraints.time_zone}).`
    ].join(" "),
    free: free.map((ms) => new Date(ms).toISOString())
  }
})

/** Refuses a start that is not free. */
export const notFree = Effect.fnUntraced(function*(constraints: Constraints, wanted: Wanted) {
  const { free, message } = yield* whyNotFree(constraints, wanted)
  const received = new Date(wanted.starts_at).toISOString()
  return yield* new Conflict({ message, details: free.map((start) => ({ field: "starts_at", error: `${start} is free`, received })) })
})

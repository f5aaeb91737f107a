import { Effect, Option } from "effect"
import { Appointments } from "#layers/calendar/appointments"
import { AppointmentId } from "#schemas/calendar/appointment"
import { Timestamp } from "#schemas/kernel/time"
import type { Order } from "#schemas/payments/order"
import { durable } from "../durable.ts"
import { expectBy } from "../shared-timer.ts"

/** Gives up what was held until then for something that did not come: all of one company and mode. */
export const HoldExpiry = durable({ name: "calendar.hold_expiry", version: 1, payload: { at: Timestamp } })

/** Books an appointment whose deposit was paid: in a run of its own, as whoever pays has locked the order, which comes after appointments. */
export const DepositPaid = durable({ name: "calendar.deposit_paid", version: 1, payload: { appointment_id: AppointmentId } })

/** Sees to it that what is held until then is given up. */
export const expectHoldExpiry = (held_until: string) => expectBy(HoldExpiry, held_until)

/** Books the appointment whose deposit an order is, now that it is paid; nothing where it is none. */
export const depositPaid = Effect.fnUntraced(function*({ cart_id, id }: Order) {
  if (cart_id !== null) return
  const found = yield* Appointments.use((appointments) => appointments.ofDeposit(id))
  if (Option.isSome(found)) yield* DepositPaid.start({ appointment_id: found.value.id }, { key: `deposit ${id}` })
})

import { Effect, Option, Schema } from "effect"
import { Appointments } from "#layers/calendar/appointments"
import { BookableServices } from "#layers/calendar/bookable-services"
import { companyNow } from "#layers/kernel/company-clock"
import { PaymentRecords } from "#layers/payments/payments"
import type { Appointment, AppointmentId } from "#schemas/calendar/appointment"
import { sleepUntil, write } from "../durable.ts"
import { lockedBill } from "../payments/bill.ts"
import { giveUp } from "./booking.ts"
import { DepositPaid, expectHoldExpiry, HoldExpiry } from "./hold-runs.ts"
import { appointmentChanged } from "./told.ts"

/** What receipts say was done. */
const VERB = "end_hold"

/** Minutes that a payment under way is waited for once more. */
const POSTPONED_MINUTES = 10

/** Books what was held for its deposit, unless the company has to confirm it besides. */
const confirmed = Effect.fnUntraced(function*(before: Appointment) {
  const { confirmation } = yield* Effect.orDie(BookableServices.use((services) => services.get(before.service_id)))
  yield* appointmentChanged(before, { held_until: null, held_for: null, ...confirmation === "automatic" && { status: "booked" as const } })
})

const paid = Effect.fnUntraced(function*(id: AppointmentId) {
  const found = yield* Appointments.use((appointments) => appointments.find(id, { lock: true }))
  if (Option.isSome(found) && found.value.held_for === "deposit") yield* confirmed(found.value)
})

export const DepositPaidProgram = DepositPaid.program(({ appointment_id }) => write("book", { verb: "take_deposit" }, paid(appointment_id)))

const unpaid = Effect.fnUntraced(function*(before: Appointment) {
  const order_id = before.deposit_order_id!
  const { order } = yield* lockedBill({ order_id, invoice_id: null })
  if (order!.state === "paid") return yield* confirmed(before)
  const payments = yield* PaymentRecords.use(({ ofOrder }) => ofOrder(order_id))
  if (!payments.some(({ state }) => state === "processing")) return yield* giveUp(before, "The deposit was not paid in time.")
  const held_until = new Date((yield* companyNow) + POSTPONED_MINUTES * 60_000).toISOString()
  yield* appointmentChanged(before, { held_until })
  yield* expectHoldExpiry(held_until)
})

/** Gives up one whose time is over; whether there was one. */
const expired = Effect.gen(function*() {
  const appointments = yield* Appointments
  const due = yield* appointments.overdue
  if (Option.isNone(due)) return false
  const before = yield* Effect.orDie(appointments.get(due.value.id, { lock: true }))
  /* Somebody else may have come first. */
  if (before.held_until === null || Date.parse(before.held_until) > (yield* companyNow)) return true
  yield* before.held_for === "deposit" ? unpaid(before) : giveUp(before, "The offer was not taken in time.")
  return true
})

export const HoldExpiryProgram = HoldExpiry.program(Effect.fnUntraced(function*({ at }) {
  yield* sleepUntil("time over", at)
  for (let n = 1; yield* write(`give up ${n}`, { verb: VERB, success: Schema.Boolean }, expired); n++);
}))

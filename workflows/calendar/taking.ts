import { Effect } from "effect"
import { BookableServices } from "#layers/calendar/bookable-services"
import { companyNow } from "#layers/kernel/company-clock"
import type { Appointment } from "#schemas/calendar/appointment"
import { Conflict } from "#schemas/kernel/errors"
import { askDeposit } from "./deposits.ts"
import { appointmentChanged } from "./told.ts"

/** Books what was offered to somebody of the waiting list, who takes it; a deposit is asked for then. The appointment is locked. */
export const takeOffer = Effect.fnUntraced(function*(before: Appointment) {
  const { contact_id, held_for, held_until, service_id, status } = before
  if (status === "booked" || held_for === "deposit") return before
  if (held_for !== "offer" || contact_id === null || Date.parse(held_until!) <= (yield* companyNow)) {
    return yield* new Conflict({ message: "This time is not held for you any more." })
  }
  const { currency, deposit_amount: amount, name } = yield* Effect.orDie(BookableServices.use((services) => services.get(service_id)))
  return yield* appointmentChanged(before, amount === null ? { status: "booked" } : yield* askDeposit({ contact_id, amount, currency, name }))
})

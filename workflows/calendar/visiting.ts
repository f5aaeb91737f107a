import { Effect } from "effect"
import { CurrentRequester } from "#layers/auth/anonymous"
import { Throttle } from "#layers/auth/throttle"
import { BookableServices } from "#layers/calendar/bookable-services"
import { StaffMembers } from "#layers/calendar/staff-members"
import type { ServiceId } from "#schemas/calendar/ids"
import type { Service } from "#schemas/calendar/service"
import type { BookableService } from "#schemas/calendar/visiting"
import type * as api from "#schemas/calendar/visiting.api"
import type { Input } from "#schemas/kernel/catalog"
import { NotFound } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { get_availability } from "./availability.ts"
import { bookAppointment } from "./booking.ts"
import { asBooked } from "./own-bookings.ts"

/** Services as visitors see them. */
const offered = Effect.fnUntraced(function*(services: ReadonlyArray<Service>) {
  const people = yield* StaffMembers.use(({ named }) => named([...new Set(services.flatMap(({ staff_ids }) => staff_ids))]))
  return services.map((service): BookableService => {
    const {
      cancellation_notice_minutes, capacity, confirmation, currency, deposit_amount, description, duration_minutes, id, name, price, questions, staff_ids
    } = service
    return {
      id, name, description, duration_minutes, price, currency, deposit_amount, capacity, confirmation, cancellation_notice_minutes,
      questions: questions.map(({ label, required }) => ({ label, required })),
      staff: people.filter((one) => staff_ids.includes(one.id))
    }
  })
})

export const list_bookable_services = Effect.fnUntraced(function*({ host: _, ...query }: Input<typeof api.list_bookable_services>) {
  const page = yield* BookableServices.use((services) => services.page({ ...query, active: true, online: true }))
  return { ...page, items: yield* offered(page.items) }
})

/** A service that visitors may book. */
export const bookableService = Effect.fnUntraced(function*(id: ServiceId) {
  const service = yield* BookableServices.use((services) => services.get(id))
  if (!service.active || !service.online) return yield* new NotFound({ message: `There is no service ${id} to be booked.` })
  return (yield* offered([service]))[0]!
})

export const list_open_slots = Effect.fnUntraced(function*({ date, host: _, ...asked }: Input<typeof api.list_open_slots>) {
  yield* bookableService(asked.service_id)
  return { date, ...yield* get_availability({ ...asked, from: date, to: date }) }
})

/** So many bookings are taken within an hour from one network. */
const MOST_BOOKINGS = 30
const HOUR_SECONDS = 3_600

export const book_appointment = Effect.fnUntraced(function*(
  { email, host: _, name, phone, ...asked }: Input<typeof api.book_appointment>
) {
  yield* bookableService(asked.service_id)
  const { company_id, mode } = yield* Caller
  const { network } = yield* CurrentRequester
  const throttle = yield* Throttle
  const counted = yield* Effect.mapError(
    throttle.attempt("booking", [{ about: `${company_id} ${mode} ${network}`, most: MOST_BOOKINGS, seconds: HOUR_SECONDS }]), ({ refusal }) => refusal)
  const contact = { name, email, ...phone !== undefined && { phone } }
  const made = yield* Effect.tapError(bookAppointment({ ...asked, contact, status: "booked", override: false }, { by: "customer" }), () => counted.release)
  return yield* asBooked(made)
})

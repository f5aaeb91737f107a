import { Effect } from "effect"
import { BookableServices } from "#layers/calendar/bookable-services"
import { Resources } from "#layers/calendar/resources"
import { StaffMembers } from "#layers/calendar/staff-members"
import { CustomFields } from "#layers/crm/custom-fields"
import { customKeyOf, type Service } from "#schemas/calendar/service"
import type * as api from "#schemas/calendar/services.api"
import type { Input } from "#schemas/kernel/catalog"
import { refuse } from "../payments/costs.ts"
import { remindersChanged } from "./reminder-timers.ts"

export const list_services = (query: Input<typeof api.list_services>) => BookableServices.use((services) => services.page(query))

export const get_service = ({ id }: Input<typeof api.get_service>) => BookableServices.use((services) => services.get(id))

type Asked = Pick<Service, "staff_ids" | "resources" | "price" | "deposit_amount">

/** Staff and resources that a service names have to exist. */
const requireTaken = Effect.fnUntraced(function*({ resources = [], staff_ids = [] }: Partial<Asked>) {
  const [person] = yield* StaffMembers.use(({ missing }) => missing(staff_ids))
  if (person !== undefined) return yield* refuse(`staff_ids[${staff_ids.findIndex((id) => id === person)}]`, "there is no such staff member", person)
  const [thing] = yield* Resources.use(({ missing }) => missing(resources.flatMap(({ any_of }) => any_of)))
  if (thing === undefined) return
  const group = resources.findIndex(({ any_of }) => any_of.some((id) => id === thing))
  const place = resources[group]!.any_of.findIndex((id) => id === thing)
  return yield* refuse(`resources[${group}].any_of[${place}]`, "there is no such resource", thing)
})

/** Fields of contacts that questions fill have to exist. */
const requireFilled = Effect.fnUntraced(function*({ questions = [] }: Partial<Pick<Service, "questions">>) {
  const keys = questions.map(({ contact_field = "" }) => customKeyOf(contact_field))
  if (keys.every((key) => key === undefined)) return
  const known = new Set((yield* CustomFields.use((fields) => fields.of("contact"))).map(({ key }) => key))
  const place = keys.findIndex((key) => key !== undefined && !known.has(key))
  if (place === -1) return
  return yield* refuse(`questions[${place}].contact_field`, "contacts have no such field: `create_custom_field` adds one", questions[place]!.contact_field!)
})

/** Goes on only if these fields of a service go together. */
const requireSound = Effect.fnUntraced(function*({ deposit_amount, price, resources, staff_ids }: Asked) {
  if (staff_ids.length === 0 && resources.length === 0) {
    return yield* refuse("staff_ids", "neither a person nor a resource is needed for it: name staff who do it, or resources that it takes", [])
  }
  if (deposit_amount === null) return
  if (price === null) return yield* refuse("deposit_amount", "it has no price: send `price` too", deposit_amount)
  if (deposit_amount > price) return yield* refuse("deposit_amount", `it is more than the price, which is ${price}`, deposit_amount)
})

export const create_service = Effect.fnUntraced(function*({ currency, ...asked }: Input<typeof api.create_service>) {
  const services = yield* BookableServices
  yield* requireSound(asked)
  yield* requireTaken(asked)
  yield* requireFilled(asked)
  return yield* services.create({ ...asked, currency: currency ?? services.currency })
})

export const update_service = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_service>) {
  const services = yield* BookableServices
  const before = yield* services.lockForUpdate(id)
  yield* requireSound({ ...before, ...changes })
  yield* requireTaken(changes)
  yield* requireFilled(changes)
  const after = yield* services.update(before, changes)
  yield* remindersChanged(before, after)
  return after
})

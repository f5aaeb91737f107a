import { Effect, Option } from "effect"
import { Uploads } from "#layers/kernel/uploads"
import type { Input } from "#schemas/kernel/catalog"
import { NotFound } from "#schemas/kernel/errors"
import { Bookings } from "./layer.ts"
import type * as api from "./bookings.api.ts"

export const list_bookings = (query: Input<typeof api.list_bookings>) => Bookings.use((bookings) => bookings.page(query))

export const get_booking = ({ id }: Input<typeof api.get_booking>) => Bookings.use((bookings) => bookings.get(id))

export const create_booking = (input: Input<typeof api.create_booking>) => Bookings.use((bookings) => bookings.add(input))

export const count_bookings = () =>
  Bookings.use((bookings) => Effect.map(Effect.orDie(bookings.page({ limit: 1, offset: 0, sort: "id" })), ({ total }) => ({ count: total })))

const own = Effect.fnUntraced(function*(token: string) {
  const bookings = yield* Bookings
  const found = yield* bookings.idOf(token)
  if (Option.isNone(found)) return yield* new NotFound({ message: "There is no such booking." })
  return yield* bookings.get(found.value.id)
})

export const get_own_booking = ({ token }: Input<typeof api.get_own_booking>) => own(token)

export const cancel_own_booking = Effect.fnUntraced(function*({ token }: Input<typeof api.cancel_own_booking>) {
  const before = yield* own(token)
  return yield* (yield* Bookings).softDelete(before, { events: ["test.ping"] })
})

export const confirm_own_booking = Effect.fnUntraced(function*({ note, token }: Input<typeof api.confirm_own_booking>) {
  const before = yield* own(token)
  return yield* (yield* Bookings).update(before, { name: `${before.name}: ${note}` })
})

export const request_booking = ({ guests, name, wishes = [] }: Input<typeof api.request_booking>) =>
  Bookings.use((bookings) => bookings.add({ name: [name, `for ${guests}`, ...wishes].join(", ").slice(0, 100) }))

export const add_booking_photos = Effect.fnUntraced(function*({ before, name, wanted }: Input<typeof api.add_booking_photos>) {
  const uploads = yield* Uploads
  for (const { id } of [before, ...wanted]) yield* uploads.store(id)
  return yield* (yield* Bookings).add({ name: `${name}: ${before.name ?? "a photo"}`.slice(0, 100) })
})

export const take_booking_notice = ({ body: { bytes } }: Input<typeof api.take_booking_notice>) =>
  Bookings.use((bookings) => bookings.add({ name: `${bytes.length} bytes` }))

/** Whose company the paths name. */
const byToken = ({ token = "" }) => Bookings.use((bookings) => bookings.companyOf(token))
export const companies = { get_own_booking: byToken, cancel_own_booking: byToken, confirm_own_booking: byToken }

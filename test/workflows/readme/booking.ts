import { Context, Effect, Schema } from "effect"
import { child, durable, sleepUntil, step, stepKey, withCompensation } from "#workflows/durable"
import type { Retries } from "#workflows/retries"
import { KeyCard } from "./key-cards.ts"

export class SoldOut extends Schema.TaggedError<SoldOut>("SoldOut")("SoldOut", {}) {}
export class Declined extends Schema.TaggedError<Declined>("Declined")("Declined", { why: Schema.String }) {}
export class Unreachable extends Schema.TaggedError<Unreachable>("Unreachable")("Unreachable", {}) {}

export class Hotel extends Context.Service<Hotel, {
  readonly reserve: (key: string) => Effect.Effect<string, SoldOut>
  readonly release: (reservation: string) => Effect.Effect<void>
}>()("readme/Hotel") {}

export class Payments extends Context.Service<Payments, {
  readonly charge: (amount: number, key: string) => Effect.Effect<void, Declined | Unreachable>
  readonly refund: (key: string) => Effect.Effect<void, Unreachable>
}>()("readme/Payments") {}

export const Booking = durable({
  name: "calendar.booking",
  version: 1,
  payload: { guests: Schema.Array(Schema.String), arrival: Schema.Date, price: Schema.Int },
  success: Schema.Array(Schema.String),
  error: Schema.Union([SoldOut, Declined, Unreachable])
})

/** After 10 s, 40 s, 160 s and so on, a day at most, until it was tried twelve times. */
const patient: Retries<"Unreachable"> = { attempts: 12, first: "10 seconds", factor: 4, most: "1 day", only: ["Unreachable"] }

const charge = (price: number) =>
  step("charge", { error: Schema.Union([Declined, Unreachable]), retries: patient }, Effect.gen(function*() {
    const payments = yield* Payments
    yield* payments.charge(price, yield* stepKey("charge"))
  }))

const reserve = step("reserve", { success: Schema.String, error: SoldOut }, Effect.gen(function*() {
  const hotel = yield* Hotel
  return yield* hotel.reserve(yield* stepKey("reserve"))
}))

const release = (reservation: string) => step("release", {}, Hotel.use((hotel) => hotel.release(reservation)))

const refund = step("refund", { error: Unreachable, retries: { attempts: 3, first: "1 second" } }, Effect.gen(function*() {
  const payments = yield* Payments
  yield* payments.refund(yield* stepKey("charge"))
})).pipe(Effect.orDie)

export const BookingProgram = Booking.program(Effect.fnUntraced(function*({ arrival, guests, price }) {
  yield* reserve.pipe(withCompensation(release))
  /* Before the charge: where the answer of the bank is lost, the money may be gone all the same. */
  yield* Effect.void.pipe(withCompensation(() => refund))
  yield* charge(price)
  yield* sleepUntil("arrival", arrival.toISOString())
  return yield* Effect.forEach(
    guests,
    (guest) => child(`card of ${guest}`, KeyCard, { guest, until: arrival }),
    { concurrency: "unbounded" }
  )
}))

import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { cancelRun } from "#workflows/durable"
import { begin, inMemory, outcome, pass, seen } from "../../support/workflows.ts"
import { Booking, BookingProgram, Declined, Hotel, KeyCard, KeyCardProgram, Payments, SoldOut, Unreachable } from "./booking.ts"

const fakes = ({ outages = 0, refundOutages = 0, soldOut = false, declines = false } = {}) => {
  const done: Array<string> = []
  const deed = (what: string) => Effect.sync(() => void done.push(what))
  const layer = Layer.merge(
    Layer.succeed(Hotel, {
      reserve: () => soldOut ? new SoldOut() : Effect.as(deed("reserve"), "room 5"),
      release: (reservation) => deed(`release ${reservation}`),
      encode: (guest, key) => Effect.as(deed(`encode ${guest}`), key)
    }),
    Layer.succeed(Payments, {
      charge: (amount) => outages-- > 0 ? new Unreachable() : declines ? new Declined({ why: "no money" }) : deed(`charge ${amount}`),
      refund: () => refundOutages-- > 0 ? new Unreachable() : deed("refund")
    })
  )
  return { done, Works: inMemory([Booking, BookingProgram], [KeyCard, KeyCardProgram]).pipe(Layer.provideMerge(layer)) }
}

const booking = { guests: ["ada", "grace"], arrival: new Date("1970-03-01"), price: 100 }

describe("a booking", () => {
  it.effect("is made, waits for the day and gives each guest a card", () => {
    const { done, Works } = fakes({ outages: 3 })
    return Effect.gen(function*() {
      const run = yield* begin(Booking.start(booking))
      yield* pass("20 minutes")
      assert.deepStrictEqual(done, ["reserve", "charge 100"])
      yield* pass("60 days")
      assert.deepStrictEqual(yield* outcome(Booking, run), ["run_2/encode", "run_3/encode"])
    }).pipe(Effect.provide(Works))
  })

  it.effect("that is declined leaves no room reserved", () => {
    const { done, Works } = fakes({ declines: true })
    return Effect.gen(function*() {
      const run = yield* begin(Booking.start(booking))
      assert.strictEqual((yield* Effect.flip(outcome(Booking, run)))._tag, "Declined")
      assert.deepStrictEqual(done, ["reserve", "release room 5"])
    }).pipe(Effect.provide(Works))
  })

  it.effect("fails for want of rooms, or of a bank within a week", () => {
    const one = fakes({ soldOut: true })
    const two = fakes({ outages: 99 })
    return Effect.gen(function*() {
      const sold = yield* Effect.provide(Effect.flatMap(begin(Booking.start(booking)), (run) => Effect.flip(outcome(Booking, run))), one.Works)
      assert.strictEqual(sold._tag, "SoldOut")
      assert.deepStrictEqual(one.done, [])
      const failed = yield* Effect.gen(function*() {
        const run = yield* begin(Booking.start(booking))
        yield* pass("7 days")
        assert.strictEqual((yield* seen(run)).steps.filter(({ name }) => name === "charge").length, 12)
        return yield* Effect.flip(outcome(Booking, run))
      }).pipe(Effect.provide(two.Works))
      assert.strictEqual(failed._tag, "Unreachable")
      assert.deepStrictEqual(two.done, ["reserve", "release room 5"])
    })
  })

  it.effect("that is canceled is paid back, then given back", () => {
    const { done, Works } = fakes({ refundOutages: 2 })
    return Effect.gen(function*() {
      const run = yield* begin(Booking.start(booking))
      yield* pass("1 day")
      yield* begin(cancelRun(run))
      yield* pass("1 minute")
      assert.strictEqual((yield* seen(run)).status, "canceled")
      assert.deepStrictEqual(done, ["reserve", "charge 100", "refund", "release room 5"])
    }).pipe(Effect.provide(Works))
  })

  it.effect("that cannot be paid back is given back all the same", () => {
    const { done, Works } = fakes({ refundOutages: 9 })
    return Effect.gen(function*() {
      const run = yield* begin(Booking.start(booking))
      yield* pass("1 day")
      yield* begin(cancelRun(run))
      yield* pass("1 minute")
      const { status, steps } = yield* seen(run)
      assert.deepStrictEqual([status, done], ["canceled", ["reserve", "charge 100", "release room 5"]])
      assert.deepStrictEqual(steps.filter(({ name }) => name === "refund").map(({ status }) => status), ["failed", "failed", "failed"])
    }).pipe(Effect.provide(Works))
  })
})

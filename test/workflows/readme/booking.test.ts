import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { cancelRun } from "#workflows/durable"
import { begin, inMemory, outcome, pass, seen } from "../../support/workflows.ts"
import { Booking, BookingProgram, Declined, Hotel, Payments, SoldOut, Unreachable } from "./booking.ts"
import { Encoder, KeyCard, KeyCard1, KeyCard1Program, KeyCardProgram } from "./key-cards.ts"

const fakes = ({ outages = 0, refundOutages = 0, soldOut = false, declines = false, lost = false } = {}) => {
  const done: Array<string> = []
  /** The keys of what was charged. */
  const charged = new Set<string>()
  const record = (what: string) => Effect.sync(() => void done.push(what))
  const layer = Layer.mergeAll(
    Layer.succeed(Hotel, {
      reserve: () => soldOut ? new SoldOut() : Effect.as(record("reserve"), "room 5"),
      release: (reservation) => record(`release ${reservation}`)
    }),
    Layer.succeed(Encoder, { encode: (guest, key) => Effect.succeed(`${guest}: ${key}`) }),
    Layer.succeed(Payments, {
      charge: (amount, key) =>
        Effect.gen(function*() {
          if (outages-- > 0) return yield* new Unreachable()
          if (declines) return yield* new Declined({ why: "no money" })
          if (!charged.has(key)) yield* record(`charge ${amount}`)
          charged.add(key)
          if (lost) return yield* new Unreachable()
        }),
      refund: (key) => refundOutages-- > 0 ? new Unreachable() : charged.delete(key) ? record("refund") : Effect.void
    })
  )
  const Works = inMemory([Booking, BookingProgram], [KeyCard, KeyCardProgram], [KeyCard1, KeyCard1Program])
  return { done, Works: Works.pipe(Layer.provideMerge(layer)) }
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
      assert.deepStrictEqual(yield* outcome(Booking, run), [
        "ada until 1970-03-01T00:00:00.000Z: run_2/encode", "grace until 1970-03-01T00:00:00.000Z: run_3/encode"
      ])
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
      const sold = yield* begin(Booking.start(booking)).pipe(
        Effect.flatMap((run) => Effect.flip(outcome(Booking, run))), Effect.provide(one.Works)
      )
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

  it.effect("whose charge was made and never answered is paid back", () => {
    const { done, Works } = fakes({ lost: true })
    return Effect.gen(function*() {
      const run = yield* begin(Booking.start(booking))
      yield* pass("7 days")
      assert.strictEqual((yield* Effect.flip(outcome(Booking, run)))._tag, "Unreachable")
      assert.deepStrictEqual(done, ["reserve", "charge 100", "refund", "release room 5"])
    }).pipe(Effect.provide(Works))
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
      const refunds = steps.filter(({ name }) => name === "refund")
      assert.deepStrictEqual(refunds.map(({ status }) => status), ["failed", "failed", "failed"])
    }).pipe(Effect.provide(Works))
  })

  it.effect("a card of last week is encoded as it was then", () =>
    Effect.gen(function*() {
      const run = yield* begin(KeyCard1.start({ guest: "ada" }))
      assert.strictEqual(yield* outcome(KeyCard1, run), "ada: run_1/encode")
    }).pipe(Effect.provide(fakes().Works)))
})

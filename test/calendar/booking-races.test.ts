import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestServer } from "../support/test-server.ts"
import { act, appointmentOf, at, book, booked, booksAreSound, monday, room, service, staff, startsOf, tally, withOne } from "./booking.ts"

const together = <A, E, R>(times: number, make: (n: number) => Effect.Effect<A, E, R>) =>
  Effect.all(Array.from({ length: times }, (_, n) => make(n)), { concurrency: "unbounded" })

layer(TestServer, { excludeTestServices: true })("bookings at the same moment", (it) => {
  it.effect("of one hour, where person and room are both scarce: one gets it, and the others are told what is free near it", () =>
    Effect.gen(function*() {
      const [person, other] = [yield* staff(), yield* staff()]
      const one = yield* room()
      const common = { resources: [{ any_of: [one] }] }
      const [first, second] = [yield* service({ staff_ids: [person], ...common }), yield* service({ staff_ids: [person, other], ...common })]
      const sent = yield* together(100, (n) => book({ service_id: (n % 2 === 0 ? first : second).id, starts_at: at(10) }))
      assert.deepStrictEqual(tally(sent), { 201: 1, 409: 99 })
      for (const { json } of sent.filter(({ status }) => status === 409)) {
        assert.deepStrictEqual(json.details.map(({ error }: any) => error), [
          ...[9, 11, 12, 13].map((hour) => `${at(hour)} is free`), `${at(14)} is free`
        ])
        assert.deepInclude(json.details[0], { field: "starts_at", received: at(10) })
      }
      yield* booksAreSound
    }))

  it.effect("of five seats: five get one", () =>
    Effect.gen(function*() {
      const { service_id, staff_id } = yield* withOne({ capacity: 5 })
      const sent = yield* together(100, () => book({ service_id, starts_at: at(10, 2) }))
      assert.deepStrictEqual(tally(sent), { 201: 5, 409: 95 })
      assert.deepStrictEqual(new Set(sent.filter(({ status }) => status === 201).map(({ json }) => json.staff_id)), new Set([staff_id]))
      yield* booksAreSound
    }))

  it.effect("of an hour that others move to: one gets it, whoever it is, and who moved keeps what they had otherwise", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne({}, "acmeTest")
      const hours = [9, 10, 11, 12, 13]
      const held = yield* Effect.forEach(hours, (hour) => booked({ service_id, starts_at: at(hour, 3) }, "acmeTest"))
      const sent = yield* together(40, (n) => n % 2 === 0
        ? book({ service_id, starts_at: at(15, 3) }, "acmeTest")
        : act(held[(n - 1) / 2 % held.length]!.id, "reschedule", { starts_at: at(15, 3) }, "acmeTest"))
      const won = sent.filter(({ json }) => json.starts_at === at(15, 3))
      assert.isAtLeast(won.length, 1)
      assert.deepStrictEqual(new Set(won.map(({ json }) => json.id)).size, 1)
      assert.deepStrictEqual(sent.filter(({ status }) => ![200, 201, 409].includes(status)).map(({ text }) => text), [])
      const now = yield* Effect.forEach(held, ({ id }) => appointmentOf(id, "acmeTest"))
      for (const [n, { id, starts_at }] of now.entries()) assert.strictEqual(starts_at, won[0]!.json.id === id ? at(15, 3) : at(hours[n]!, 3))
      yield* booksAreSound
    }))

  it.effect("that change places with each other: neither waits for ever, and nothing breaks", () =>
    Effect.gen(function*() {
      const [one, other] = [yield* staff(), yield* staff()]
      const { id: service_id } = yield* service({ staff_ids: [one, other] })
      for (let round = 0; round < 10; round++) {
        const [a, b] = [yield* booked({ service_id, starts_at: at(9, 4), staff_id: one }), yield* booked({ service_id, starts_at: at(9, 4), staff_id: other })]
        const sent = yield* together(8, (n) => n % 2 === 0
          ? act(a.id, "reschedule", { starts_at: at(9, 4), staff_id: other })
          : act(b.id, "reschedule", { starts_at: at(9, 4), staff_id: one }))
        assert.deepStrictEqual(sent.filter(({ status }) => status !== 409).map(({ text }) => text), [])
        yield* together(2, (n) => act((n === 0 ? a : b).id, "cancel"))
      }
      yield* booksAreSound
    }))

  it.effect("that are called off and booked again and again: what is free can be booked in the end, and nothing is left behind", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne({ capacity: 3 })
      const rounds = yield* together(30, (n) => Effect.gen(function*() {
        const made = yield* book({ service_id, starts_at: at(9 + n % 3, 5) })
        if (made.status === 201) assert.strictEqual((yield* act(made.json.id, "cancel")).status, 200)
        return made
      }))
      assert.hasAnyKeys(tally(rounds), [201])
      assert.deepStrictEqual(rounds.filter(({ status }) => status !== 201 && status !== 409).map(({ text }) => text), [])
      assert.strictEqual((yield* startsOf(service_id, monday(5))).length, 8)
      yield* booksAreSound
    }))

  it.effect("of a day with a limit: no more than that", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne({ daily_limit: 3 })
      const sent = yield* together(16, (n) => book({ service_id, starts_at: at(9 + n % 8, 6) }))
      assert.deepStrictEqual(tally(sent), { 201: 3, 409: 13 })
      yield* booksAreSound
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ownBookingAddress } from "#workflows/calendar/own-booking"
import { someone } from "../crm/records.ts"
import { booked as inCompany } from "../payments/booking.ts"
import { headingOf, payAt, sendForm, visit } from "../payments/paying-by-link.ts"
import { booksAreRight, post, read } from "../payments/paying.ts"
import { eventually } from "../support/eventually.ts"
import { advance, HOUR_MS, instant, nowOf, ready } from "../support/test-clock.ts"
import { json, send, TestServerWith } from "../support/test-server.ts"
import { act, appointmentOf, at, book, booked, booksAreSound, monday, room, service, staff, withOne } from "./booking.ts"

const KEY = "acmeTest"
const LIST = "/calendar/waiting-list"

let turn = 0

const join = (given: object) => post(LIST, { contact: { name: `Hopeful ${turn++}` }, from: monday(), to: monday(), ...given }, KEY)

const joined = Effect.fnUntraced(function*(given: object) {
  const { json, status, text } = yield* join(given)
  assert.strictEqual(status, 201, text)
  return json
})

const entryOf = (id: number, service_id: number) =>
  Effect.map(read(`${LIST}?service_id=${service_id}`, KEY), ({ items }) => items.find((one: any) => one.id === id))

const inState = (entry: any, state: string) => eventually(entryOf(entry.id, entry.service_id), (found) => found.state === state, 30_000)

const offered = Effect.fnUntraced(function*(entry: any) {
  const { appointment_id } = yield* inState(entry, "offered")
  return yield* appointmentOf(appointment_id, KEY)
})

layer(TestServerWith(), { excludeTestServices: true })("the waiting list", (it) => {
  it.effect("offers what is called off to the first of whom it suits, and to the next if they do not take it", () =>
    Effect.gen(function*() {
      const { service_id, staff_id } = yield* withOne({ price: 5_000 }, KEY)
      const taken = yield* booked({ service_id, starts_at: at(10) }, KEY)
      const elsewhen = yield* joined({ service_id, from: monday(2), to: monday(3) })
      const [first, second] = [yield* joined({ service_id, time_zone: "Europe/Oslo" }), yield* joined({ service_id, staff_id })]
      assert.deepInclude(first, { service_id, staff_id: null, seats: 1, from: monday(), to: monday(), state: "waiting", appointment_id: null, livemode: false })
      const before = yield* nowOf()
      yield* act(taken.id, "cancel", {}, KEY)
      const one = yield* offered(first)
      assert.deepInclude(one, {
        status: "requested", held_for: "offer", starts_at: at(10), contact_id: first.contact_id, time_zone: "Europe/Oslo", price: 5_000, staff_id
      })
      assert.approximately(Date.parse(one.held_until) - before, 2 * HOUR_MS, 30_000)
      assert.strictEqual((yield* book({ service_id, starts_at: at(10) }, KEY)).status, 409)
      /* No word for two hours. */
      yield* advance({ to: instant((yield* nowOf()) + 3 * HOUR_MS) })
      yield* ready()
      yield* inState(first, "missed")
      assert.deepInclude(yield* appointmentOf(one.id, KEY), { status: "canceled", canceled_by: null, cancellation_reason: "The offer was not taken in time." })
      const other = yield* offered(second)
      assert.deepInclude(other, { starts_at: at(10), contact_id: second.contact_id })
      assert.deepInclude((yield* act(other.id, "confirm", {}, KEY)).json, { status: "booked", held_for: null, held_until: null })
      yield* inState(second, "booked")
      assert.deepInclude(yield* entryOf(elsewhen.id, service_id), { state: "waiting" })
      /* Whoever had their turn has no second one. */
      yield* act(other.id, "cancel", {}, KEY)
      yield* advance({ to: instant((yield* nowOf()) + HOUR_MS) })
      yield* ready()
      assert.strictEqual((yield* read(`/calendar/appointments?service_id=${service_id}&status=requested`, KEY)).total, 0)
      assert.deepStrictEqual((yield* read(`${LIST}?service_id=${service_id}&state=waiting`, KEY)).items.map(({ id }: any) => id), [elsewhen.id])
      yield* booksAreSound
    }))

  it.effect("offers what is free by a move or a refusal, also to who waits for another service of the same person", () =>
    Effect.gen(function*() {
      const person = yield* staff(KEY)
      const [long, short] = [
        yield* service({ staff_ids: [person] }, KEY), yield* service({ staff_ids: [person], duration_minutes: 30, slot_interval_minutes: 30 }, KEY)
      ]
      const [one, other] = [yield* booked({ service_id: long.id, starts_at: at(10) }, KEY), yield* booked({ service_id: long.id, starts_at: at(11), status: "requested" }, KEY)]
      const waiting = [yield* joined({ service_id: short.id }), yield* joined({ service_id: short.id }), yield* joined({ service_id: long.id })]
      assert.strictEqual((yield* act(one.id, "reschedule", { starts_at: at(14) }, KEY)).status, 200)
      const [first, second] = [yield* offered(waiting[0]), yield* offered(waiting[1])]
      assert.deepStrictEqual([first.starts_at, second.starts_at], [at(10), at(10).replace(":00:", ":30:")])
      assert.deepInclude(yield* entryOf(waiting[2].id, long.id), { state: "waiting" })
      assert.strictEqual((yield* act(other.id, "decline", {}, KEY)).status, 200)
      assert.deepInclude(yield* offered(waiting[2]), { starts_at: at(11), service_id: long.id })
      yield* booksAreSound
    }))

  it.effect("offers seats of a group, to as many as there are seats for, whoever calls off at the same moment", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne({ capacity: 4, resources: [{ any_of: [yield* room(KEY)] }] }, KEY)
      const taken = yield* Effect.forEach([1, 2, 3, 4], () => booked({ service_id, starts_at: at(10) }, KEY))
      const pair = yield* joined({ service_id, seats: 3 })
      const waiting = yield* Effect.forEach([1, 2, 3], () => joined({ service_id }))
      yield* Effect.all(taken.slice(0, 2).map(({ id }) => act(id, "cancel", {}, KEY)), { concurrency: "unbounded" })
      const offers = [yield* offered(waiting[0]), yield* offered(waiting[1])]
      for (const one of offers) assert.deepInclude(one, { starts_at: at(10), seats: 1 })
      assert.deepStrictEqual([(yield* entryOf(waiting[2].id, service_id)).state, (yield* entryOf(pair.id, service_id)).state], ["waiting", "waiting"])
      yield* booksAreSound
    }))

  it.effect("is answered by who was offered something, by their own link and its page", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne({}, KEY)
      const taken = yield* booked({ service_id, starts_at: at(10) }, KEY)
      const [hasty, patient] = [yield* joined({ service_id }), yield* joined({ service_id })]
      yield* act(taken.id, "cancel", {}, KEY)
      const link = (of: any) => inCompany(ownBookingAddress(of), "acme", "test")
      const first = yield* offered(hasty)
      const url = yield* link(first)
      const own = `/cms/pages/public/bookings/${url.split("/").at(-1)}`
      const shown = yield* visit(url)
      assert.strictEqual(headingOf(shown), "A time is free for you")
      assert.deepInclude((yield* send(own)).json, { status: "requested", held_for: "offer", held_until: first.held_until, deposit: null })
      const accepted = yield* sendForm(url, { do: "accept" })
      assert.strictEqual(accepted.status, 303)
      assert.include((yield* visit(new URL(accepted.headers.get("location")!, url).href)).text, "The time is yours.")
      assert.deepInclude(yield* inState(hasty, "booked"), { appointment_id: first.id })
      assert.deepInclude((yield* send(`${own}/accept`, { method: "POST" })).json, { status: "booked", held_for: null })
      /* With a deposit, taking it is half of it. */
      yield* act(first.id, "cancel", {}, KEY)
      assert.strictEqual((yield* send(`${own}/accept`, { method: "POST" })).status, 409)
      assert.strictEqual((yield* send(`/calendar/services/${service_id}`, { key: KEY, method: "PATCH", ...json({ price: 5_000, deposit_amount: 2_000 }) })).status, 200)
      const second = yield* offered(patient)
      const page = yield* link(second)
      const { json: asked } = yield* send(`/cms/pages/public/bookings/${page.split("/").at(-1)}/accept`, { method: "POST" })
      assert.deepInclude(asked, { status: "requested", held_for: "deposit" })
      assert.include((yield* visit(page)).text, asked.deposit.url)
      yield* payAt(asked.deposit.url)
      yield* eventually(appointmentOf(second.id, KEY), ({ status }) => status === "booked", 30_000)
      yield* inState(patient, "booked")
      yield* Effect.andThen(booksAreSound, booksAreRight)
    }))

  it.effect("is left, by who waits and by whom something is offered to, which the next gets", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne({}, KEY)
      const taken = yield* booked({ service_id, starts_at: at(10) }, KEY)
      const [first, second, third] = yield* Effect.forEach([1, 2, 3], () => joined({ service_id }))
      const leave = (entry: any) => send(`${LIST}/${entry.id}`, { key: KEY, method: "DELETE" })
      assert.deepInclude((yield* leave(first)).json, { state: "left", appointment_id: null })
      yield* act(taken.id, "cancel", {}, KEY)
      const { id } = yield* offered(second)
      assert.deepInclude((yield* leave(second)).json, { state: "left", appointment_id: id })
      assert.deepInclude((yield* leave(second)).json, { state: "left" })
      assert.deepInclude(yield* offered(third), { starts_at: at(10) })
      assert.deepInclude(yield* appointmentOf(id, KEY), { status: "canceled" })
      assert.strictEqual((yield* send(`${LIST}/9999999`, { key: KEY, method: "DELETE" })).status, 404)
      yield* booksAreSound
    }))

  it.effect("refuses what nobody could ever be offered", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne({}, KEY)
      const { id: contact_id } = yield* someone("acme")
      const fault = (given: object) => Effect.map(join({ service_id, ...given }), ({ json, status }) => [status, json.details?.[0]?.field])
      assert.deepStrictEqual(yield* fault({ service_id: 9_999_999 }), [404, undefined])
      assert.deepStrictEqual(yield* fault({ seats: 2 }), [422, "seats"])
      assert.deepStrictEqual(yield* fault({ staff_id: 9_999_999 }), [422, "staff_id"])
      assert.deepStrictEqual(yield* fault({ from: monday(2) }), [422, "to"])
      assert.deepStrictEqual(yield* fault({ contact_id }), [422, "contact_id"])
      assert.deepStrictEqual(yield* fault({ contact: undefined, contact_id: 9_999_999 }), [422, "contact_id"])
    }))
})

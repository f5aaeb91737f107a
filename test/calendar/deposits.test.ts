import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { AppointmentId } from "#schemas/calendar/appointment"
import { cancelAppointment } from "#workflows/calendar/booking"
import { eventsOf } from "../crm/records.ts"
import { booked as inCompany } from "../payments/booking.ts"
import { links, payAt, visit } from "../payments/paying-by-link.ts"
import { booksAreRight, read } from "../payments/paying.ts"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { advance, HOUR_MS, instant, nowOf, ready } from "../support/test-clock.ts"
import { TestServerWith } from "../support/test-server.ts"
import { act, appointmentOf, at, book, booksAreSound, monday, startsOf, withOne } from "./booking.ts"

const KEY = "acmeTest"

const allIsRight = Effect.andThen(booksAreRight, booksAreSound)

const withDeposit = (given: object = {}) => withOne({ price: 9_000, currency: "EUR", deposit_amount: 2_000, ...given }, KEY)

const asked = Effect.fnUntraced(function*(given: object) {
  const { json, status, text } = yield* book({ deposit: true, ...given }, KEY)
  assert.strictEqual(status, 201, text)
  const { items: [link] } = yield* read(`${links}?order_id=${json.deposit_order_id}`)
  return { ...json, url: link.url }
})

const now = (id: number) => appointmentOf(id, KEY)

const orderOf = ({ deposit_order_id }: any) => read(`/orders/${deposit_order_id}`)

const paid = Effect.fnUntraced(function*(given: object) {
  const made = yield* asked(given)
  yield* payAt(made.url)
  return yield* eventually(now(made.id), ({ status }) => status === "booked", 30_000)
})

const refunded = (made: any) => eventually(orderOf(made), ({ payment_state }) => payment_state === "refunded", 30_000)

const canceledByCustomer = (id: number) =>
  inCompany(cancelAppointment(AppointmentId.make(id), { reason: null }, { by: "customer" }), "acme", "test")

/** As if it began so many hours from now by the company's clock. */
const beginsIn = Effect.fnUntraced(function*(id: number, hours: number) {
  const sql = yield* OwnerSql
  const starts_at = instant((yield* nowOf()) + hours * HOUR_MS)
  yield* Effect.orDie(sql`update appointments set starts_at = ${starts_at}, ends_at = ${starts_at}::timestamptz + interval '1 hour' where id = ${id}`)
})

layer(TestServerWith(), { excludeTestServices: true })("a deposit", (it) => {
  it.effect("is paid by a link, and books what is only held until then", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withDeposit()
      const before = yield* nowOf()
      const made = yield* asked({ service_id, starts_at: at(10) })
      assert.deepInclude(made, { status: "requested", held_for: "deposit", price: 9_000 })
      assert.approximately(Date.parse(made.held_until) - before, HOUR_MS / 2, 20_000)
      assert.deepInclude(yield* orderOf(made), { amount: 2_000, currency: "EUR", contact_id: made.contact_id, state: "open" })
      assert.strictEqual((yield* book({ service_id, starts_at: at(10) }, KEY)).status, 409)
      const { receipt } = yield* payAt(made.url)
      assert.isDefined(receipt)
      const after = yield* eventually(now(made.id), ({ status }) => status === "booked", 30_000)
      assert.deepInclude(after, { held_until: null, held_for: null, deposit_order_id: made.deposit_order_id })
      assert.deepInclude(yield* orderOf(made), { state: "paid", paid_amount: 2_000 })
      assert.deepStrictEqual((yield* eventsOf(KEY, "appointment", made.id)).map(({ kind }) => kind).toSorted(), ["appointment.booked", "appointment.requested"])
      /* Nothing of it is given up later. */
      yield* advance({ to: instant((yield* nowOf()) + HOUR_MS) })
      yield* ready()
      assert.deepInclude(yield* now(made.id), { status: "booked" })
      yield* allIsRight
    }))

  it.effect("that the service does not have cannot be asked for, and is asked of nobody unless told", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne({}, KEY)
      const { json, status } = yield* book({ service_id, starts_at: at(10), deposit: true }, KEY)
      assert.deepStrictEqual([status, json.details[0].field], [422, "deposit"])
      const other = yield* withDeposit()
      assert.deepInclude((yield* book({ service_id: other.service_id, starts_at: at(10) }, KEY)).json, { status: "booked", deposit_order_id: null })
    }))

  it.effect("that is not paid in time sets the time free, and nobody can pay it any more", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withDeposit()
      const made = yield* asked({ service_id, starts_at: at(10) })
      const other = yield* asked({ service_id, starts_at: at(11) })
      assert.notInclude(yield* startsOf(service_id, monday(), monday(), "", KEY), at(10))
      yield* advance({ to: instant((yield* nowOf()) + HOUR_MS) })
      yield* ready()
      for (const { id } of [made, other]) {
        assert.deepInclude(yield* eventually(now(id), ({ status }) => status === "canceled", 30_000), {
          canceled_by: null, cancellation_reason: "The deposit was not paid in time.", held_until: null
        })
      }
      assert.deepInclude(yield* orderOf(made), { state: "cancelled", paid_amount: 0 })
      assert.include(yield* startsOf(service_id, monday(), monday(), "", KEY), at(10))
      assert.strictEqual((yield* visit(made.url)).status, 410)
      assert.include((yield* eventsOf(KEY, "appointment", made.id)).map(({ kind }) => kind), "appointment.canceled")
      yield* allIsRight
    }))

  it.effect("is given back where the company calls it off, or the customer does in time", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withDeposit({ keep_deposit_on_no_show: true, cancellation_notice_minutes: 60 })
      const [one, other] = [yield* paid({ service_id, starts_at: at(10) }), yield* paid({ service_id, starts_at: at(11) })]
      assert.strictEqual((yield* act(one.id, "cancel", {}, KEY)).status, 200)
      yield* canceledByCustomer(other.id)
      for (const made of [one, other]) assert.deepInclude(yield* refunded(made), { state: "cancelled", refunded_amount: 2_000 })
      assert.deepInclude(yield* now(other.id), { status: "canceled", canceled_by: "customer" })
      yield* allIsRight
    }))

  it.effect("is kept of who does not come or calls it off too late, where the service says so, and else given back", () =>
    Effect.gen(function*() {
      const keeping = yield* withDeposit({ keep_deposit_on_no_show: true })
      const giving = yield* withDeposit()
      const late = yield* paid({ service_id: keeping.service_id, starts_at: at(10) })
      yield* beginsIn(late.id, 2)
      yield* canceledByCustomer(late.id)
      const [kept, given] = [yield* paid({ service_id: keeping.service_id, starts_at: at(12) }), yield* paid({ service_id: giving.service_id, starts_at: at(12) })]
      for (const { id } of [kept, given]) {
        yield* beginsIn(id, -2)
        assert.strictEqual((yield* act(id, "complete", { outcome: "no_show" }, KEY)).status, 200)
      }
      yield* refunded(given)
      for (const made of [late, kept]) assert.deepInclude(yield* orderOf(made), { state: "paid", payment_state: "paid", refunded_amount: 0 })
      yield* booksAreRight
    }))

  it.effect("of one that is called off before it is paid is not asked for any more", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withDeposit()
      const made = yield* asked({ service_id, starts_at: at(10) })
      assert.deepInclude((yield* act(made.id, "decline", {}, KEY)).json, { status: "declined", held_until: null, held_for: null })
      assert.deepInclude(yield* orderOf(made), { state: "cancelled" })
      assert.strictEqual((yield* visit(made.url)).status, 410)
      yield* booksAreRight
    }))
})

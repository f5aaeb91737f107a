import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventsOf } from "../crm/records.ts"
import { post, read } from "../payments/paying.ts"
import { OwnerSql } from "../support/database.ts"
import { json, type Key, send, TestServer } from "../support/test-server.ts"
import { settings } from "../messages/emailing.ts"
import { act, appointmentOf, at, booksAreSound, startsOf, withOne } from "./booking.ts"

const OWN = "/cms/pages/public/bookings"

const see = (token: string) => send(`${OWN}/${token}`)
const move = (token: string, given: object) => send(`${OWN}/${token}`, { method: "POST", ...json(given) })
const cancel = (token: string) => send(`${OWN}/${token}`, { method: "DELETE" })

let turn = 0

/** What a visitor booked. */
const own = Effect.fnUntraced(function*(given: { readonly service_id: number; readonly starts_at: string }, key: Key = "acmeShop") {
  const made = yield* post("/cms/pages/public/book", { name: "Grace Hopper", email: `own${turn++}@booking.example`, ...given }, key)
  assert.strictEqual(made.status, 201, made.text)
  return made.json
})

const kindsOf = (id: number) => Effect.map(eventsOf("acme", "appointment", id), (all) => all.map(({ kind }) => kind))

layer(TestServer, { excludeTestServices: true })("a customer's own booking", (it) => {
  it.effect("is seen, moved and canceled by its link, which opens nothing else", () =>
    Effect.gen(function*() {
      const { service_id, staff_id } = yield* withOne()
      const made = yield* own({ service_id, starts_at: at(9) })
      const { token } = made
      assert.deepStrictEqual((yield* see(token)).json, made)
      const moved = yield* move(token, { starts_at: at(11) })
      assert.deepInclude(moved.json, { id: made.id, starts_at: at(11), ends_at: at(12), status: "booked", token })
      assert.deepInclude(yield* appointmentOf(made.id), { staff_id, rescheduled_count: 1, sequence: 1 })
      assert.include(yield* startsOf(service_id, at(9).slice(0, 10)), at(9), "what it had is free")

      const other = yield* own({ service_id, starts_at: at(9) })
      const taken = yield* move(token, { starts_at: at(9) })
      assert.deepStrictEqual([taken.status, taken.json.details[0].field], [409, "starts_at"])
      assert.deepInclude((yield* see(token)).json, { starts_at: at(11) })

      const gone = yield* cancel(token)
      assert.deepInclude(gone.json, { status: "canceled", changeable: false })
      assert.deepStrictEqual((yield* cancel(token)).text, gone.text)
      assert.strictEqual((yield* move(token, { starts_at: at(12) })).status, 409)
      assert.deepInclude(yield* appointmentOf(made.id), { canceled_by: "customer", status: "canceled" })
      assert.deepStrictEqual(yield* kindsOf(made.id), ["appointment.booked", "appointment.rescheduled", "appointment.canceled"])
      assert.deepInclude((yield* see(other.token)).json, { status: "booked" })

      const [company, mode, id, ...signature] = token.split("-")
      const forged = [
        `${company}-${mode}-${other.id}-${signature.join("-")}`, `${company}-test-${id}-${signature.join("-")}`, `${Number(company) + 1}-${mode}-${id}-${signature.join("-")}`,
        token.slice(0, -1), `${token}x`, "nobody", "x".repeat(200)
      ]
      for (const one of forged) {
        for (const answer of [yield* see(one), yield* move(one, { starts_at: at(12) }), yield* cancel(one)]) assert.strictEqual(answer.status, 404, `${one} ${answer.text}`)
      }
      yield* booksAreSound
    }))

  it.effect("can be changed until the service's notice, and says whom to ask after that", () =>
    Effect.gen(function*() {
      yield* settings({ contact_email: "hello@juniper.example", contact_phone: "+4722123456" })
      const { service_id } = yield* withOne({ cancellation_notice_minutes: 60 * 24 * 60 })
      const { token } = yield* own({ service_id, starts_at: at(9) })
      assert.strictEqual((yield* see(token)).json.changeable, false)
      for (const answer of [yield* move(token, { starts_at: at(12) }), yield* cancel(token)]) {
        assert.strictEqual(answer.status, 409)
        for (const part of ["until", "(UTC)", "hello@juniper.example", "+4722123456"]) assert.include(answer.json.message, part)
      }
      const { id } = (yield* see(token)).json
      assert.strictEqual((yield* act(id, "reschedule", { starts_at: at(12) })).status, 200, "the company may")
      assert.deepInclude((yield* see(token)).json, { starts_at: at(12), status: "booked" })
    }))

  it.effect("is the same whether the company or the customer moves it, one after another", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne()
      const { id, token } = yield* own({ service_id, starts_at: at(9) })
      const hours = [10, 11, 12, 13, 14, 15]
      yield* Effect.all(hours.map((hour, n) => n % 2 === 0 ? move(token, { starts_at: at(hour) }) : act(id, "reschedule", { starts_at: at(hour) })), { concurrency: 6 })
      const { starts_at } = (yield* see(token)).json
      assert.include(hours.map((hour) => at(hour)), starts_at)
      assert.lengthOf(yield* startsOf(service_id, at(9).slice(0, 10)), 7)
      assert.strictEqual((yield* read(`/calendar/appointments/${id}`, "acme")).rescheduled_count, 6)
      yield* booksAreSound
    }))

  it.effect("ends 30 days after the appointment, and with its customer", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { service_id } = yield* withOne()
      const { id, token } = yield* own({ service_id, starts_at: at(9) })
      const past = (days: number) => sql`update appointments set starts_at = now() - make_interval(days => ${days}::int) - interval '1 hour', ends_at = now() - make_interval(days => ${days}::int)
        where id = ${id}`
      yield* past(29)
      assert.deepInclude((yield* see(token)).json, { changeable: false, status: "booked" })
      assert.strictEqual((yield* cancel(token)).status, 409)
      yield* past(30)
      assert.strictEqual((yield* see(token)).status, 404)

      const kept = yield* own({ service_id, starts_at: at(10) })
      yield* sql`update appointments set contact_id = null where id = ${kept.id}`
      assert.strictEqual((yield* see(kept.token)).status, 404)
    }))
})

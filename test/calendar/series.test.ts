import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventsOf } from "../crm/records.ts"
import { post, read } from "../payments/paying.ts"
import { OwnerSql } from "../support/database.ts"
import { type Key, TestServer } from "../support/test-server.ts"
import { act, appointmentOf, at, book, booked, booksAreSound, room, service, staff, tally, withOne } from "./booking.ts"

let turn = 0

const series = (given: object, key: Key = "acme") => post("/calendar/series", { contact: { name: `Regular ${turn++}` }, count: 4, ...given }, key)

const startsOf = ({ appointments }: any) => appointments.map(({ starts_at }: any) => starts_at)

layer(TestServer, { excludeTestServices: true })("a series of appointments", (it) => {
  it.effect("is booked as one, with the same person, beyond the horizon of the first", () =>
    Effect.gen(function*() {
      const [one, other] = [yield* staff(), yield* staff()]
      const { id: service_id } = yield* service({ staff_ids: [one, other], price: 5_000, horizon_days: 20 })
      /* By who is least booked alone, they would take turns. */
      yield* booked({ service_id, starts_at: at(9, 3), staff_id: one, override: true })
      const { json, status, text } = yield* series({ service_id, starts_at: at(10), every_weeks: 2, time_zone: "Europe/Oslo" })
      assert.strictEqual(status, 201, text)
      assert.deepStrictEqual(startsOf(json), [1, 3, 5, 7].map((week) => at(10, week)))
      assert.deepStrictEqual(json.not_booked, [])
      assert.strictEqual(new Set(json.appointments.map(({ contact_id, staff_id }: any) => `${contact_id} ${staff_id}`)).size, 1)
      for (const made of json.appointments) {
        assert.deepInclude(made, { series_id: json.id, status: "booked", price: 5_000, time_zone: "Europe/Oslo" })
        assert.deepStrictEqual((yield* eventsOf("acme", "appointment", made.id)).map(({ kind }) => kind), ["appointment.booked"])
      }
      const listed = yield* read(`/calendar/appointments?series_id=${json.id}`, "acme")
      assert.deepStrictEqual([listed.total, listed.items.map(({ id }: any) => id)], [4, json.appointments.map(({ id }: any) => id)])
      assert.strictEqual((yield* series({ service_id, starts_at: at(10, 5) })).status, 409)
      yield* booksAreSound
    }))

  it.effect("where one is not free, is not booked at all, or the others are, as asked; either way it says why and what is free", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne()
      yield* booked({ service_id, starts_at: at(10, 2) })
      const refused = yield* series({ service_id, starts_at: at(10) })
      assert.strictEqual(refused.status, 409, refused.text)
      assert.strictEqual(
        refused.json.message, "1 of the 4 appointments cannot be booked, so none is. Begin elsewhere, or ask for `as_many_as_fit`."
      )
      assert.lengthOf(refused.json.details, 1)
      assert.deepInclude(refused.json.details[0], { field: "starts_at", received: at(10, 2) })
      assert.include(refused.json.details[0].error, at(11, 2))
      assert.strictEqual((yield* read(`/calendar/appointments?service_id=${service_id}`, "acme")).total, 1)
      const { json } = yield* series({ service_id, starts_at: at(10), mode: "as_many_as_fit" })
      assert.deepStrictEqual(startsOf(json), [1, 3, 4].map((week) => at(10, week)))
      assert.deepStrictEqual(json.not_booked.map(({ free, starts_at }: any) => [starts_at, free]), [
        [at(10, 2), [9, 11, 12, 13].map((hour) => at(hour, 2)).concat(at(14, 2))]
      ])
      const again = yield* series({ service_id, starts_at: at(10), mode: "as_many_as_fit" })
      assert.deepStrictEqual([again.status, again.json.details.length], [409, 4])
      assert.deepStrictEqual((yield* series({ service_id, starts_at: at(10), count: 1 })).json.details[0].field, "count")
      assert.deepStrictEqual((yield* series({ service_id, starts_at: at(10), contact: undefined })).json.details[0].field, "contact_id")
      assert.strictEqual((yield* series({ service_id: 9_999_999, starts_at: at(10) })).status, 404)
      yield* booksAreSound
    }))

  it.effect("keeps its time by the company's clock where that changes", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const year = new Date().getUTCFullYear() + 1
      const { service_id } = yield* withOne({}, "bolt")
      yield* sql`update companies set time_zone = 'Europe/Oslo' where id = (select company_id from services where id = ${service_id})`
      /* The Mondays around the last Sunday of March: at nine, whatever that is in UTC. */
      const lastDay = new Date(Date.UTC(year, 2, 31))
      const sunday = 31 - lastDay.getUTCDay()
      const monday = (n: number) => new Date(Date.UTC(year, 2, sunday + 1 + 7 * n)).toISOString().slice(0, 10)
      const { json, status, text } = yield* series({
        service_id, starts_at: `${monday(-2)}T08:00:00Z`, override: true, staff_id: undefined
      }, "bolt")
      yield* sql`update companies set time_zone = 'UTC' where id = (select company_id from services where id = ${service_id})`
      assert.strictEqual(status, 201, text)
      assert.deepStrictEqual(startsOf(json), [
        `${monday(-2)}T08:00:00.000Z`, `${monday(-1)}T08:00:00.000Z`, `${monday(0)}T07:00:00.000Z`, `${monday(1)}T07:00:00.000Z`
      ])
    }))

  it.effect("is called off from one on, or one alone", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne({ capacity: 2 })
      const { appointments: [first, second, third, fourth] } = (yield* series({ service_id, starts_at: at(10) })).json
      const statuses = Effect.map(
        Effect.forEach([first, second, third, fourth], ({ id }) => appointmentOf(id)), (all) => all.map(({ status }) => status)
      )
      assert.strictEqual((yield* act(third.id, "cancel")).json.status, "canceled")
      assert.deepStrictEqual(yield* statuses, ["booked", "booked", "canceled", "booked"])
      assert.strictEqual((yield* act(second.id, "cancel", { scope: "following" }, "acme", { "if-match": "\"7\"" })).status, 412)
      const { json } = yield* act(second.id, "cancel", { scope: "following", reason: "Moves away" })
      assert.deepInclude(json, { id: second.id, status: "canceled", cancellation_reason: "Moves away" })
      assert.deepStrictEqual(yield* statuses, ["booked", "canceled", "canceled", "canceled"])
      assert.deepInclude(yield* appointmentOf(fourth.id), { cancellation_reason: "Moves away", canceled_by: "company" })
      const alone = yield* booked({ service_id, starts_at: at(10) })
      assert.strictEqual((yield* act(alone.id, "cancel", { scope: "following" })).json.status, "canceled")
      assert.deepStrictEqual(yield* statuses, ["booked", "canceled", "canceled", "canceled"])
      yield* booksAreSound
    }))

  it.effect("against single bookings, other series and cancellations at the same moment: nothing is booked twice, and nobody waits for ever", () =>
    Effect.gen(function*() {
      const people = [yield* staff(), yield* staff()]
      const place = { resources: [{ any_of: [yield* room(), yield* room()] }] }
      const [both, one] = [yield* service({ staff_ids: people, ...place }), yield* service({ staff_ids: people.slice(1), ...place })]
      const sent = yield* Effect.all(Array.from({ length: 36 }, (_, n) => Effect.gen(function*() {
        const service_id = (n % 2 === 0 ? both : one).id
        if (n % 3 === 0) return yield* book({ service_id, starts_at: at(10, 1 + n % 4) })
        const made = yield* series({ service_id, starts_at: at(10), mode: n % 3 === 1 ? "all_or_none" : "as_many_as_fit" })
        if (made.status === 201 && n < 18) {
          assert.strictEqual((yield* act(made.json.appointments[0].id, "cancel", { scope: "following" })).status, 200)
        }
        return made
      })), { concurrency: "unbounded" })
      assert.deepStrictEqual(sent.filter(({ status }) => status !== 201 && status !== 409).map(({ text }) => text), [])
      assert.hasAnyKeys(tally(sent), [201])
      yield* booksAreSound
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventsOf, someone } from "../crm/records.ts"
import { post, read } from "../payments/paying.ts"
import { OwnerSql } from "../support/database.ts"
import { keptCountsAreExact } from "../support/kept-counts.ts"
import { json, send, TestServer } from "../support/test-server.ts"
import { act, appointmentOf, at, book, booked, booksAreSound, monday, room, service, slotsOf, staff, startsOf, withOne } from "./booking.ts"

const HOURS = [9, 10, 11, 12, 13, 14, 15, 16]

/** As if it had begun. */
const begun = Effect.fnUntraced(function*(id: number) {
  const sql = yield* OwnerSql
  yield* sql`update appointments set starts_at = starts_at - interval '60 days', ends_at = ends_at - interval '60 days' where id = ${id}`
}, Effect.orDie)

layer(TestServer, { excludeTestServices: true })("appointments", (it) => {
  it.effect("are booked with whoever is free and least booked, and take a room of each group", () =>
    Effect.gen(function*() {
      const [one, other] = [yield* staff(), yield* staff()]
      const rooms = [yield* room(), yield* room(), yield* room()]
      const { id: service_id } = yield* service({
        staff_ids: [other, one], resources: [{ any_of: [rooms[0], rooms[1]] }, { any_of: rooms }], price: 5_000, currency: "EUR",
        questions: [{ label: "First visit?", required: true }]
      })
      const first = yield* booked({
        service_id, starts_at: at(10), contact: { name: "Grace Hopper", email: "grace@calendar.example", phone: "+12025550123" },
        notes: "Brings a dog.", answers: [{ label: "First visit?", answer: "Yes" }], time_zone: "Europe/Oslo"
      })
      assert.deepInclude(first, {
        service_id, staff_id: one, resource_ids: rooms.slice(0, 2), starts_at: at(10), ends_at: at(11), status: "booked", seats: 1, price: 5_000,
        currency: "EUR", notes: "Brings a dog.", answers: [{ label: "First visit?", answer: "Yes" }], time_zone: "Europe/Oslo", livemode: true, version: 1,
        sequence: 0, rescheduled_count: 0, canceled_at: null, canceled_by: null
      })
      assert.deepInclude(yield* read(`/crm/contacts/${first.contact_id}`, "acme"), { first_name: "Grace", last_name: "Hopper", phone: "+12025550123" })
      const second = yield* booked({ service_id, starts_at: at(11), contact: { email: "GRACE@calendar.example", name: "Another" } })
      assert.deepInclude(second, { staff_id: other, contact_id: first.contact_id })
      /* Of two who could, whoever does less; of equals the first. */
      assert.deepInclude(yield* booked({ service_id, starts_at: at(12) }), { staff_id: one })
      assert.deepInclude(yield* booked({ service_id, starts_at: at(13), staff_id: one }), { staff_id: one })
      assert.deepInclude(yield* booked({ service_id, starts_at: at(14) }), { staff_id: other })
      /* Three rooms are not two of each for two people. */
      assert.strictEqual((yield* book({ service_id, starts_at: at(10) })).status, 409)
      assert.deepStrictEqual(yield* eventsOf("acme", "appointment", first.id).pipe(Effect.map((all) => all.map(({ kind }) => kind))), ["appointment.booked"])
      yield* booksAreSound
    }))

  it.effect("are refused where they name what is not there, or what is not asked", () =>
    Effect.gen(function*() {
      const { service_id, staff_id } = yield* withOne()
      const fault = (given: object) => Effect.map(book({ service_id, starts_at: at(10), ...given }), ({ json, status }) => [status, json.details?.[0]?.field])
      assert.deepStrictEqual(yield* fault({ service_id: 9_999_999 }), [404, undefined])
      assert.deepStrictEqual(yield* fault({ contact: undefined, contact_id: 9_999_999 }), [422, "contact_id"])
      assert.deepStrictEqual(yield* fault({ contact: undefined }), [422, "contact_id"])
      assert.deepStrictEqual(yield* fault({ contact_id: 1 }), [422, "contact_id"])
      assert.deepStrictEqual(yield* fault({ answers: [{ label: "Why?", answer: "So" }] }), [422, "answers[0].label"])
      assert.deepStrictEqual(yield* fault({ seats: 2 }), [409, undefined])
      assert.deepStrictEqual(yield* fault({ staff_id: staff_id + 1_000 }), [409, undefined])
      assert.deepStrictEqual(yield* fault({ starts_at: at(8) }), [409, "starts_at"])
      assert.deepStrictEqual(yield* startsOf(service_id, monday()), HOURS.map((hour) => at(hour)))
      yield* send(`/calendar/services/${service_id}`, { key: "acme", method: "PATCH", ...json({ active: false }) })
      assert.strictEqual((yield* book({ service_id, starts_at: at(10) })).json.message, "The service is not offered any more.")
    }))

  it.effect("go from one state to the next, each with its event, and only where it can be", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne()
      const { id } = yield* booked({ service_id, starts_at: at(9), status: "requested" })
      assert.deepStrictEqual((yield* act(id, "complete")).json.message, "Only an appointment that is booked takes place; this one is requested.")
      assert.strictEqual((yield* book({ service_id, starts_at: at(9) })).status, 409)
      assert.deepInclude((yield* act(id, "confirm")).json, { status: "booked", version: 2 })
      assert.deepInclude((yield* act(id, "confirm")).json, { status: "booked", version: 2 })
      assert.strictEqual((yield* act(id, "decline")).status, 409)
      assert.strictEqual((yield* act(id, "complete")).status, 409)
      const moved = yield* act(id, "reschedule", { starts_at: at(10), reason: "Late" })
      assert.deepInclude(moved.json, { starts_at: at(10), ends_at: at(11), rescheduled_count: 1, sequence: 2, reschedule_reason: "Late", status: "booked", version: 3 })
      assert.deepInclude((yield* act(id, "reschedule", { starts_at: at(10) })).json, { version: 3 })
      assert.strictEqual((yield* act(id, "cancel", {}, "acme", { "if-match": "\"2\"" })).status, 412)
      assert.strictEqual((yield* act(id, "reschedule", { starts_at: at(11) }, "acme", { "if-match": "\"1\"" })).status, 412)
      assert.strictEqual((yield* act(id, "reschedule", { starts_at: at(10, -2) })).status, 409)
      assert.deepInclude(yield* appointmentOf(id), { starts_at: at(10), version: 3 })
      assert.deepStrictEqual(yield* startsOf(service_id, monday()), HOURS.filter((hour) => hour !== 10).map((hour) => at(hour)))
      const canceled = (yield* act(id, "cancel", { reason: "Ill" }, "acme", { "if-match": "\"3\"" })).json
      assert.deepInclude(canceled, { status: "canceled", canceled_by: "company", cancellation_reason: "Ill", sequence: 3, version: 4 })
      assert.isString(canceled.canceled_at)
      assert.deepInclude((yield* act(id, "cancel")).json, { version: 4 })
      for (const verb of ["confirm", "complete", "decline"]) assert.strictEqual((yield* act(id, verb)).status, 409)
      assert.strictEqual((yield* act(id, "reschedule", { starts_at: at(11) })).status, 409)
      assert.deepStrictEqual((yield* eventsOf("acme", "appointment", id)).map(({ kind }) => kind), [
        "appointment.requested", "appointment.booked", "appointment.rescheduled", "appointment.canceled"
      ])

      const declined = yield* booked({ service_id, starts_at: at(9), status: "requested" })
      assert.deepInclude((yield* act(declined.id, "decline", { reason: "Full" })).json, { status: "declined", cancellation_reason: "Full" })
      const done = yield* booked({ service_id, starts_at: at(9) })
      const sql = yield* OwnerSql
      yield* Effect.orDie(sql`update booked_sessions set starts_at = starts_at - interval '60 days', ends_at = ends_at - interval '60 days' where service_id = ${service_id}`)
      yield* begun(done.id)
      assert.deepInclude((yield* act(done.id, "complete", { outcome: "no_show" })).json, { status: "no_show" })
      assert.deepInclude((yield* act(done.id, "complete")).json, { status: "completed" })
      assert.deepInclude((yield* act(done.id, "complete")).json, { status: "completed", version: 3 })
      assert.deepStrictEqual((yield* eventsOf("acme", "appointment", done.id)).map(({ kind }) => kind), [
        "appointment.booked", "appointment.no_show", "appointment.completed"
      ])
      yield* booksAreSound
    }))

  it.effect("of live and of test keys take the same people, and are told to those of their mode", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne()
      const live = yield* booked({ service_id, starts_at: at(9) })
      assert.strictEqual((yield* book({ service_id, starts_at: at(9) }, "acmeTest")).status, 409)
      const tried = yield* booked({ service_id, starts_at: at(10) }, "acmeTest")
      assert.strictEqual(tried.livemode, false)
      assert.strictEqual((yield* book({ service_id, starts_at: at(10) })).status, 409)
      const listed = (key: "acme" | "acmeTest") => Effect.map(read(`/calendar/appointments?service_id=${service_id}`, key), ({ items, total }) => [total, items.map(({ id }: any) => id)])
      assert.deepStrictEqual([yield* listed("acme"), yield* listed("acmeTest")], [[1, [live.id]], [1, [tried.id]]])
      assert.strictEqual((yield* send(`/calendar/appointments/${live.id}`, { key: "acmeTest" })).status, 404)
      assert.strictEqual((yield* act(live.id, "cancel", {}, "acmeTest")).status, 404)
      for (const [method, path] of [["GET", ""], ["POST", "/cancel"], ["POST", "/confirm"]] as const) {
        assert.strictEqual((yield* send(`/calendar/appointments/${live.id}${path}`, { key: "bolt", method, ...method === "POST" && json({}) })).status, 404)
      }
      assert.strictEqual((yield* book({ service_id, starts_at: at(11) }, "bolt")).status, 404)
      assert.strictEqual((yield* send(`/calendar/availability?service_id=${service_id}&from=${monday()}&to=${monday()}`, { key: "bolt" })).status, 404)
      assert.deepStrictEqual((yield* act(live.id, "cancel", {}, "cautious")).status, 428)
      yield* keptCountsAreExact
    }))

  it.effect("are made once for each idempotency key, and listed by what they are", () =>
    Effect.gen(function*() {
      const { service_id, staff_id } = yield* withOne()
      const { id: contact_id } = yield* someone("acme")
      const body = { service_id, starts_at: at(9), contact: undefined, contact_id }
      const twice = yield* Effect.all([1, 2].map(() => book(body, "acme", { "idempotency-key": `once ${service_id}` })))
      assert.deepStrictEqual(twice.map(({ json, status }) => [status, json.id]), [[201, twice[0]!.json.id], [201, twice[0]!.json.id]])
      const later = yield* booked({ ...body, starts_at: at(11) })
      yield* act(later.id, "cancel")
      const ids = (query: string) => Effect.map(read(`/calendar/appointments?service_id=${service_id}&${query}`, "acme"), ({ items }) => items.map(({ id }: any) => id))
      const both = [twice[0]!.json.id, later.id]
      assert.deepStrictEqual(yield* ids(`staff_id=${staff_id}`), both)
      assert.deepStrictEqual(yield* ids("sort=-starts_at"), both.toReversed())
      assert.deepStrictEqual(yield* ids("status=canceled"), [later.id])
      assert.deepStrictEqual(yield* ids(`contact_id=${contact_id}&status=booked`), [both[0]])
      assert.deepStrictEqual(yield* ids(`from=${at(11)}`), [later.id])
      assert.deepStrictEqual(yield* ids(`to=${at(11)}`), [both[0]])
      assert.strictEqual((yield* send(`/calendar/appointments?sort=name`, { key: "acme" })).status, 422)

      /* Totals of one person and of one status are kept and not counted, also where an appointment goes to somebody else. */
      const other = yield* staff()
      yield* send(`/calendar/services/${service_id}`, { key: "acme", method: "PATCH", ...json({ staff_ids: [staff_id, other] }) })
      assert.deepInclude((yield* act(both[0], "reschedule", { starts_at: at(10), staff_id: other })).json, { staff_id: other })
      const listed = (query: string) => Effect.map(read(`/calendar/appointments?limit=200&${query}`, "acme"), ({ items, total }) => [total, items.length])
      assert.deepStrictEqual([yield* listed(`staff_id=${staff_id}`), yield* listed(`staff_id=${other}`)], [[1, 1], [1, 1]])
      for (const status of ["booked", "canceled", "no_show"]) {
        const [total, shown] = yield* listed(`status=${status}`)
        assert.strictEqual(total, shown, status)
      }
      yield* keptCountsAreExact
    }))

  it.effect("share a session where they are of a group, until the last of them is gone", () =>
    Effect.gen(function*() {
      const { service_id, staff_id } = yield* withOne({ capacity: 3, buffer_after_minutes: 30 })
      const two = yield* booked({ service_id, starts_at: at(9), seats: 2 })
      assert.deepInclude((yield* slotsOf(service_id, monday(), monday()))[0], { starts_at: at(9), seats: 1, staff_ids: [staff_id] })
      assert.strictEqual((yield* book({ service_id, starts_at: at(9), seats: 2 })).status, 409)
      /* The buffer is taken until the last one goes. */
      assert.strictEqual((yield* book({ service_id, starts_at: at(10) })).status, 409)
      const one = yield* booked({ service_id, starts_at: at(9) })
      yield* act(two.id, "cancel")
      assert.strictEqual((yield* book({ service_id, starts_at: at(10) })).status, 409)
      yield* act(one.id, "reschedule", { starts_at: at(12) })
      assert.strictEqual((yield* book({ service_id, starts_at: at(10) })).status, 201)
      yield* booksAreSound
    }))

  it.effect("ignore notice, horizon and daily limit where the company says so, and nothing else", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne({ notice_minutes: 60 * 24 * 30, horizon_days: 40, daily_limit: 1 })
      const soon = { service_id, starts_at: at(9) }
      assert.strictEqual((yield* book(soon)).status, 409)
      yield* booked({ ...soon, override: true })
      assert.strictEqual((yield* book({ ...soon, override: true })).status, 409)
      yield* booked({ service_id, starts_at: at(10), override: true })
      yield* booked({ service_id, starts_at: at(10, 20), override: true })
      assert.strictEqual((yield* book({ service_id, starts_at: at(8), override: true })).status, 409)
    }))

  it.effect("are in the timeline and the data of their contact, go with them when contacts are merged, and do not name who was erased", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { service_id } = yield* withOne({ questions: [{ label: "Name?", required: false }] })
      const { json: { id: contact_id } } = yield* post("/crm/contacts", { first_name: "Wendolyn", last_name: "Brackspur", email: "wendolyn@calendar.example" }, "acme")
      const { id } = yield* booked({
        service_id, starts_at: at(9), contact: undefined, contact_id, notes: "For Wendolyn Brackspur", answers: [{ label: "Name?", answer: "Brackspur" }],
        time_zone: "Europe/Oslo"
      })
      const { items: [entry] } = yield* read(`/crm/contacts/${contact_id}/timeline`, "acme")
      assert.deepInclude(entry, { kind: "appointment", object: "appointment", object_id: id })
      assert.strictEqual((yield* read(`/crm/contacts/${contact_id}/personal-data`, "acme")).records.appointment[0].id, id)
      const { id: kept } = yield* someone("acme")
      const { json: { id: merge, moved } } = yield* post(`/crm/contacts/${kept}/merge`, { contact_ids: [contact_id] }, "acme")
      assert.deepInclude(moved, { appointments: 1 })
      assert.deepInclude(yield* appointmentOf(id), { contact_id: kept, version: 2 })
      assert.strictEqual((yield* post(`/crm/merges/${merge}/undo`, {}, "acme")).status, 200)
      assert.deepInclude(yield* appointmentOf(id), { contact_id, version: 3 })
      const segment = yield* post("/crm/segments", {
        name: `Booked ${id}`, filter: { match: "all", of: [{ type: "appointments", service_id, status: "booked", op: "eq", value: 1 }] }
      }, "acme")
      assert.strictEqual(segment.status, 201, segment.text)
      assert.deepStrictEqual((yield* read(`/crm/segments/${segment.json.id}/contacts`, "acme")).items.map(({ id }: any) => id), [contact_id])
      assert.strictEqual((yield* send(`/crm/contacts/${contact_id}/personal-data`, { key: "acme", method: "DELETE" })).status, 200)
      assert.deepInclude(yield* appointmentOf(id), { contact_id: null, notes: null, answers: [], time_zone: null, status: "booked", starts_at: at(9) })
      const left = yield* Effect.orDie(sql`select to_jsonb(a)::text as text from appointments a where id = ${id}`)
      assert.notMatch(JSON.stringify(left), /wendolyn|brackspur/i)
      assert.strictEqual((yield* act(id, "cancel")).status, 200)
      yield* booksAreSound
    }))
})

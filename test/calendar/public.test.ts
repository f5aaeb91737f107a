import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hosted } from "../contract/bookings/visiting.ts"
import { eventsOf } from "../crm/records.ts"
import { post, read } from "../payments/paying.ts"
import { OwnerSql } from "../support/database.ts"
import { companyIds, json, send, TestServerWith } from "../support/test-server.ts"
import { appointmentOf, at, booksAreSound, monday, room, service, slotsOf, tally, withOne } from "./booking.ts"

const HOST = "book.acme.test"
const PUBLIC = "/cms/pages/public"

let turn = 0

/** Somebody from a network of their own. */
const network = () => ({ "x-forwarded-for": `198.18.${Math.floor(turn / 250)}.${turn++ % 250 + 1}` })

const get = (path: string, headers: Record<string, string> = network()) => send(`${PUBLIC}${path}`, { headers })

const guest = () => ({ name: "Grace Hopper", email: `guest${turn++}@public.example` })

const bookAt = (given: object, headers: Record<string, string> = network(), host = HOST) =>
  send(`${PUBLIC}/book?host=${host}`, { method: "POST", headers, ...json({ ...guest(), ...given }) })

layer(TestServerWith({ trustedProxies: 1 }), { excludeTestServices: true })("visitors of a calendar", (it) => {
  it.effect("see what is offered to them, by host and by key, and nothing of who does it but names", () =>
    Effect.gen(function*() {
      yield* hosted("acme", HOST)
      const { service_id, staff_id } = yield* withOne({
        price: 9_000, currency: "USD", description: "We get to know each other.", questions: [{ label: "What is it about?", required: true }]
      })
      const hidden = yield* service({ staff_ids: [staff_id], online: false })
      const old = yield* service({ staff_ids: [staff_id], active: false })
      const { name } = yield* read(`/calendar/services/${service_id}`, "acme")
      const person = yield* Effect.map(read("/calendar/staff?limit=200", "acme"), ({ items }) => items.find(({ id }: { readonly id: number }) => id === staff_id))
      const answer = yield* get(`/booking?host=${HOST}`)
      assert.strictEqual(answer.status, 200, answer.text)
      assert.deepStrictEqual(answer.json.items.find(({ id }: { readonly id: number }) => id === service_id), {
        id: service_id, name, description: "We get to know each other.", duration_minutes: 60, price: 9_000, currency: "USD", deposit_amount: null, capacity: 1,
        confirmation: "automatic", questions: [{ label: "What is it about?", required: true }], cancellation_notice_minutes: 1_440,
        staff: [{ id: staff_id, name: person.name }]
      })
      for (const { id } of [hidden, old]) {
        assert.notInclude(answer.json.items.map((one: { readonly id: number }) => one.id), id)
        assert.strictEqual((yield* get(`/booking/times?host=${HOST}&service_id=${id}&date=${monday()}`)).status, 404)
        assert.strictEqual((yield* bookAt({ service_id: id, starts_at: at(9) })).status, 404)
      }
      const keyed = yield* send(`${PUBLIC}/booking`, { key: "acmeShop" })
      assert.deepStrictEqual(keyed.json.items, answer.json.items)
      assert.strictEqual((yield* get("/booking?host=nobody.test")).status, 404)
      assert.strictEqual((yield* get(`/booking?host=${HOST}`, { "x-forwarded-host": "nobody.test", ...network() })).status, 200, "the query goes before")
      assert.strictEqual((yield* send(`${PUBLIC}/booking`, { key: "acme" })).status, 403, "a secret key is for servers")
    }))

  it.effect("see the open slots of a day in any zone", () =>
    Effect.gen(function*() {
      const { service_id, staff_id } = yield* withOne()
      const times = (more = "") => Effect.map(get(`/booking/times?host=${HOST}&service_id=${service_id}&date=${monday()}${more}`), ({ json }) => json)
      const own = yield* times()
      assert.deepStrictEqual([own.service_id, own.date, own.time_zone, own.slots], [service_id, monday(), "UTC", yield* slotsOf(service_id, monday(), monday())])
      assert.deepInclude(own.slots[0], { starts_at: at(9), ends_at: at(10), staff_ids: [staff_id], seats: 1 })
      const there = yield* times("&time_zone=Asia/Kathmandu")
      assert.strictEqual(there.slots[0].local_time, `${monday()}T14:45:00+05:45`)
      assert.deepStrictEqual((yield* times(`&staff_id=${staff_id + 1_000}`)).slots, [])
      for (const [query, field] of [["date=2030-02-30", "date"], ["date=2030-01-01&time_zone=Mars/Base", "time_zone"], ["date=2030-01-01&seats=0", "seats"]] as const) {
        const { json, status } = yield* get(`/booking/times?host=${HOST}&service_id=${service_id}&${query}`)
        assert.include([400, 422], status)
        assert.strictEqual(json.details[0].field, field)
      }
    }))

  it.effect("book a start, which is a contact's who is matched or made, and once for a key", () =>
    Effect.gen(function*() {
      const { service_id, staff_id } = yield* withOne({ price: 5_000, currency: "EUR", questions: [{ label: "First visit?", required: true }] })
      const known = yield* post("/crm/contacts", { first_name: "Ada", email: "ada@public.example" }, "acme")
      const answers = [{ label: "First visit?", answer: "No" }]
      const headers = { ...network(), "idempotency-key": "visitor-1" }
      const body = { service_id, starts_at: at(10), name: "Somebody", email: "ADA@public.example", phone: "+1 202 555 0123", answers, notes: "By train.", time_zone: "Europe/Oslo" }
      const made = yield* bookAt(body, headers)
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.json, {
        status: "booked", starts_at: at(10), ends_at: at(11), seats: 1, price: 5_000, currency: "EUR", answers, notes: "By train.", time_zone: "Europe/Oslo",
        changeable: true, change_until: new Date(Date.parse(at(10)) - 86_400_000).toISOString()
      })
      assert.strictEqual(made.json.staff.id, staff_id)
      assert.strictEqual(made.json.url, `https://${HOST}/booking/${made.json.token}`)
      assert.isBelow(made.json.token.length, 100)
      assert.notInclude(made.text, "contact_id")
      const again = yield* bookAt(body, headers)
      assert.deepStrictEqual([again.text, again.headers.get("idempotent-replayed")], [made.text, "true"])
      const kept = yield* appointmentOf(made.json.id)
      assert.deepInclude(kept, { contact_id: known.json.id, livemode: true, status: "booked" })
      assert.deepInclude(yield* read(`/crm/contacts/${known.json.id}`, "acme"), { first_name: "Ada", phone: null }, "nobody changes a contact from outside")
      assert.deepStrictEqual((yield* eventsOf("acme", "appointment", made.json.id)).map(({ kind }) => kind), ["appointment.booked"])

      const missing = yield* bookAt({ service_id, starts_at: at(11) })
      assert.deepStrictEqual([missing.status, missing.json.details[0].field], [422, "answers"])
      const nameless = yield* bookAt({ service_id, starts_at: at(11), name: " ", email: "x", answers })
      assert.sameMembers(nameless.json.details.map(({ field }: { readonly field: string }) => field), ["name", "email"])
      const taken = yield* bookAt({ service_id, starts_at: at(10), answers })
      assert.strictEqual(taken.status, 409)
      assert.deepStrictEqual(taken.json.details.map(({ error, field }: any) => [field, error]).slice(0, 2), [["starts_at", `${at(9)} is free`], ["starts_at", `${at(11)} is free`]])
      assert.notInclude(taken.text, "ada@")
    }))

  it.effect("never get the same seat, however many want it", () =>
    Effect.gen(function*() {
      const resource = yield* room()
      const { id: service_id } = yield* service({ resources: [{ any_of: [resource] }], capacity: 3 })
      const sent = yield* Effect.all(Array.from({ length: 12 }, () => bookAt({ service_id, starts_at: at(9, 2) })), { concurrency: 12 })
      assert.deepStrictEqual(tally(sent), { 201: 3, 409: 9 })
      yield* booksAreSound
    }))

  it.effect("ask where staff confirm, by a test key in test mode", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne({ confirmation: "by_staff" })
      const made = yield* bookAt({ service_id, starts_at: at(9) })
      assert.strictEqual(made.json.status, "requested", made.text)
      const test = yield* send(`${PUBLIC}/book`, { key: "acmeTestShop", method: "POST", ...json({ ...guest(), service_id, starts_at: at(10) }) })
      assert.strictEqual((yield* appointmentOf(test.json.id, "acmeTest")).livemode, false, test.text)
    }))

  it.effect("are counted by their network, and those who booked nothing are not", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const resource = yield* room()
      const { id: service_id } = yield* service({ resources: [{ any_of: [resource] }], capacity: 1_000 })
      const here = network()
      for (let n = 0; n < 5; n++) assert.strictEqual((yield* bookAt({ service_id, starts_at: at(3) }, here)).status, 409)
      for (let n = 0; n < 30; n++) assert.strictEqual((yield* bookAt({ service_id, starts_at: at(9, 3) }, here)).status, 201, String(n))
      const refused = yield* bookAt({ service_id, starts_at: at(9, 3) }, here)
      assert.deepStrictEqual([refused.status, refused.json.code], [429, "rate_limit_exceeded"])
      assert.strictEqual((yield* bookAt({ service_id, starts_at: at(9, 3) })).status, 201)
      const [row] = yield* sql<{ n: number }>`select count(*)::int as n from appointments where company_id = ${companyIds.acme} and service_id = ${service_id}`
      assert.strictEqual(row!.n, 31)
    }))
})

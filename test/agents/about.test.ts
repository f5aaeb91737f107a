import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { summaryOf } from "#schemas/kernel/consent"
import { json, send, TestServer } from "../support/test-server.ts"
import { approve, contact, execute, get, preview, propose, reject, remove } from "./consent-calls.ts"

const post = (path: string, body: object) =>
  Effect.map(send(path, { key: "acme", method: "POST", ...json(body) }), (sent) => {
    assert.isBelow(sent.status, 300, sent.text)
    return sent.json
  })

/** A contact with an owner, something that happened, and deals. */
const paula = Effect.gen(function*() {
  const { items } = (yield* send("/auth/members", { key: "owner" })).json
  const owner: { readonly id: number; readonly name: string } = items[0]
  const one = yield* post("/crm/contacts", { first_name: "Paula", last_name: "Dahl", phone: "+4722123456", email: "paula@dahl.example", owner_id: owner.id })
  yield* post("/crm/activities", { kind: "call", contact_id: one.id, subject: "Called", occurred_at: "2026-11-01T10:00:00Z" })
  yield* post("/crm/activities", { kind: "note", contact_id: one.id, subject: "Before", occurred_at: "2026-10-01T10:00:00Z" })
  for (const title of ["Manuals", "Compiler"]) yield* post("/crm/deals", { title, amount: 100, contact_id: one.id })
  return { id: one.id as number, owner }
})

layer(TestServer, { excludeTestServices: true })("what a consent is about", (it) => {
  it.effect("is named with what tells it from others, and so is each record that would change", () =>
    Effect.gen(function*() {
      const { id, owner } = yield* paula
      const { id: consent } = yield* propose(id)
      const { json: seen } = yield* get(consent)
      assert.strictEqual(seen.summary, "Delete contact Paula Dahl")
      assert.deepStrictEqual(seen.undo, { by: "restore_contact", days: 30 })
      assert.deepStrictEqual(seen.about, [{
        object: "contact", id, name: "Paula Dahl",
        facts: {
          email: "paula@dahl.example", phone: "+4722123456", owner: owner.name, last_activity_at: "2026-11-01T10:00:00.000Z",
          deals: ["Compiler (open)", "Manuals (open)"]
        }
      }])
      const { json: shown } = yield* preview(consent)
      assert.deepInclude(shown.changes[0], { object: "contact", id, name: "Paula Dahl" })
      assert.strictEqual(shown.names.owner_id[owner.id], owner.name)
      /* As it is now, also from the bin. */
      yield* remove(id, "acme")
      assert.strictEqual((yield* get(consent)).json.about[0].name, "Paula Dahl")
    }))

  it("is called by its kind and number once where it has no name of its own", () => {
    assert.strictEqual(summaryOf({ summary: "Cancel an appointment" }, { id: 312 }, { noun: "appointment", name: "appointment 312" }), "Cancel appointment 312")
  })

  it.effect("names all that are merged, and the owner of a deal", () =>
    Effect.gen(function*() {
      const [kept, ...others] = yield* Effect.forEach(["Paula Dahl", "Paul Dahl", "P. Dahl", "Dahl"], (first_name) => post("/crm/contacts", { first_name }))
      const asked = yield* send(`/crm/contacts/${kept.id}/merge`, { key: "cautious", method: "POST", ...json({ contact_ids: others.map(({ id }) => id) }) })
      assert.strictEqual(asked.status, 428, asked.text)
      assert.strictEqual(asked.json.consent.summary, "Merge contacts: contact Paula Dahl; contacts Paul Dahl, P. Dahl, Dahl")
      const { json: seen } = yield* get(asked.json.consent.id)
      assert.deepStrictEqual(seen.about.map(({ id, name }: any) => [id, name]), [kept, ...others].map(({ first_name, id }) => [id, first_name]))
      assert.deepStrictEqual(seen.names.contact_id, Object.fromEntries(others.map(({ first_name, id }) => [id, first_name])))

      const { id, owner } = yield* paula
      const deal = yield* post("/crm/deals", { title: "Tapes", amount: 250, contact_id: id, owner_id: owner.id })
      const { json: { consent } } = yield* send(`/crm/deals/${deal.id}`, { key: "cautious", method: "DELETE" })
      assert.strictEqual(consent.summary, "Delete deal Tapes: contact Paula Dahl; amount $2.50")
      const [about] = (yield* get(consent.id)).json.about
      assert.deepInclude(about, { object: "deal", name: "Tapes" })
      assert.deepInclude(about.facts, { contact: "Paula Dahl", amount: 250 })
    }))
})

layer(TestServer, { excludeTestServices: true })("the summary of a consent", (it) => {
  it.effect("says who comes, when and for what where an appointment is cancelled, and whose money it is", () =>
    Effect.gen(function*() {
      const staff = yield* post("/calendar/staff", { name: "Nina" })
      const service = yield* post("/calendar/services", { name: "Consultation", duration_minutes: 30, staff_ids: [staff.id] })
      const contact = yield* post("/crm/contacts", { first_name: "Grace", last_name: "Hopper" })
      const booked = yield* post("/calendar/appointments", { service_id: service.id, contact_id: contact.id, starts_at: "2035-05-07T09:00:00Z", override: true })
      const asked = yield* send(`/calendar/appointments/${booked.id}/cancel`, { key: "cautious", method: "POST", ...json({ reason: "Ill" }) })
      assert.strictEqual(asked.status, 428, asked.text)
      assert.match(asked.json.consent.summary, new RegExp(`^Cancel appointment ${booked.id}: contact Grace Hopper; service Consultation; starts at 7 May 2035, \\d\\d:00; .*reason “Ill”`, "u"))
      const order = yield* post("/orders", { contact_id: contact.id, amount: 12_550, currency: "USD" })
      const cancelled = yield* send(`/orders/${order.id}/cancel`, { key: "cautious", method: "POST", ...json({}) })
      assert.strictEqual(cancelled.status, 428, cancelled.text)
      assert.strictEqual(cancelled.json.consent.summary, `Cancel order ${order.id}: contact Grace Hopper; amount $125.50`)
      const { about } = (yield* get(cancelled.json.consent.id)).json
      assert.deepInclude(about[0], { object: "order", name: `order ${order.id}` })
    }))
})

layer(TestServer, { excludeTestServices: true })("the confirmation of an approved call", (it) => {
  it.effect("is told once to whoever asked, as long as it is good, and does the call", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const { id: consent } = yield* propose(id)
      assert.notProperty((yield* get(consent, "cautious")).json, "confirmation", "not approved yet")
      yield* approve(consent)
      assert.notProperty((yield* get(consent)).json, "confirmation", "another key")
      const found = yield* Effect.all(Array.from({ length: 6 }, () => get(consent, "cautious")), { concurrency: "unbounded" })
      const [confirmation, ...more] = found.flatMap(({ json }) => json.confirmation ?? [])
      assert.match(confirmation, /^cfm_[\w-]{43}$/u)
      assert.deepStrictEqual(more, [], "once")
      assert.notProperty((yield* get(consent, "cautious")).json, "confirmation", "once")
      assert.strictEqual((yield* execute(id, confirmation)).status, 200)

      const second = yield* contact()
      const taken = yield* propose(second)
      yield* approve(taken.id)
      yield* reject(taken.id)
      assert.notProperty((yield* get(taken.id, "cautious")).json, "confirmation", "taken back")
    }))

  it.effect("and whose calls wait are found by who asked", () =>
    Effect.gen(function*() {
      const own = yield* propose(yield* contact())
      const { key_id } = (yield* get(own.id)).json
      yield* propose(yield* contact("bolt"), "cautiousBolt")
      const { json: listed } = yield* send(`/agent/consents?key_id=${key_id}`, { key: "acme" })
      assert.isAbove(listed.total, 0)
      for (const one of listed.items) assert.strictEqual(one.key_id, key_id)
      assert.strictEqual((yield* send(`/agent/consents?key_id=${key_id + 1_000}`, { key: "acme" })).json.total, 0)
    }))
})

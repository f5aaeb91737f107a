import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { member, someone } from "../../crm/records.ts"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { json, send } from "../../support/test-server.ts"
import { inbound, ownNumber, post, read, settled, somePhone, text, TextingServer, Twilio } from "./texting.ts"

const OWN = "+12025550100"
const OTHER = "+12025550101"

const threadWith = (phone: string) => Effect.map(read(`/sms/threads?phone=${encodeURIComponent(phone)}`), ({ items }) => items[0])

layer(TextingServer, { excludeTestServices: true })("conversations by text", (it) => {
  it.effect("are listed with what nobody has read, given to members, and answered from their number", () =>
    Effect.gen(function*() {
      yield* ownNumber("acme", OWN)
      yield* ownNumber("acme", OTHER)
      const phone = somePhone()
      yield* inbound(phone, OTHER, "Hello?", "SMthread1")
      yield* inbound(phone, OTHER, "Anybody there?", "SMthread2")
      const thread = yield* threadWith(phone)
      assert.deepInclude(thread, { own_phone: OTHER, unread: 2, last_message: "Anybody there?", assignee_id: null })
      assert.deepStrictEqual((yield* read("/sms/threads?unread=true")).items.map(({ id }: any) => id), [thread.id])
      const assignee_id = yield* member("acme")
      const assigned = yield* post(`/sms/threads/${thread.id}/assign`, { assignee_id, read: true })
      assert.deepInclude(assigned.json, { assignee_id, unread: 0 }, assigned.text)
      assert.deepStrictEqual((yield* read(`/sms/threads?assignee_id=${assignee_id}`)).items.map(({ id }: any) => id), [thread.id])
      assert.strictEqual((yield* post(`/sms/threads/${thread.id}/assign`, { assignee_id: 999_999 })).status, 422)
      const stale = yield* post(`/sms/threads/${thread.id}/assign`, { assignee_id: null }, "acme", { "if-match": "\"1\"" })
      assert.strictEqual(stale.status, 412)

      yield* inbound(phone, OTHER, "?", "SMthread3")
      const answered = yield* post(`/sms/threads/${thread.id}/replies`, { message: "Here we are." })
      assert.deepInclude(answered.json, { from_phone: OTHER, to_phone: phone, thread_id: thread.id }, answered.text)
      assert.strictEqual((yield* settled(answered.json.id)).state, "sent")
      const shown = yield* read(`/sms/threads/${thread.id}`)
      assert.deepInclude(shown, { unread: 0, last_direction: "outbound", opted_out: false })
      assert.deepStrictEqual(shown.messages.map(({ message }: any) => message), ["Hello?", "Anybody there?", "?", "Here we are."])
      /* A text that names no number leaves from the one of the latest conversation. */
      assert.strictEqual((yield* text({ to_phone: phone, message: "Still here" })).json.from_phone, OTHER)
      assert.strictEqual((yield* send(`/sms/threads/${thread.id}`, { key: "bolt" })).status, 404)
      assert.strictEqual((yield* send(`/sms/threads/${thread.id}`, { key: "acmeTest" })).status, 404)
    }))

  it.effect("are written in from templates, whose variables are checked when they are made and when they are filled", () =>
    Effect.gen(function*() {
      const wrong = ["Hi {{first name}}", "Hi {{contact.shoe}}", "Hi {{name", "Hi name}}", "{{}}", "{{company.secret}}"]
      for (const one of wrong) {
        const refused = yield* post("/sms/templates", { name: one, text: one })
        assert.strictEqual(refused.status, 422, one)
        assert.strictEqual(refused.json.details[0].field, "text", one)
      }
      const made = yield* post("/sms/templates", { name: "Ready", text: "Hello {{contact.first_name|there}}, open on {{day}}. {{company.name}}" })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepStrictEqual(made.json.variables, [
        { name: "contact.first_name", fallback: "there" }, { name: "day", fallback: null }, { name: "company.name", fallback: null }
      ])
      assert.strictEqual((yield* post("/sms/templates", { name: "Ready", text: "x" })).status, 409)
      const template_id = made.json.id
      const phone = somePhone()
      const missing = yield* text({ to_phone: phone, template_id })
      assert.strictEqual(missing.status, 422)
      assert.strictEqual(missing.json.details[0].field, "values.day")
      const stranger = yield* text({ to_phone: phone, template_id, values: { day: "Tuesday" } })
      assert.deepInclude(stranger.json, { message: "Hello there, open on Tuesday. acme", template_id }, stranger.text)
      const { json: { id: contact_id } } = yield* post("/crm/contacts", { first_name: "Grace", phone: somePhone() })
      const known = yield* text({ to_phone: somePhone(), contact_id, template_id, values: { day: "Tuesday" } })
      assert.deepInclude(known.json, { message: "Hello Grace, open on Tuesday. acme", contact_id }, known.text)
      for (const body of [{ template_id, message: "both" }, { template_id: 999_999 }, { template_id, values: { day: "x".repeat(501) } }]) {
        assert.strictEqual((yield* text({ to_phone: phone, ...body })).status, 422, JSON.stringify(body))
      }
    }))

  it.effect("go over with a merged contact, and are shown to and erased with the person, whose opt-out holds on", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { messages } = yield* Twilio
      const [kept, merged] = [(yield* someone("acme", "Grace")).id, (yield* someone("acme", "Grace")).id]
      const phone = somePhone()
      yield* send(`/crm/contacts/${merged}`, { key: "acme", method: "PATCH", ...json({ phone }) })
      yield* inbound(phone, OWN, "I am Grace Hopper", "SMperson1")
      const thread = yield* threadWith(phone)
      assert.strictEqual(thread.contact_id, merged)
      const union = yield* post(`/crm/contacts/${kept}/merge`, { contact_ids: [merged] })
      assert.strictEqual(union.status, 200, union.text)
      assert.deepInclude(union.json.moved, { sms_messages: 1, sms_threads: 1 })
      assert.strictEqual((yield* threadWith(phone)).contact_id, kept)
      yield* inbound(phone, OWN, "STOP", "SMperson2")
      yield* eventually(Effect.sync(() => messages.filter(({ to }) => to === phone)), ({ length }) => length === 1)

      const shown = yield* send(`/crm/contacts/${kept}/personal-data`, { key: "acme" })
      assert.strictEqual(shown.status, 200, shown.text)
      for (const part of ["I am Grace Hopper", "\"opt_out\"", "\"thread\""]) assert.include(shown.text, part)
      const erased = yield* send(`/crm/contacts/${kept}/personal-data`, { key: "acme", method: "DELETE" })
      assert.strictEqual(erased.status, 200, erased.text)
      const left = yield* sql<{ n: number }>`select (select count(*) from sms_messages where to_phone = ${phone} or from_phone = ${phone})
        + (select count(*) from sms_threads where phone = ${phone}) + (select count(*) from opt_outs where phone = ${phone}) as n`
      assert.strictEqual(Number(left[0]!.n), 0)
      const refused = yield* text({ to_phone: phone, message: "Sale!" })
      assert.strictEqual(refused.status, 422, refused.text)
    }))
})

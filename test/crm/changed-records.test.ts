import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestServer, send } from "../support/test-server.ts"
import { ended, upload } from "./imported.ts"
import { call, receiptsOf, someone } from "./records.ts"

const made = (path: string, body: object) => Effect.map(call("acme", "POST", path, body), ({ json }) => json)
const get = (path: string) => send(path, { key: "acme" })

layer(TestServer, { excludeTestServices: true })("records that change and go", (it) => {
  it.effect("activities are read, changed and deleted, also out of the timeline", () =>
    Effect.gen(function*() {
      const { id: contact_id } = yield* someone("acme")
      const activity = yield* made("/crm/activities", { kind: "call", subject: "Asked", contact_id, occurred_at: "2026-11-20T14:00:00Z" })
      const path = `/crm/activities/${activity.id}`
      assert.deepStrictEqual((yield* get(path)).json, activity)
      const { json: changed } = yield* call("acme", "PATCH", path, { subject: "Asked about delivery", duration_minutes: 15 })
      assert.deepInclude(changed, { subject: "Asked about delivery", duration_minutes: 15, contact_id, version: 2 })
      assert.strictEqual((yield* call("acme", "PATCH", path, { contact_id: 999_999_999 })).status, 422)
      const timeline = Effect.map(get(`/crm/contacts/${contact_id}/timeline`), ({ json }) => json.items.map(({ title }: any) => title))
      assert.deepStrictEqual(yield* timeline, ["Asked about delivery"])
      assert.strictEqual((yield* call("acme", "DELETE", path)).status, 200)
      assert.deepStrictEqual([(yield* get(path)).status, yield* timeline], [404, []])
      assert.deepStrictEqual((yield* receiptsOf("acme", "activity", activity.id)).map(({ verb }) => verb), ["log_activity", "update_activity", "delete_activity"])
    }))

  it.effect("segments are read, changed and deleted; the name of a deleted one is free", () =>
    Effect.gen(function*() {
      const named = (value: string) => ({ match: "all", of: [{ type: "text", field: "first_name", op: "is", value }] })
      const filter = named("Quentin")
      const segment = yield* made("/crm/segments", { name: "Quentins", filter })
      const other = yield* made("/crm/segments", { name: "Others", filter })
      const path = `/crm/segments/${segment.id}`
      assert.deepStrictEqual((yield* get(path)).json, segment)
      yield* someone("acme", "Quirin")
      const { json: changed } = yield* call("acme", "PATCH", path, { filter: named("Quirin") })
      assert.deepInclude(changed, { name: "Quentins", version: 2 })
      assert.deepStrictEqual((yield* get(`${path}/contacts`)).json.items.map(({ first_name }: any) => first_name), ["Quirin"])
      assert.strictEqual((yield* call("acme", "PATCH", path, { filter: { match: "all", of: [{ type: "custom", key: "nothing", op: "empty" }] } })).status, 422)
      assert.strictEqual((yield* call("acme", "PATCH", path, { name: other.name })).status, 409)
      assert.strictEqual((yield* call("acme", "DELETE", path)).status, 200)
      assert.deepStrictEqual([(yield* get(path)).status, (yield* get(`${path}/contacts`)).status], [404, 404])
      assert.strictEqual((yield* call("acme", "PATCH", `/crm/segments/${other.id}`, { name: "Quentins" })).status, 200)
    }))

  it.effect("a deleted company leaves its contacts and deals, which keep no link to it", () =>
    Effect.gen(function*() {
      const company = yield* made("/crm/companies", { name: "Navy" })
      const contact = yield* made("/crm/contacts", { first_name: "Grace", organization_id: company.id })
      const deal = yield* made("/crm/deals", { title: "Manuals", amount: 1, organization_id: company.id })
      assert.strictEqual((yield* call("acme", "DELETE", `/crm/companies/${company.id}`)).status, 200)
      assert.strictEqual((yield* get(`/crm/companies/${company.id}`)).status, 404)
      assert.deepInclude((yield* get(`/crm/contacts/${contact.id}`)).json, { organization_id: null, company_name: "Navy", version: 2 })
      assert.deepInclude((yield* get(`/crm/deals/${deal.id}`)).json, { organization_id: null })
      assert.strictEqual((yield* call("acme", "POST", "/crm/contacts", { first_name: "Late", organization_id: company.id })).status, 422)
    }))

  it.effect("imports are listed, newest first, as they are read one by one", () =>
    Effect.gen(function*() {
      const first = (yield* upload("first_name,email\nA,a@x.example\n")).json
      const second = (yield* upload("first_name,email\nB,not an address\n")).json
      yield* ended(first.id)
      const done = yield* ended(second.id)
      const { json } = yield* get("/crm/imports?limit=1")
      assert.deepStrictEqual([json.items, json.has_more], [[done], true])
      const next = (yield* get(`/crm/imports?limit=1&cursor=${json.next_cursor}`)).json
      assert.deepStrictEqual(next.items.map(({ id }: any) => id), [first.id])
      assert.notInclude((yield* send("/crm/imports", { key: "bolt" })).json.items.map(({ id }: any) => id), first.id)
    }))

  it.effect("custom fields are read, changed and deleted with their values, unless something asks for them", () =>
    Effect.gen(function*() {
      const field = yield* made("/crm/fields", { key: "diet", label: "Diet", type: "select", options: ["meat", "fish", "plants"] })
      const path = `/crm/fields/${field.id}`
      assert.deepStrictEqual((yield* get(path)).json, field)
      const { id } = yield* made("/crm/contacts", { first_name: "Grace", custom_fields: { diet: "fish" } })
      const { json: changed } = yield* call("acme", "PATCH", path, { label: "Eats", options: ["plants", "fish"] })
      assert.deepInclude(changed, { label: "Eats", options: ["plants", "fish"], type: "select", key: "diet", version: 2 })
      assert.strictEqual((yield* call("acme", "PATCH", path, { options: ["plants"] })).status, 409)
      assert.strictEqual((yield* call("acme", "PATCH", path, { options: [] })).status, 422)
      assert.strictEqual((yield* call("acme", "PATCH", `/crm/contacts/${id}`, { custom_fields: { diet: "meat" } })).status, 422)

      const filter = { match: "all", of: [{ type: "custom", key: "diet", op: "is", value: "fish" }] }
      const segment = yield* made("/crm/segments", { name: "Fish", filter })
      const held = yield* call("acme", "DELETE", path)
      assert.deepStrictEqual([held.status, held.json.message], [409, "Segments or scoring rules ask for this field: Fish. Change them first."])
      yield* call("acme", "DELETE", `/crm/segments/${segment.id}`)
      assert.strictEqual((yield* call("acme", "DELETE", path)).status, 200)
      assert.strictEqual((yield* get(path)).status, 404)
      assert.deepInclude((yield* get(`/crm/contacts/${id}`)).json, { custom_fields: {}, version: 2 })
      const { id: again } = yield* made("/crm/fields", { key: "diet", label: "Diet", type: "text" })
      assert.notStrictEqual(again, field.id)
      assert.deepInclude((yield* call("acme", "PATCH", `/crm/contacts/${id}`, { custom_fields: { diet: "anything" } })).json, { custom_fields: { diet: "anything" } })
    }))
})

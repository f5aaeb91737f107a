import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestServer, type Key, send } from "../support/test-server.ts"
import { call, eventsOf, receiptsOf, walked } from "./records.ts"

const field = (key: Key, body: Record<string, unknown>) =>
  Effect.map(call(key, "POST", "/crm/fields", { label: "L", ...body }), (sent) => sent)

const all: ReadonlyArray<Record<string, unknown>> = [
  { key: "motto", type: "text" },
  { key: "shoe_size", type: "number" },
  { key: "birthday", type: "date" },
  { key: "plan", type: "select", options: ["gold", "silver, or \"grey\"", "none: yet"] },
  { key: "vip", type: "boolean" }
]

const person = (key: Key, custom_fields: Record<string, unknown>) => call(key, "POST", "/crm/contacts", { first_name: "P", custom_fields })

layer(TestServer, { excludeTestServices: true })("custom fields", (it) => {
  it.effect("are made once an object and listed", () =>
    Effect.gen(function*() {
      for (const body of all) {
        const made = yield* field("acme", body)
        assert.strictEqual(made.status, 201, made.text)
        assert.deepInclude(made.json, { object: "contact", label: "L", options: [], ...body })
        assert.strictEqual((yield* field("acme", body)).status, 409)
      }
      assert.strictEqual((yield* field("acme", { object: "deal", key: "vip", type: "boolean" })).status, 201)
      assert.strictEqual((yield* field("bolt", { key: "vip", type: "text" })).status, 201)
      const { json } = yield* send("/crm/fields?object=contact&sort=key", { key: "acme" })
      assert.deepStrictEqual([json.total, json.items.map(({ key }: any) => key)], [5, ["birthday", "motto", "plan", "shoe_size", "vip"]])
      assert.lengthOf(yield* walked("acme", "/crm/fields?sort=-key", 2), 6)
      assert.strictEqual((yield* send("/crm/fields", { key: "starter" })).json.total, 0)
      assert.strictEqual((yield* field("starter", { key: "vip", type: "text" })).status, 403)
      assert.deepStrictEqual((yield* receiptsOf("acme", "custom_field", json.items[0].id)).map(({ verb }) => verb), ["create_custom_field"])
    }))

  it.effect("are refused where the definition makes no sense", () =>
    Effect.gen(function*() {
      for (const [body, name] of [
        [{ key: "x", type: "select" }, "options"], [{ key: "x", type: "select", options: ["a", "a"] }, "options"],
        [{ key: "x", type: "select", options: [] }, "options"], [{ key: "x", type: "text", options: ["a"] }, "options"],
        [{ key: "X", type: "text" }, "key"], [{ key: "1x", type: "text" }, "key"], [{ key: "x-y", type: "text" }, "key"],
        [{ key: "__proto__", type: "text" }, "key"], [{ key: "x".repeat(51), type: "text" }, "key"], [{ key: "x", type: "color" }, "type"],
        [{ key: "x", type: "text", label: " " }, "label"], [{ key: "x", type: "text", object: "task" }, "object"]
      ] as const) {
        const sent = yield* field("acme", body)
        assert.deepStrictEqual([sent.status, sent.json.details?.[0].field], [422, name], sent.text)
      }
      assert.strictEqual((yield* call("acme", "POST", "/crm/fields", {})).status, 400)
    }))

  it.effect("hold values of their type, and say by key what does not fit", () =>
    Effect.gen(function*() {
      const values = { motto: "Nil \"satis\" ☃ nisi", shoe_size: 38.5, birthday: "1906-12-09", plan: "silver, or \"grey\"", vip: false }
      const made = yield* person("acme", values)
      assert.strictEqual(made.status, 201, made.text)
      assert.deepStrictEqual(made.json.custom_fields, values)
      const { id } = made.json
      assert.deepStrictEqual((yield* send(`/crm/contacts/${id}`, { key: "acme" })).json, made.json)
      const [listed] = (yield* send(`/crm/contacts?sort=-id&limit=1`, { key: "acme" })).json.items
      assert.deepStrictEqual(listed, made.json)

      const wrong = {
        motto: "", shoe_size: "38", birthday: "1906-02-30", plan: "bronze", vip: 1, colour: "red", toString: "x", constructor: null
      }
      for (const sent of [yield* person("acme", wrong), yield* call("acme", "PATCH", `/crm/contacts/${id}`, { custom_fields: wrong })]) {
        assert.strictEqual(sent.status, 422, sent.text)
        assert.sameDeepMembers(
          sent.json.details.map(({ field, received }: any) => [field, received]),
          Object.entries(wrong).map(([key, value]) => [`custom_fields.${key}`, value])
        )
      }
      for (const [body, name] of [
        [{ motto: ["x"] }, "custom_fields.motto"], [{ motto: "a\u0000" }, "custom_fields.motto"], [{ motto: "x".repeat(2_001) }, "custom_fields.motto"],
        [[], "custom_fields"], ["x", "custom_fields"], [null, "custom_fields"]
      ] as const) {
        const sent = yield* call("acme", "PATCH", `/crm/contacts/${id}`, { custom_fields: body })
        assert.strictEqual(sent.status, 422, sent.text)
        assert.include(sent.json.details[0].field, name)
      }
      const long = yield* call("acme", "PATCH", `/crm/contacts/${id}`, { custom_fields: { motto: "y".repeat(50_000), ["z".repeat(50_000)]: 1 } })
      assert.strictEqual(long.status, 422)
      for (const repeated of long.text.match(/y+|z+/gu) ?? []) assert.isAtMost(repeated.length, 200)
      const proto = yield* send("/crm/contacts", { key: "acme", method: "POST", body: "{\"first_name\":\"P\",\"custom_fields\":{\"__proto__\":\"x\"}}" })
      assert.strictEqual(proto.status, 422, proto.text)
      assert.strictEqual((yield* send(`/crm/contacts/${id}`, { key: "acme" })).json.version, 1)
    }))

  it.effect("change one by one, in receipts and events too", () =>
    Effect.gen(function*() {
      const { json: { id } } = yield* person("acme", { motto: "a", shoe_size: 1, vip: null })
      const changed = yield* call("acme", "PATCH", `/crm/contacts/${id}`, { custom_fields: { motto: null, vip: true } })
      assert.deepStrictEqual([changed.json.custom_fields, changed.json.version], [{ shoe_size: 1, vip: true }, 2])
      const other = yield* call("acme", "PATCH", `/crm/contacts/${id}`, { notes: "n" })
      assert.deepStrictEqual(other.json.custom_fields, { shoe_size: 1, vip: true })
      const [created, updated] = yield* eventsOf("acme", "contact", id)
      assert.deepStrictEqual(created!.object.custom_fields, { motto: "a", shoe_size: 1 })
      assert.deepStrictEqual(updated!.previous.custom_fields, { motto: "a", shoe_size: 1 })
      const receipts = yield* receiptsOf("acme", "contact", id)
      assert.deepStrictEqual(receipts[1]!.after.custom_fields, { shoe_size: 1, vip: true })
      assert.notProperty(receipts[2]!.after, "custom_fields")
    }))

  it.effect("keep numbers exactly", () =>
    Effect.gen(function*() {
      for (const shoe_size of [0, -1.5, 0.1, 1e21, 5e-324, 1.7976931348623157e308, 9_007_199_254_740_992]) {
        assert.strictEqual((yield* person("acme", { shoe_size })).json.custom_fields.shoe_size, shoe_size)
      }
    }))

  it.effect("filter a list", () =>
    Effect.gen(function*() {
      yield* field("bolt", { key: "city", type: "select", options: ["Rome", "Oslo: north"] })
      yield* field("bolt", { key: "size", type: "number" })
      yield* field("bolt", { key: "paid", type: "boolean" })
      yield* person("bolt", { city: "Rome", size: 10, paid: true })
      yield* person("bolt", { city: "Oslo: north", size: 10.5, paid: false })
      yield* person("bolt", { city: "Rome", size: 10.5 })
      yield* person("bolt", {})
      const total = (...filters: ReadonlyArray<string>) =>
        Effect.map(send(`/crm/contacts?${filters.map((one) => `custom_field=${encodeURIComponent(one)}`).join("&")}`, { key: "bolt" }), ({ json, text }) => json.total ?? text)
      for (const [filters, expected] of [
        [["city:Rome"], 2], [["city:Oslo: north"], 1], [["size:10"], 1], [["size:10.0"], 1], [["size:1.05e1"], 2], [["size:10.5", "city:Rome"], 1],
        [["paid:true"], 1], [["paid:no"], 1], [["city:Rome", "city:Oslo: north"], 0]
      ] as const) assert.strictEqual(yield* total(...filters), expected, filters.join())
      for (const [filter, error] of [["city:Paris", "Expected one of"], ["size:ten", "Expected a number"], ["paid:maybe", "Expected a boolean"], ["age:3", "There is no such field: age"]] as const) {
        const sent = yield* send(`/crm/contacts?custom_field=size:1&custom_field=${filter}`, { key: "bolt" })
        assert.deepStrictEqual([sent.status, sent.json.details?.[0].field], [422, "custom_field[1]"], sent.text)
        assert.include(sent.json.details[0].error, error)
      }
      assert.strictEqual((yield* send("/crm/contacts?custom_field=size", { key: "bolt" })).status, 422)
      assert.lengthOf(yield* walked("bolt", "/crm/contacts?custom_field=size:10.5", 1), 2)
    }))

  it.effect("stand in deals as in contacts", () =>
    Effect.gen(function*() {
      yield* field("bolt", { object: "deal", key: "weight", type: "number" })
      const refused = yield* call("bolt", "POST", "/crm/deals", { title: "D", amount: 1, custom_fields: { city: "Rome" } })
      assert.deepStrictEqual([refused.status, refused.json.details?.[0].field], [422, "custom_fields.city"])
      const { json } = yield* call("bolt", "POST", "/crm/deals", { title: "D", amount: 1, custom_fields: { weight: 3 } })
      assert.deepStrictEqual(json.custom_fields, { weight: 3 })
      const changed = yield* call("bolt", "PATCH", `/crm/deals/${json.id}`, { custom_fields: { weight: 4 } })
      assert.deepStrictEqual((yield* send(`/crm/deals/${json.id}`, { key: "bolt" })).json.custom_fields, changed.json.custom_fields)
      assert.strictEqual((yield* send("/crm/deals?custom_field=weight:4", { key: "bolt" })).json.total, 1)
      assert.strictEqual((yield* send("/crm/deals?custom_field=weight:3", { key: "bolt" })).json.total, 0)
      const moved = yield* call("bolt", "POST", `/crm/deals/${json.id}/stage`, { stage: "won" })
      assert.deepStrictEqual(moved.json.custom_fields, { weight: 4 })
      assert.deepStrictEqual((yield* call("bolt", "PATCH", `/crm/deals/${json.id}`, { custom_fields: { weight: null } })).json.custom_fields, {})
    }))
})

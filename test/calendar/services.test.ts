import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { send, TestServer } from "../support/test-server.ts"
import { call, fault, make } from "./calling.ts"

layer(TestServer, { excludeTestServices: true })("services", (it) => {
  it.effect("are what can be booked, shared by live and test keys", () =>
    Effect.gen(function*() {
      const { id: person } = yield* make("/staff", { name: "Grace" })
      const { id: room } = yield* make("/resources", { name: "Studio" })
      const least = yield* make("/services", { name: "Talk", duration_minutes: 45, staff_ids: [person] })
      assert.deepInclude(least, {
        buffer_before_minutes: 0, buffer_after_minutes: 0, slot_interval_minutes: 15, price: null, currency: "USD", capacity: 1, staff_ids: [person], resources: [],
        notice_minutes: 60, horizon_days: 60, daily_limit: null, cancellation_notice_minutes: 1_440, confirmation: "automatic", deposit_amount: null,
        keep_deposit_on_no_show: false, reminder_minutes: [1_440], questions: [], online: true, active: true, version: 1
      })
      const asked = {
        name: "Class", duration_minutes: 60, resources: [{ any_of: [room] }], capacity: 5, price: 2_000, currency: "EUR", deposit_amount: 500,
        reminder_minutes: [60, 1_440], questions: [{ label: "What about?", required: true }]
      }
      const { id, ...rest } = yield* make("/services", asked)
      assert.deepInclude(rest, asked)
      assert.deepStrictEqual((yield* call("GET", `/services/${id}`, undefined, "acmeTest")).json, { id, ...rest })
      assert.strictEqual((yield* call("GET", `/services/${id}`, undefined, "bolt")).status, 404)
      const changed = yield* call("PATCH", `/services/${id}`, { price: 900, active: false, description: "Bring a mat." })
      assert.deepInclude(changed.json, { price: 900, deposit_amount: 500, active: false, description: "Bring a mat.", version: 2 }, changed.text)
      const stale = yield* send(`/calendar/services/${id}`, { key: "acme", method: "PATCH", body: JSON.stringify({ name: "x" }), headers: { "content-type": "application/json", "if-match": "\"1\"" } })
      assert.strictEqual(stale.status, 412, stale.text)
      const idsOf = (query: string) => Effect.map(call("GET", `/services?${query}`), ({ json }) => json.items.map(({ id }: { readonly id: number }) => id))
      assert.deepStrictEqual(yield* idsOf(`staff_id=${person}`), [least.id])
      assert.deepStrictEqual(yield* idsOf("active=false"), [id])
      assert.deepStrictEqual(yield* idsOf("sort=name"), [id, least.id])
    }))

  it.effect("say what is wrong with what is sent", () =>
    Effect.gen(function*() {
      const { id: person } = yield* make("/staff", { name: "Ada" })
      const { id: room } = yield* make("/resources", { name: "Hall", kind: "equipment" })
      const { id: elsewhere } = yield* make("/staff", { name: "Bo" }, "bolt")
      const service = { name: "Talk", duration_minutes: 45, staff_ids: [person] }
      const refused = (more: object) => Effect.map(call("POST", "/services", { ...service, ...more }), fault)
      assert.deepStrictEqual(yield* refused({ staff_ids: [] }), [
        "staff_ids", "neither a person nor a resource is needed for it: name staff who do it, or resources that it takes"
      ])
      assert.deepStrictEqual(yield* refused({ staff_ids: [person, elsewhere] }), ["staff_ids[1]", "there is no such staff member"])
      assert.deepStrictEqual(yield* refused({ resources: [{ any_of: [room] }, { any_of: [room, 999_999] }] }), ["resources[1].any_of[1]", "there is no such resource"])
      assert.deepStrictEqual(yield* refused({ deposit_amount: 500 }), ["deposit_amount", "it has no price: send `price` too"])
      assert.deepStrictEqual(yield* refused({ price: 400, deposit_amount: 500 }), ["deposit_amount", "it is more than the price, which is 400"])
      const same = { label: "What?", required: false }
      assert.deepStrictEqual(yield* refused({ questions: [same, same] }), ["questions[1].label", "there is another question of this label"])
      assert.strictEqual((yield* refused({ duration_minutes: 4 }))[0], "duration_minutes")
      const { id } = yield* make("/services", { ...service, price: 1_000, deposit_amount: 500 })
      const unchanged = (changes: object) => Effect.map(call("PATCH", `/services/${id}`, changes), fault)
      assert.deepStrictEqual((yield* unchanged({ price: 400 }))[0], "deposit_amount")
      assert.deepStrictEqual((yield* unchanged({ price: null }))[0], "deposit_amount")
      assert.deepStrictEqual((yield* unchanged({ staff_ids: [] }))[0], "staff_ids")
      assert.strictEqual((yield* call("PATCH", `/services/${id}`, { staff_ids: [], resources: [{ any_of: [room] }] })).status, 200)
    }))

  it.effect("take rooms and equipment", () =>
    Effect.gen(function*() {
      const { id, ...rest } = yield* make("/resources", { name: "Projector", kind: "equipment" }, "bolt")
      assert.deepInclude(rest, { name: "Projector", kind: "equipment", active: true, version: 1 })
      assert.deepInclude((yield* call("PATCH", `/resources/${id}`, { active: false }, "bolt")).json, { active: false, version: 2 })
      assert.strictEqual((yield* call("PATCH", `/resources/${id}`, { active: false })).status, 404)
      yield* make("/resources", { name: "Room" }, "bolt")
      const listed = yield* call("GET", "/resources?kind=equipment&active=false", undefined, "bolt")
      assert.deepStrictEqual(listed.json.items.map(({ id }: { readonly id: number }) => id), [id])
    }))
})

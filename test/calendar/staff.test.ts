import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { member } from "../crm/records.ts"
import { TestServer } from "../support/test-server.ts"
import { call, fault, make } from "./calling.ts"

layer(TestServer, { excludeTestServices: true })("staff", (it) => {
  it.effect("are members of the company or not, each once", () =>
    Effect.gen(function*() {
      const user_id = yield* member("acme")
      const made = yield* make("/staff", { name: "Grace", email: "Grace@Navy.example", user_id })
      assert.deepInclude(made, { name: "Grace", user_id, weekly: null, exceptions: [], active: true, version: 1 })
      const again = yield* call("POST", "/staff", { name: "Grace again", user_id })
      assert.strictEqual(again.status, 409, again.text)
      assert.deepStrictEqual(fault(yield* call("POST", "/staff", { name: "x", user_id: yield* member("bolt") })), ["user_id", "there is no such user"])
      const other = yield* make("/staff", { name: "Ada" })
      assert.strictEqual((yield* call("PATCH", `/staff/${other.id}`, { user_id })).status, 409)
      assert.strictEqual(fault(yield* call("PATCH", `/staff/${other.id}`, { user_id: 999_999 }))[0], "user_id")
      assert.deepInclude((yield* call("PATCH", `/staff/${made.id}`, { user_id: null, active: false })).json, { user_id: null, active: false, version: 2 })
      assert.deepInclude((yield* call("PATCH", `/staff/${other.id}`, { user_id }, "acmeTest")).json, { user_id, version: 2 })
      const listed = yield* call("GET", `/staff?user_id=${user_id}`)
      assert.deepStrictEqual(listed.json.items.map(({ id }: { readonly id: number }) => id), [other.id])
      assert.strictEqual((yield* call("PATCH", `/staff/${made.id}`, { name: "x" }, "bolt")).status, 404)
    }))

  it.effect("work in hours of their own, or in the company's", () =>
    Effect.gen(function*() {
      const { id } = yield* make("/staff", { name: "Grace" })
      const weekly = [{ weekday: 1, from: "09:00", to: "12:00" }, { weekday: 1, from: "12:00", to: "17:00" }, { weekday: 7, from: "22:00", to: "02:00" }]
      const exceptions = [{ date: "2026-12-31", hours: [{ from: "10:00", to: "24:00" }] }, { date: "2027-01-01", hours: [] }]
      const set = (hours: object) => call("PUT", `/staff/${id}/hours`, hours)
      const after = yield* set({ weekly, exceptions })
      assert.deepInclude(after.json, { id, weekly, exceptions, version: 2 }, after.text)
      assert.deepInclude((yield* set({ weekly: null })).json, { weekly: null, exceptions: [], version: 3 })
      assert.strictEqual((yield* call("PUT", `/staff/${id}/hours`, { weekly }, "bolt")).status, 404)
      const refused = (hours: object) => Effect.map(set({ weekly: [], ...hours }), fault)
      const overlap = "these hours overlap others of this list"
      assert.deepStrictEqual(yield* refused({ weekly: [...weekly, { weekday: 1, from: "16:59", to: "18:00" }] }), ["weekly[3]", overlap])
      assert.deepStrictEqual(yield* refused({ weekly: [{ weekday: 1, from: "01:59", to: "03:00" }, weekly[2]!] }), ["weekly[1]", overlap])
      assert.strictEqual((yield* set({ weekly: [{ weekday: 1, from: "02:00", to: "03:00" }, weekly[2]!] })).status, 200)
      const noTime = "the hours last no time: say 00:00 to 24:00 for a whole day"
      assert.deepStrictEqual(yield* refused({ weekly: [{ weekday: 1, from: "09:00", to: "09:00" }] }), ["weekly[0].to", noTime])
      assert.strictEqual((yield* refused({ weekly: [{ weekday: 8, from: "09:00", to: "10:00" }] }))[0], "weekly[0].weekday")
      assert.strictEqual((yield* refused({ weekly: [{ weekday: 1, from: "9:00", to: "10:00" }] }))[0], "weekly[0].from")
      assert.strictEqual((yield* refused({ weekly: [{ weekday: 1, from: "24:00", to: "10:00" }] }))[0], "weekly[0].from")
      assert.deepStrictEqual(yield* refused({ exceptions: [...exceptions, exceptions[0]!] }), [
        "exceptions[2].date", "there are other hours for this date: send each date once, with all of its hours"
      ])
      assert.deepStrictEqual(
        yield* refused({ exceptions: [{ date: "2026-12-31", hours: [{ from: "10:00", to: "12:00" }, { from: "11:00", to: "13:00" }] }] }),
        ["exceptions[0].hours[1]", overlap]
      )
      assert.strictEqual((yield* refused({ exceptions: [{ date: "2026-02-30", hours: [] }] }))[0], "exceptions[0].date")
    }))
})

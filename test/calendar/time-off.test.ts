import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { json, type Key, send, TestServer } from "../support/test-server.ts"
import { call, fault, make } from "./calling.ts"

const idsOf = (query: string, key: Key = "acme") =>
  Effect.map(call("GET", `/time-off?${query}`, undefined, key), ({ json, text }) => json.items?.map(({ id }: { readonly id: number }) => id) ?? text)

layer(TestServer, { excludeTestServices: true })("time off", (it) => {
  it.effect("is of one or of everybody, once or again and again", () =>
    Effect.gen(function*() {
      const { id: grace } = yield* make("/staff", { name: "Grace" })
      const { id: ada } = yield* make("/staff", { name: "Ada" })
      const add = (staff_id: number, body: object) => make(`/staff/${staff_id}/time-off`, body)
      const once = yield* add(grace, { starts: "2026-12-24T09:00", ends: "2026-12-26T00:00", reason: "Ill" })
      assert.deepInclude(once, { staff_id: grace, starts: "2026-12-24T09:00", ends: "2026-12-26T00:00", rrule: null, except_dates: [], reason: "Ill" })
      const weekly = { starts: "2026-11-05T12:00", ends: "2026-11-05T13:00", rrule: "FREQ=WEEKLY;COUNT=3", except_dates: ["2026-11-12"] }
      const thrice = yield* add(ada, weekly)
      assert.deepInclude(thrice, weekly)
      const outing = yield* add(ada, { everybody: true, starts: "2026-06-01T00:00", ends: "2026-06-02T00:00", rrule: "rrule:freq=yearly" })
      assert.deepInclude(outing, { staff_id: null, rrule: "FREQ=YEARLY" })
      assert.deepStrictEqual(yield* idsOf(`staff_id=${grace}`), [once.id, outing.id])
      assert.deepStrictEqual(yield* idsOf("from=2026-11-19&to=2026-11-19"), [thrice.id, outing.id])
      assert.deepStrictEqual(yield* idsOf("from=2026-11-20"), [once.id, outing.id])
      assert.deepStrictEqual(yield* idsOf("to=2026-11-04"), [outing.id])
      assert.deepStrictEqual(yield* idsOf("from=2026-12-26"), [outing.id])
      assert.deepStrictEqual(yield* idsOf("from=2099-01-01", "acmeTest"), [outing.id])
      assert.deepStrictEqual(yield* idsOf("sort=-starts"), [once.id, thrice.id, outing.id])
      const first = (yield* call("GET", "/time-off?sort=-starts&limit=1")).json
      assert.deepStrictEqual(yield* idsOf(`sort=-starts&cursor=${first.next_cursor}`), [thrice.id, outing.id])
      assert.strictEqual((yield* call("DELETE", `/time-off/${once.id}`, undefined, "bolt")).status, 404)
      assert.deepStrictEqual((yield* call("DELETE", `/time-off/${once.id}`)).json, once)
      assert.strictEqual((yield* call("DELETE", `/time-off/${once.id}`)).status, 404)
    }))

  it.effect("keeps the end of a rule by the company's clock", () =>
    Effect.gen(function*() {
      yield* send("/company/settings", { key: "boltOwner", method: "PATCH", ...json({ time_zone: "Asia/Kathmandu" }) })
      const { id } = yield* make("/staff", { name: "Bo" }, "bolt")
      const day = { starts: "2026-03-01T09:00", ends: "2026-03-01T10:00" }
      const rruleOf = (rrule: string) => Effect.map(make(`/staff/${id}/time-off`, { ...day, rrule }, "bolt"), (made) => made.rrule)
      assert.strictEqual(yield* rruleOf("FREQ=DAILY;UNTIL=20260303"), "FREQ=DAILY;UNTIL=20260303")
      assert.strictEqual(yield* rruleOf("FREQ=DAILY;UNTIL=20260304T100000"), "FREQ=DAILY;UNTIL=20260304T100000")
      assert.lengthOf(yield* idsOf("from=2026-03-03", "bolt"), 2)
      assert.lengthOf(yield* idsOf("from=2026-03-04", "bolt"), 1)
      assert.lengthOf(yield* idsOf("from=2026-03-05", "bolt"), 0)
      assert.strictEqual(yield* rruleOf("FREQ=DAILY;UNTIL=20260302T041500Z"), "FREQ=DAILY;UNTIL=20260302T100000")
      assert.strictEqual(yield* rruleOf("FREQ=YEARLY;INTERVAL=999;COUNT=100"), "FREQ=YEARLY;INTERVAL=999;COUNT=100")
      assert.lengthOf(yield* idsOf("from=9019-01-01", "bolt"), 1)
      yield* rruleOf("FREQ=DAILY;BYMONTH=3;BYMONTHDAY=1;COUNT=3660")
      assert.lengthOf(yield* idsOf("from=9998-01-01", "bolt"), 1)
    }))

  it.effect("says what is wrong with what is sent", () =>
    Effect.gen(function*() {
      const { id } = yield* make("/staff", { name: "Grace" })
      const day = { starts: "2026-12-24T09:00", ends: "2026-12-24T17:00" }
      const refused = (more: object) => Effect.map(call("POST", `/staff/${id}/time-off`, { ...day, ...more }), fault)
      assert.deepStrictEqual(yield* refused({ ends: "2026-12-24T08:00" }), ["ends", "it ends before it starts"])
      assert.strictEqual((yield* refused({ starts: "2026-02-30T08:00" }))[0], "starts")
      assert.strictEqual((yield* refused({ starts: "2026-02-20T08:00:00Z" }))[0], "starts")
      const faults: ReadonlyArray<readonly [rrule: string, error: RegExp]> = [
        ["FREQ=HOURLY;COUNT=2", /^FREQ=HOURLY comes more than once a day/],
        ["FREQ=DAILY;BYHOUR=9,10", /^BYHOUR=9,10 comes more than once a day/],
        ["FREQ=WEEKLY;BYDAY=XX", /^"BYDAY=XX" is no part of a rule/],
        ["every Monday", /^"EVERY MONDAY" is no part of a rule/],
        ["FREQ=DAILY;COUNT=0", /^"COUNT=0" is no part/],
        ["freq=daily;count=9999", /^it comes more than 3660 times/],
        ["FREQ=DAILY;FREQ=DAILY", /^FREQ is there twice/],
        ["COUNT=2", /FREQ/],
        ["FREQ=DAILY;COUNT=2;UNTIL=20270101", /^it has both/],
        ["FREQ=WEEKLY;BYDAY=1MO", /BYDAY/],
        ["FREQ=DAILY;UNTIL=20261201", /^it never comes/],
        ["FREQ=DAILY;UNTIL=20269999", /^UNTIL/],
        ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", /never comes/]
      ]
      for (const [rrule, error] of faults) {
        const [field, said] = yield* refused({ rrule })
        assert.strictEqual(field, "rrule")
        assert.match(said, error)
      }
      assert.strictEqual((yield* call("POST", `/staff/${id}/time-off`, day, "bolt")).status, 404)
    }))
})

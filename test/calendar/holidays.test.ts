import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { json, type Key, send, TestServer } from "../support/test-server.ts"
import { call, fault } from "./calling.ts"

const usual = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: "09:00", to: "17:00" }))

const holidays = (from: string, to: string, key?: Key) =>
  Effect.map(call("GET", `/holidays?from=${from}&to=${to}`, undefined, key), ({ json, text }) =>
    json.holidays?.map(({ date, name, open }: any) => `${date} ${name}${open ? " open" : ""}`) ?? text)

const change = (changes: object, key?: Key) => call("PATCH", "/settings", changes, key)

layer(TestServer, { excludeTestServices: true })("when a company can be booked", (it) => {
  it.effect("are its opening hours", () =>
    Effect.gen(function*() {
      const get = Effect.map(call("GET", "/settings", undefined, "bolt"), ({ json }) => json)
      const settings = { opening_hours: usual, holidays_country: null, holidays_region: null, open_on: [], time_zone: "UTC" }
      assert.deepStrictEqual(yield* get, settings)
      const opening_hours = [{ day: "sunday", opens: "10:00", closes: "24:00" }]
      const told = yield* send("/company/settings", { key: "boltOwner", method: "PATCH", ...json({ opening_hours, time_zone: "Asia/Kathmandu", locale: "nb-NO" }) })
      assert.strictEqual(told.status, 200, told.text)
      assert.deepStrictEqual(yield* get, { ...settings, opening_hours: [{ weekday: 7, from: "10:00", to: "24:00" }], time_zone: "Asia/Kathmandu" })
      const own = [{ weekday: 2, from: "22:00", to: "06:00" }]
      assert.deepInclude((yield* change({ opening_hours: own }, "bolt")).json, { opening_hours: own })
      assert.deepInclude((yield* change({ opening_hours: null }, "bolt")).json, { opening_hours: [{ weekday: 7, from: "10:00", to: "24:00" }] })
    }))

  it.effect("are no public holidays, unless it is open all the same", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* holidays("2026-01-01", "2026-12-31"), [])
      const set = yield* change({ holidays_country: "NO", open_on: ["2026-05-17"] })
      assert.deepInclude(set.json, { holidays_country: "NO", holidays_region: null, open_on: ["2026-05-17"] }, set.text)
      assert.deepStrictEqual((yield* call("GET", "/settings", undefined, "acmeTest")).json, set.json)
      assert.deepStrictEqual(yield* holidays("2026-05-01", "2026-05-25"), [
        "2026-05-01 Labour Day", "2026-05-14 Ascension Day", "2026-05-17 Constitution Day open", "2026-05-24 Pentecost", "2026-05-25 Whit Monday"
      ])
      assert.deepStrictEqual(yield* holidays("2025-12-25", "2026-01-01"), ["2025-12-25 Christmas Day", "2025-12-26 Boxing Day", "2026-01-01 New Year's Day"])
      yield* change({ holidays_country: "DE", holidays_region: "BY" })
      assert.deepStrictEqual(yield* holidays("2026-08-01", "2026-08-31"), [])
      yield* change({ holidays_region: "BY-KATH" })
      assert.deepStrictEqual(yield* holidays("2026-08-01", "2026-08-31"), ["2026-08-15 Assumption"])
      assert.deepInclude((yield* change({ holidays_country: "TR" })).json, { holidays_country: "TR", holidays_region: null })
      assert.lengthOf((yield* holidays("2026-03-01", "2026-03-31")) as Array<string>, 3)
      yield* change({ holidays_country: "NO" }, "bolt")
      assert.deepStrictEqual(yield* holidays("2026-12-25", "2026-12-25", "bolt"), ["2026-12-25 Første juledag"])
    }))

  it.effect("are of a place whose holidays are known, and of days that are not too many", () =>
    Effect.gen(function*() {
      const refused = (changes: object) => Effect.map(change(changes, "starter"), fault)
      const [field, error] = yield* refused({ holidays_country: "UK" })
      assert.strictEqual(field, "holidays_country")
      assert.match(error, /two letters of ISO 3166-1, like /)
      assert.match((yield* refused({ holidays_country: "DE", holidays_region: "BAY" }))[1], /no such region: send one of its own, like BY, /)
      assert.deepStrictEqual(yield* refused({ holidays_country: "NO", holidays_region: "03" }), ["holidays_region", "NO has none with holidays of its own: send null"])
      assert.deepStrictEqual(yield* refused({ holidays_region: "BY" }), ["holidays_region", "it has no country: send `holidays_country` too"])
      const range = (from: string, to: string) => Effect.map(call("GET", `/holidays?from=${from}&to=${to}`), fault)
      assert.deepStrictEqual(yield* range("2026-02-01", "2026-01-31"), ["to", "it is before `from`"])
      assert.deepStrictEqual(yield* range("2026-01-01", "2028-01-03"), ["to", "it is more than 731 days after `from`"])
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { by, person } from "../auth/people.ts"
import { OwnerSql } from "../support/database.ts"
import { companyIds, json, send, TestServer } from "../support/test-server.ts"

const path = "/company/settings"
const hours = [
  { day: "monday", opens: "09:00", closes: "12:00" }, { day: "monday", opens: "13:00", closes: "24:00" },
  { day: "friday", opens: "09:00", closes: "17:00" }
]
const address = { line1: "Storgata 1", postal_code: "0155", city: "Oslo", country: "NO" }

layer(TestServer, { excludeTestServices: true })("company settings", (it) => {
  it.effect("exist from the beginning, for any key of the company", () =>
    Effect.gen(function*() {
      const { headers, json: settings, status } = yield* send(path, { key: "acme" })
      assert.deepStrictEqual([status, headers.get("etag")], [200, `"${settings.version}"`])
      assert.deepInclude(settings, { id: companyIds.acme, legal_name: null, address: null, tax_ids: [], locale: "en", week_start: "monday", opening_hours: [] })
      assert.strictEqual((yield* send(path, { key: "bolt" })).json.id, companyIds.bolt)
    }))

  it.effect("are changed by an admin, with receipt and event, and nobody else's are", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const admin = yield* person("admin")
      const other = (yield* send(path, { key: "bolt" })).json
      const { version } = (yield* send(path, { key: "acme" })).json
      const changes = {
        name: "Juniper & Vale", legal_name: "Juniper & Vale AS", contact_phone: "+47 22 12 34 56", contact_email: "Hello@Juniper.example", address,
        tax_ids: [{ type: "no_vat", value: "NO123456789MVA" }], currency: "NOK", time_zone: "Europe/Oslo", locale: "nb-NO", opening_hours: hours
      }
      const changed = yield* by(admin, path, { method: "PATCH", headers: { "x-request-id": "settings-1", "if-match": `"${version}"` }, ...json(changes) })
      assert.strictEqual(changed.status, 200, changed.text)
      assert.deepInclude(changed.json, {
        ...changes, contact_phone: "+4722123456", contact_email: "hello@juniper.example", version: version + 1
      })
      assert.deepStrictEqual((yield* send(path, { key: "acme" })).json, changed.json)
      assert.deepStrictEqual((yield* send(path, { key: "bolt" })).json, other)
      assert.deepInclude((yield* send("/auth/me", { key: "acme" })).json.company, { name: "Juniper & Vale", currency: "NOK", time_zone: "Europe/Oslo" })
      const [receipt] = yield* sql<any>`select verb, changes from receipts where request_id = 'settings-1'`
      assert.deepInclude(receipt.changes[0].after, { legal_name: "Juniper & Vale AS", currency: "NOK" })
      const [event] = yield* sql<any>`select kind, data from events where request_id = 'settings-1'`
      assert.deepStrictEqual([event.kind, event.data.previous.legal_name], ["company.settings_changed", null])

      const late = yield* by(admin, path, { method: "PATCH", headers: { "if-match": `"${version}"` }, ...json({ legal_name: "Late" }) })
      assert.strictEqual(late.status, 412)
    }))

  it.effect("are not changed by members and keys", () =>
    Effect.gen(function*() {
      const member = yield* person("member")
      assert.strictEqual((yield* by(member, path, { method: "PATCH", ...json({ locale: "en" }) })).status, 403)
      assert.strictEqual((yield* send(path, { key: "acme", method: "PATCH", ...json({ locale: "en" }) })).status, 403)
    }))

  it.effect("are refused with all that is wrong in them", () =>
    Effect.gen(function*() {
      const admin = yield* person("admin")
      const wrong = yield* by(admin, path, {
        method: "PATCH",
        ...json({
          currency: "XYZ", time_zone: "Oslo", locale: "xx-not-a-locale", logo_url: "javascript:alert(1)", week_start: "friday",
          address: { line1: "Storgata 1", city: "Oslo", country: "ZZ" }, opening_hours: [{ day: "monday", opens: "17:00", closes: "09:00" }]
        })
      })
      assert.strictEqual(wrong.status, 422, wrong.text)
      assert.deepStrictEqual(
        wrong.json.details.map(({ field }: any) => field).sort(),
        ["address.country", "currency", "locale", "logo_url", "opening_hours[0].closes", "time_zone", "week_start"]
      )
      const overlapping = yield* by(admin, path, {
        method: "PATCH", ...json({ opening_hours: [...hours, { day: "friday", opens: "16:00", closes: "18:00" }] })
      })
      assert.strictEqual(overlapping.json.details?.[0]?.field, "opening_hours[3]", overlapping.text)
    }))
})

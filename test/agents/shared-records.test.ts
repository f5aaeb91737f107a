import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { json, type Key, send, TestServer } from "../support/test-server.ts"
import { contact, get, isThere, propose, remove } from "./consent-calls.ts"

const protect = (protect_shared_records: boolean) =>
  Effect.map(send("/company/settings", { key: "owner", method: "PATCH", ...json({ protect_shared_records }) }), ({ status, text }) =>
    assert.strictEqual(status, 200, text))

layer(TestServer, { excludeTestServices: true })("records that live and test keys share", (it) => {
  it.effect("are said to be the real ones where a test key asks for consent", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const { json: asked } = yield* remove(id, "cautiousTest")
      assert.strictEqual(asked.code, "confirmation_required")
      assert.include(asked.message, "changes your real records")
      assert.deepInclude(asked.consent, { shared: true, undo: { by: "restore_contact", days: 30 }, approve_on: "client_or_page" })
      assert.deepInclude((yield* get(asked.consent.id, "acmeTest")).json, { livemode: false, shared: true })
      const live = yield* remove(id, "cautious")
      assert.notInclude(live.json.message, "real records")
      const order = yield* send("/webhooks", { key: "acmeTest", method: "POST", ...json({ url: "https://hooks.acme.example", events: ["contact.*"] }) })
      const apart = yield* send(`/webhooks/${order.json.id}`, { key: "cautiousTest", method: "DELETE" })
      assert.deepStrictEqual([apart.status, apart.json.consent.shared, apart.json.consent.undo], [428, false, null], apart.text)
      assert.notInclude(apart.json.message, "real records")
    }))

  it.effect("are destroyed by no test key where the company protects them, whatever it may else", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      yield* protect(true)
      for (const key of ["cautiousTest", "acmeTest"] satisfies ReadonlyArray<Key>) {
        const refused = yield* remove(id, key, { "x-service-confirmation": `cfm_${"A".repeat(43)}` })
        assert.deepStrictEqual([refused.status, refused.json.code], [403, "shared_records_protected"], refused.text)
        assert.include(refused.json.message, "`protect_shared_records`")
      }
      /* Of these no consent is needed, and they destroy all the same. */
      const goal = yield* send("/analytics/goals", { key: "acme", method: "POST", ...json({ name: "Signs up", event: "Signed up", page: null }) })
      assert.strictEqual((yield* send(`/analytics/goals/${goal.json.id}`, { key: "acmeTest", method: "DELETE" })).status, 403)
      assert.isTrue(yield* isThere(id))
      /* Rates that are left out are gone; to add some takes nothing away. */
      const rates = (key: Key, all: ReadonlyArray<object>) => send("/ecommerce/shipping/rates", { key, method: "PUT", ...json({ rates: all }) })
      const rate = { name: "Standard", zone: "All", currency: "USD", bands: [{ from: 0, amount: 490 }] }
      const { json: { rates: before } } = yield* rates("acme", [rate])
      assert.deepStrictEqual([(yield* rates("acmeTest", [rate])).status, (yield* rates("acmeTest", [])).json.code], [403, "shared_records_protected"])
      assert.strictEqual((yield* rates("acmeTest", [...before, { ...rate, zone: "Other" }])).status, 200)

      assert.strictEqual((yield* send(`/crm/contacts/${id}`, { key: "acmeTest", method: "PATCH", ...json({ notes: "Seen" }) })).status, 200)
      const hook = yield* send("/webhooks", { key: "acmeTest", method: "POST", ...json({ url: "https://hooks.acme.example", events: ["deal.*"] }) })
      assert.strictEqual((yield* send(`/webhooks/${hook.json.id}`, { key: "acmeTest", method: "DELETE" })).status, 200, "a record of test mode")
      assert.strictEqual((yield* propose(id, "cautious")).state, "proposed", "a live key")
      yield* protect(false)
      assert.strictEqual((yield* remove(id, "acmeTest")).status, 200)
    }))

  it.effect("are protected in companies that are new, and nothing else begins otherwise", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const [made] = yield* sql<{ protect_shared_records: boolean; approval_on_page: string }>`
        insert into companies (name, tier) values ('New', 'starter') returning protect_shared_records, approval_on_page`
      assert.deepStrictEqual(made, { protect_shared_records: true, approval_on_page: "irreversible" })
    }))
})

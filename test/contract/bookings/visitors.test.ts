import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../../support/database.ts"
import { companyIds, json, send } from "../../support/test-server.ts"
import { Server } from "./server.ts"
import { publishable } from "./visiting.ts"

layer(Server(), { excludeTestServices: true })("a visitor with a publishable key", (it) => {
  it.effect("books in the company of the key, sees only what is their own, and leaves receipts", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const key = yield* publishable("acme", "live")
      const first = yield* send("/bookings", { method: "POST", headers: key.headers, ...json({ name: "Haircut" }) })
      assert.strictEqual(first.status, 201, first.text)
      const token = first.headers.get("x-service-visitor")!
      assert.match(token, /^vt_v1\./)
      const as = { ...key.headers, "x-service-visitor": token }
      const read = yield* send(`/bookings/${first.json.id}`, { headers: as })
      assert.deepStrictEqual([read.status, read.json, read.headers.get("x-service-visitor")], [200, first.json, null])
      assert.strictEqual((yield* send(`/bookings/${first.json.id}`, { headers: key.headers })).status, 404)
      assert.deepStrictEqual((yield* send("/bookings", { headers: as })).json.total, 1)
      assert.deepStrictEqual((yield* send("/bookings", { headers: key.headers })).json.total, 0)
      assert.strictEqual((yield* send("/bookings", { key: "acme" })).json.total, 1)
      const [receipt] = yield* sql<any>`select * from receipts where verb = 'create_booking'`
      assert.deepInclude(receipt, { company_id: companyIds.acme, key_id: key.id, livemode: true })
      assert.match(receipt.agent.visitor, /^visitor_/)
      assert.notInclude(token, receipt.agent.visitor)
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Schedule, Stream } from "effect"
import { ApiKeys } from "#layers/auth/api-keys"
import { DatabaseUrl, OwnerSql, sessionAs } from "../support/database.ts"
import { companyIds, TestServer, json, secrets, send } from "../support/test-server.ts"
import { settled } from "../support/journal.ts"

const CHANNELS = ["access_changed", "event_streams", "webhooks_changed", "webhooks_due", "workflows"]

const NONSENSE = [
  "", "abc", "-1", "0", "1.5", "NaN", "9".repeat(400), ":", "1:", ":1", "1:x", "1:1,", "1:2:3", "{}", "1; drop table contacts", " 1", "1e3", "\u{1f4a3}",
  "99999999999999999999", "1:99999999999999999999", "x".repeat(7_000)
]

layer(TestServer, { excludeTestServices: true })("notifications that anybody in the database sends", (it) => {
  it.effect("keep nobody's key alive, and nothing from being told, numbered or begun", () =>
    Effect.gen(function*() {
      const owner = yield* OwnerSql
      const keys = yield* ApiKeys
      const app = yield* sessionAs("app", yield* DatabaseUrl)
      for (const channel of CHANNELS) for (const text of NONSENSE) yield* app`select pg_notify(${channel}, ${text})`

      /* Keys are remembered, so changes are heard of. */
      const remembered = Effect.gen(function*() {
        assert.strictEqual((yield* send("/crm/contacts?limit=1", { key: "acme" })).status, 200)
        return keys.recall(secrets.acme, "127.0.0.1", Date.now()) !== undefined
      })
      yield* remembered.pipe(Effect.repeat({ until: (it) => it, schedule: Schedule.spaced("50 millis") }), Effect.timeout("90 seconds"))
      for (const channel of CHANNELS) for (const text of NONSENSE) yield* app`select pg_notify(${channel}, ${text})`
      const told = yield* Effect.forkChild(Stream.runHead(Stream.filter(keys.changed, (company) => company === companyIds.bolt)), { startImmediately: true })
      yield* owner`update api_keys set revoked_at = now() where company_id = ${companyIds.bolt} and label = 'bolt'`
      const company = yield* Fiber.join(told).pipe(Effect.timeout("60 seconds"))
      assert.strictEqual(company._tag, "Some")
      assert.strictEqual((yield* send("/crm/contacts", { key: "bolt" })).status, 401)
      assert.isTrue(yield* remembered)

      assert.strictEqual((yield* send("/crm/contacts", { key: "acme", method: "POST", ...json({ first_name: "Ann" }) })).status, 201)
      yield* settled
    }))
})

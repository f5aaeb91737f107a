import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { json, type Key, send } from "../../support/test-server.ts"
import { advance, HOUR_MS, instant, nowOf, ready, untilAsleep } from "../../support/test-clock.ts"
import { ownNumber, post, read, settled, somePhone, text, TextingServer, Twilio } from "./texting.ts"

const OWN = "+12025550100"
const DAY_MS = 24 * HOUR_MS

const cancel = (id: number, key: Key = "acme") => post(`/sms/messages/${id}/cancel`, {}, key)
const optOut = (phone: string, key: Key = "acme") => send(`/sms/opt-outs/${encodeURIComponent(phone)}`, { key, method: "PUT", ...json({}) })

layer(TextingServer, { excludeTestServices: true })("a text that is scheduled", (it) => {
  it.effect("leaves at its time, after quiet hours, unless the number opted out since or somebody canceled it", () =>
    Effect.gen(function*() {
      const [early, against, canceled] = [somePhone(), somePhone(), somePhone()]
      /* At two or three in the night in New York, by whose clock the numbers go. */
      const at = Math.ceil(((yield* nowOf()) + HOUR_MS - 7 * HOUR_MS) / DAY_MS) * DAY_MS + 7 * HOUR_MS
      const ids: Array<number> = []
      for (const to_phone of [early, against, canceled]) {
        const made = yield* text({ to_phone, message: "Your appointment is today.", send_at: instant(at) }, "acmeTest")
        assert.strictEqual(made.status, 201, made.text)
        assert.deepInclude(made.json, { state: "scheduled", send_at: instant(at), sent_at: null, provider_id: null })
        ids.push(made.json.id)
      }
      const stateOf = (n: number) => Effect.map(read(`/sms/messages/${ids[n]}`, "acmeTest"), ({ state }) => state)
      assert.sameMembers((yield* read("/sms/messages?state=scheduled", "acmeTest")).items.map(({ id }: any) => id), ids)
      yield* optOut(against, "acmeTest")
      const called = yield* cancel(ids[2]!, "acmeTest")
      assert.deepInclude(called.json, { state: "canceled" }, called.text)
      assert.deepInclude((yield* cancel(ids[2]!, "acmeTest")).json, { state: "canceled", version: called.json.version })

      yield* untilAsleep(2)
      yield* advance({ to: instant(at + 60_000) })
      yield* ready()
      assert.deepStrictEqual([yield* stateOf(0), yield* stateOf(2)], ["scheduled", "canceled"])
      yield* untilAsleep(1)
      yield* advance({ to: instant(at + 7 * HOUR_MS) })
      yield* ready()
      yield* eventually(stateOf(0), (state) => state === "delivered")
      assert.deepInclude(yield* eventually(read(`/sms/messages/${ids[1]}`, "acmeTest"), ({ state }) => state === "failed"), { error_code: "opted_out" })
      assert.strictEqual(yield* stateOf(2), "canceled")
      assert.strictEqual((yield* cancel(ids[0]!, "acmeTest")).status, 409)
      const sql = yield* OwnerSql
      const runs = yield* sql<{ status: string }>`select status from workflow_runs where workflow = 'messages.sms_at' order by id`
      assert.deepStrictEqual(runs.map(({ status }) => status), ["completed", "completed", "canceled"])
      const told = yield* sql<{ kind: string }>`select kind from events where data -> 'object' ->> 'id' = ${String(ids[0])} and kind in ('message.sent', 'message.delivered', 'message.failed') order by id`
      assert.deepStrictEqual(told.map(({ kind }) => kind), ["message.sent", "message.delivered"])
    }))

  it.effect("goes to the provider once, and not before; a time that is past or far away is refused", () =>
    Effect.gen(function*() {
      yield* ownNumber("acme", OWN)
      yield* send("/sms/settings", { key: "acme", method: "PATCH", ...json({ quiet_hours: { from: "00:00", to: "00:00" } }) })
      const { messages } = yield* Twilio
      const to_phone = somePhone()
      for (const send_at of [instant(Date.now() - 1_000), instant(Date.now() + 401 * DAY_MS)]) {
        const refused = yield* text({ to_phone, message: "Hello", send_at })
        assert.strictEqual(refused.status, 422)
        assert.deepInclude(refused.json.details[0], { field: "send_at" })
      }
      const send_at = instant(Date.now() + 3_000)
      const { json: made } = yield* text({ to_phone, message: "Hello", send_at })
      assert.strictEqual(made.state, "scheduled")
      const later = yield* eventually(read(`/sms/messages/${made.id}`), ({ state }) => state !== "scheduled", 60_000)
      assert.isAtLeast(Date.parse(later.updated_at), Date.parse(send_at))
      assert.strictEqual((yield* settled(made.id)).state, "sent")
      assert.lengthOf(messages.filter(({ to }) => to === to_phone), 1)
      assert.strictEqual((yield* cancel(made.id)).status, 409)
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { send } from "../../support/test-server.ts"
import { ownNumber, read, settled, somePhone, text, TextingServer, Twilio } from "./texting.ts"

const OWN = "+12025550100"

layer(TextingServer, { excludeTestServices: true })("a text", (it) => {
  it.effect("leaves from the company's number once, with its row, its run, its receipts and its events", () =>
    Effect.gen(function*() {
      const none = yield* text({ to_phone: somePhone(), message: "Hello" })
      assert.strictEqual(none.status, 422, none.text)
      assert.strictEqual(none.json.details[0].field, "from_phone")
      yield* ownNumber("acme", OWN)
      const { messages } = yield* Twilio
      const to = somePhone()
      const made = yield* text({ to_phone: to, message: "Grüße & more" })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.json, {
        direction: "outbound", state: "queued", from_phone: OWN, to_phone: to, message: "Grüße & more", encoding: "GSM-7", segments: 1, livemode: true, provider: "twilio"
      })
      const done = yield* settled(made.json.id)
      assert.deepInclude(done, { state: "sent", error_code: null, provider_id: messages[0]!.sid })
      assert.isNotNull(done.sent_at)
      assert.deepInclude(messages[0], { to, from: OWN, body: "Grüße & more" })
      assert.strictEqual(messages.length, 1)
      const { asked } = yield* Twilio
      assert.strictEqual(new URLSearchParams(asked[0]!.body.toString()).get("StatusCallback"), "https://platform.example/api/v1/sms/inbound/twilio")
      const sql = yield* OwnerSql
      const receipts = yield* sql<{ verb: string }>`select verb from receipts
        where changes->0->>'object' = 'message' and (changes->0->>'id')::bigint = ${made.json.id} order by id`
      assert.deepStrictEqual(receipts.map(({ verb }) => verb), ["send_sms", "send_sms"])
      const events = yield* eventually(sql<{ kind: string }>`select kind from events where kind like 'message.%' order by id`, ({ length }) => length > 0)
      assert.deepStrictEqual(events.map(({ kind }) => kind), ["message.sent"])
      const [thread] = (yield* read(`/sms/threads?phone=${encodeURIComponent(to)}`)).items
      assert.deepInclude(thread, { id: made.json.thread_id, own_phone: OWN, phone: to, last_message: "Grüße & more", unread: 0 })
    }))

  it.effect("is one text however often it is asked for under one key", () =>
    Effect.gen(function*() {
      const { messages } = yield* Twilio
      const to = somePhone()
      const answers = yield* Effect.all(Array.from({ length: 100 }, () =>
        text({ to_phone: to, message: "Once" }, "acme", { "idempotency-key": "once" })), { concurrency: "unbounded" })
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [201])
      assert.strictEqual(new Set(answers.map(({ json }) => json.id)).size, 1)
      assert.strictEqual((yield* settled(answers[0]!.json.id)).state, "sent")
      assert.strictEqual(messages.filter((one) => one.to === to).length, 1)
    }))

  it.effect("is asked for, and not sent again, where the provider's answer was lost", () =>
    Effect.gen(function*() {
      const { asked, fail, messages } = yield* Twilio
      for (const fault of ["lost", "hung"] as const) {
        const to = somePhone()
        fail(fault, 1, ({ method }) => method === "POST")
        const { json: { id } } = yield* text({ to_phone: to, message: "Lost?" })
        const done = yield* settled(id)
        assert.strictEqual(done.state, "sent", fault)
        assert.deepStrictEqual(messages.filter((one) => one.to === to).map(({ sid }) => sid), [done.provider_id], fault)
        assert.strictEqual(asked.filter(({ body, method }) => method === "POST" && new URLSearchParams(body.toString()).get("To") === to).length, 1, fault)
      }
      fail(undefined)
    }))

  it.effect("that the provider neither answered nor lists is told as unknown, and not sent again", () =>
    Effect.gen(function*() {
      const { asked, fail, messages } = yield* Twilio
      for (const fault of ["slow", "cut", "broken", "malformed"] as const) {
        const to = somePhone()
        fail(fault, 1, ({ method }) => method === "POST")
        const { json: { id } } = yield* text({ to_phone: to, message: "Unknown" })
        const done = yield* settled(id)
        assert.deepInclude(done, { state: "unknown", error_code: "unconfirmed", provider_id: null }, fault)
        assert.strictEqual(messages.filter((one) => one.to === to).length, 0, fault)
        assert.strictEqual(asked.filter(({ body, method }) => method === "POST" && new URLSearchParams(body.toString()).get("To") === to).length, 1, fault)
      }
      fail(undefined)
    }))

  it.effect("is tried again where the provider did certainly nothing, and fails with its code where it refuses", () =>
    Effect.gen(function*() {
      const { fail, messages } = yield* Twilio
      for (const fault of ["limited", "unauthorized"] as const) {
        const to = somePhone()
        fail(fault, 1, ({ method }) => method === "POST")
        const { json: { id } } = yield* text({ to_phone: to, message: "Again" })
        assert.strictEqual((yield* settled(id)).state, "sent", fault)
        assert.strictEqual(messages.filter((one) => one.to === to).length, 1, fault)
      }
      fail(undefined)
      const refused = yield* text({ to_phone: "+15005550009", message: "No mobile" })
      assert.deepInclude(yield* settled(refused.json.id), { state: "failed", error_code: "21614", provider_id: null })
    }))

  it.effect("of a test key opens no connection, and is what the simulator makes of the number", () =>
    Effect.gen(function*() {
      const { asked, connections } = yield* Twilio
      const before = [connections(), asked.length]
      const sent = yield* text({ to_phone: somePhone(), message: "Test" }, "acmeTest")
      assert.strictEqual(sent.status, 201, sent.text)
      assert.deepInclude(sent.json, { state: "delivered", livemode: false, provider: "simulated", from_phone: "+15005550006" })
      const undelivered = yield* text({ to_phone: "+15005550020", message: "Test" }, "acmeTest")
      assert.deepInclude(undelivered.json, { state: "failed", error_code: "30003" })
      const declined = yield* text({ to_phone: "+15005550009", message: "Test" }, "acmeTest")
      assert.deepInclude(yield* settled(declined.json.id, "acmeTest"), { state: "failed", error_code: "21614" })
      const unknown = yield* text({ to_phone: "+15005550013", message: "Test" }, "acmeTest")
      assert.deepInclude(yield* settled(unknown.json.id, "acmeTest"), { state: "unknown" })
      assert.deepStrictEqual([connections(), asked.length], before)
      assert.strictEqual((yield* send(`/sms/messages/${sent.json.id}`, { key: "acme" })).status, 404)
    }))

  it.effect("is refused to premium numbers and landlines, from numbers of others, and without words", () =>
    Effect.gen(function*() {
      const wrong = [
        [{ to_phone: "+493022610", message: "x" }, "to_phone"], [{ to_phone: somePhone(), message: "x", from_phone: "+12025550199" }, "from_phone"],
        [{ to_phone: somePhone() }, "message"], [{ to_phone: "12", message: "x" }, "to_phone"], [{ to_phone: somePhone(), message: " " }, "message"],
        [{ to_phone: somePhone(), message: "x".repeat(1_601) }, "message"]
      ] as const
      for (const [body, field] of wrong) {
        const refused = yield* text(body)
        assert.strictEqual(refused.status, 422, `${JSON.stringify(body).slice(0, 80)} ${refused.text}`)
        assert.strictEqual(refused.json.details[0].field, field, refused.text)
      }
    }))
})

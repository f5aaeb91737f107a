import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { ProviderTiming } from "#layers/providers/http"
import { CallLooks } from "#workflows/messages/voice/following"
import { TELNYX_ACCOUNT, TELNYX_APPLICATION, telnyxKeys, telnyxServer } from "../providers/telnyx-server.ts"
import { providerServer } from "../providers/provider-server.ts"
import { eventually } from "../support/eventually.ts"
import { send, TestServerWith } from "../support/test-server.ts"
import { filed, read, settled, SITE, somePhone, text } from "./sms/texting.ts"
import { addressIn, called, callFrom, over, patch, place, post } from "./voice/calling.ts"
import { verbsOf } from "./voice/twiml-check.ts"

const KEY = "KEY0123456789ABCDEF"
const keys = telnyxKeys()
const strangers = telnyxKeys()
const OWN = "+12025550180"
const MAILBOX = "+12025550181"
const ARRIVAL = "/api/v1/voice/inbound/telnyx"
const secret = (value: string) => Option.some(Redacted.make(value))

class Telnyx extends Context.Service<Telnyx, Effect.Success<ReturnType<typeof telnyxServer>>>()("test/messages/Telnyx") {}

const Server = Layer.unwrap(Effect.map(telnyxServer(KEY), (server) =>
  Layer.merge(
    Layer.succeed(Telnyx, server),
    TestServerWith({
      telnyxApiUrl: Option.some(new URL(server.url)), telnyxApiKey: secret(KEY), telnyxPublicKey: secret(keys.public_key), telnyxAccountId: secret(TELNYX_ACCOUNT),
      telnyxApplication: secret(TELNYX_APPLICATION), siteUrl: Option.some(SITE), trustedProxies: 1, webhookAllowHosts: ["127.0.0.1"]
    }).pipe(Layer.provide([
      Layer.succeed(ProviderTiming, { connect: 1_000, attempt: 1_000, longAttempt: 2_000, whole: 3_000, backoff: 10 }),
      Layer.succeed(CallLooks, { unknown: [0, 50], going: [60_000], late: 50, price: [50] })
    ]))
  )))

const sent = (path: string, type: string, body: string, headers: Readonly<Record<string, string>> = keys.signed(body)) =>
  send(path.slice("/api/v1".length), { method: "POST", headers: { "content-type": type, "x-forwarded-for": "203.0.113.9", ...headers }, body })

/** What Telnyx tells of a text, as JSON. */
const tells = (event_type: string, payload: object, headers?: (body: string) => Readonly<Record<string, string>>, altered?: (body: string) => string) => {
  const body = JSON.stringify({ data: { event_type, id: "b301ed3f", occurred_at: new Date().toISOString(), payload, record_type: "event" }, meta: {} })
  return sent("/api/v1/sms/inbound/telnyx", "application/json", altered?.(body) ?? body, headers?.(body) ?? keys.signed(body))
}

/** What it asks and tells of a call, as a form. */
const asks = (path: string, fields: Readonly<Record<string, string>>, headers?: (body: string) => Readonly<Record<string, string>>) => {
  const body = new URLSearchParams(fields).toString()
  return sent(path, "application/x-www-form-urlencoded", body, headers?.(body) ?? keys.signed(body))
}

const callOf = (sid: string, From: string, To: string, more: object = {}) =>
  ({ CallSid: sid, CallSidLegacy: sid, AccountSid: TELNYX_ACCOUNT, ConnectionId: TELNYX_APPLICATION, From, To, CallStatus: "ringing", ...more })

const texts = (from: string, id: string, message: string, more: object = {}) =>
  ({ id, direction: "inbound", from: { phone_number: from }, to: [{ phone_number: OWN, status: "webhook_delivered" }], text: message, media: [], ...more })

layer(Server, { excludeTestServices: true })("a number at Telnyx", (it) => {
  it.effect("texts, and goes by what Telnyx signed of how they stand", () =>
    Effect.gen(function*() {
      yield* called(OWN, { provider: "telnyx", open: { type: "ring", people: [{ phone: "+12025550190", name: "Grace" }], order: "in_order", seconds: 20, otherwise: "voicemail" } })
      yield* called(MAILBOX, { provider: "telnyx", open: { type: "voicemail" } })
      const { messages } = yield* Telnyx
      const to = somePhone()
      const made = yield* text({ to_phone: to, from_phone: OWN, message: "Grüße & more" })
      assert.strictEqual(made.status, 201, made.text)
      const going = yield* settled(made.json.id)
      assert.deepInclude(going, { state: "sent", provider: "telnyx" })
      assert.deepInclude(messages.find((one) => one.to === to), { text: "Grüße & more", webhook_url: `${SITE}/api/v1/sms/inbound/telnyx` })
      const payload = { id: going.provider_id, direction: "outbound", from: { phone_number: OWN }, to: [{ phone_number: to, status: "delivered" }], text: "Grüße & more", errors: [] }
      const refused = [
        tells("message.finalized", payload, strangers.signed), tells("message.finalized", payload, (body) => keys.signed(body, Math.floor(Date.now() / 1_000) - 3_600)),
        tells("message.finalized", payload, undefined, (body) => body.replace("delivered", "delivery_failed")), tells("message.finalized", payload, () => ({})),
        tells("message.finalized", { ...payload, from: { phone_number: "+12025550177" } })
      ]
      for (const [n, one] of refused.entries()) assert.strictEqual((yield* one).status, 401, String(n))
      assert.strictEqual((yield* read(`/sms/messages/${made.json.id}`)).state, "sent")
      for (const event of ["message.finalized", "message.sent", "message.finalized"]) {
        const status = event === "message.sent" ? "sent" : "delivered"
        assert.strictEqual((yield* tells(event, { ...payload, to: [{ phone_number: to, status }] })).status, 202)
      }
      assert.strictEqual((yield* read(`/sms/messages/${made.json.id}`)).state, "delivered")

      const stopped = yield* text({ to_phone: "+15005550004", from_phone: OWN, message: "Hello" })
      assert.strictEqual(stopped.status, 201, stopped.text)
      assert.deepInclude(yield* settled(stopped.json.id), { state: "failed", error_code: "40300" })
      assert.strictEqual((yield* text({ to_phone: "+15005550004", from_phone: OWN, message: "Hello" })).status, 422)
    }))

  it.effect("takes texts once, with what came with them, and answers STOP", () =>
    Effect.gen(function*() {
      const { messages } = yield* Telnyx
      const elsewhere = yield* providerServer(() => ({ status: 200, headers: { "content-type": "image/gif" }, body: Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1") }))
      const from = somePhone()
      const payload = texts(from, "tx-picture", "Is it this one?", { media: [{ url: `${elsewhere.url}/picture`, content_type: "image/gif", size: 14 }] })
      const all = yield* Effect.all(Array.from({ length: 5 }, () => tells("message.received", payload)), { concurrency: "unbounded" })
      assert.deepStrictEqual(all.map(({ status }) => status), [202, 202, 202, 202, 202])
      yield* filed
      const found = Effect.map(read(`/sms/messages?from_phone=${encodeURIComponent(from)}`), ({ items }) => items)
      const [one, ...others] = yield* eventually(found, ([one]) => one?.media[0]?.state === "stored", 60_000)
      assert.lengthOf(others, 0)
      assert.deepInclude(one, { message: "Is it this one?", provider: "telnyx", provider_id: "tx-picture" })
      assert.strictEqual((yield* send(`/sms/messages/${one.id}/media/1`, { key: "acme" })).headers.get("content-type"), "image/gif")
      assert.deepStrictEqual(elsewhere.asked.map(({ headers }) => headers.authorization), [undefined])

      yield* tells("message.received", texts(from, "tx-stop", "STOP"))
      const [confirmation] = yield* eventually(Effect.sync(() => messages.filter(({ to }) => to === from)), ({ length }) => length > 0, 60_000)
      assert.include(confirmation!.text, "Answer START")
      assert.strictEqual((yield* text({ to_phone: from, from_phone: OWN, message: "Sale!" })).status, 422)
    }))

  it.effect("takes calls by its rules, and fetches what was recorded", () =>
    Effect.gen(function*() {
      const { recordings } = yield* Telnyx
      const phone = somePhone()
      const fields = callOf("v3:in-1", phone, OWN)
      for (const headers of [strangers.signed, (body: string) => keys.signed(body, 1), () => ({})]) assert.strictEqual((yield* asks(ARRIVAL, fields, headers)).status, 401)
      assert.isUndefined(yield* callFrom(phone))
      const document = yield* asks(ARRIVAL, fields)
      assert.strictEqual(document.status, 200, document.text)
      assert.strictEqual(verbsOf(document.text), "Dial[+12025550190]")
      const action = addressIn(document.text, "action")
      assert.isTrue(action.startsWith(`${ARRIVAL}/steps/`), action)
      assert.strictEqual((yield* asks(action.replace("/telnyx/", "/twilio/"), fields)).status, 401)
      const next = yield* asks(action, { ...fields, CallStatus: "in-progress", DialCallStatus: "completed", DialCallDuration: "24" })
      assert.strictEqual(verbsOf(next.text), "Hangup")
      yield* asks(ARRIVAL, callOf("v3:in-1", phone, OWN, { CallStatus: "completed", CallDuration: "31" }))
      const { id } = yield* callFrom(phone)
      assert.deepInclude(yield* over(id), { state: "completed", result: "answered", provider: "telnyx", duration_seconds: 31 })

      const caller = somePhone()
      const elsewhere = yield* providerServer(() => ({ status: 200, headers: { "content-type": "audio/mpeg" }, body: Buffer.from("ID3 spoken") }))
      recordings.set("rec-1", `${elsewhere.url}/rec-1.mp3`)
      const left = callOf("v3:in-2", caller, MAILBOX)
      const record = yield* asks(ARRIVAL, left)
      const report = addressIn(record.text, "recordingStatusCallback")
      assert.strictEqual((yield* asks(report, { ...left, RecordingSid: "rec-1", RecordingStatus: "completed", RecordingDuration: "3" })).status, 202)
      const mailbox = yield* callFrom(caller)
      const kept = yield* eventually(read(`/voice/recordings?call_id=${mailbox.id}`), ({ items }) => items[0]?.state === "stored", 60_000)
      assert.strictEqual((yield* send(kept.items[0].url.slice("/api/v1".length), { key: "acme" })).text, "ID3 spoken")
      yield* eventually(Effect.sync(() => recordings.size), (size) => size === 0, 60_000)
      assert.deepStrictEqual(elsewhere.asked.map(({ headers }) => headers.authorization), [undefined])
    }))

  it.effect("places calls, follows them, and hangs them up", () =>
    Effect.gen(function*() {
      yield* patch("/sms/settings", { quiet_hours: { from: "00:00", to: "00:00" } })
      const { calls } = yield* Telnyx
      const to_phone = somePhone()
      const made = yield* place({ to_phone, from_phone: OWN, say: "Your bicycle is <ready>." })
      assert.strictEqual(made.status, 201, made.text)
      const placed = yield* eventually(Effect.sync(() => calls.find(({ to }) => to === to_phone)), (call) => call !== undefined, 60_000)
      assert.include(placed!.texml, "Your bicycle is &lt;ready&gt;.")
      const report = placed!.callback!.slice(SITE.length)
      assert.isTrue(report.startsWith(`${ARRIVAL}/reports/`), report)
      yield* eventually(read(`/voice/calls/${made.json.id}`), ({ provider_id }) => provider_id === placed!.sid, 60_000)
      const told = callOf(placed!.sid, OWN, to_phone, { CallStatus: "in-progress" })
      assert.strictEqual((yield* asks(report, told, strangers.signed)).status, 401)
      assert.strictEqual((yield* asks(report, told)).status, 202)
      assert.strictEqual((yield* read(`/voice/calls/${made.json.id}`)).state, "in_progress")
      yield* post(`/voice/calls/${made.json.id}/end`, {})
      assert.deepInclude(yield* over(made.json.id), { state: "completed", provider: "telnyx", duration_seconds: 7 })
      assert.strictEqual(placed!.status, "completed")
    }))
})

import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { telnyx, telnyxParty, telnyxReport } from "#layers/providers/messaging/telnyx"
import { Http, partyAt } from "./parties.ts"
import { telnyxKeys, telnyxServer } from "./telnyx-server.ts"

const KEY = "KEY0123456789ABCDEF"
const keys = telnyxKeys()

const made = Effect.gen(function*() {
  const server = yield* telnyxServer(KEY)
  const texts = telnyx(yield* partyAt(telnyxParty, server.url), { api_key: Redacted.make(KEY), public_key: Redacted.make(keys.public_key) })
  return { server, texts }
})

const hello = { to: "+4915112345678", from: "+15005550006", text: "Grüße & more" }
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

describe("Telnyx", () => {
  it.live("sends texts, finds them again, and tells what it has", () =>
    Effect.gen(function*() {
      const { server, texts } = yield* made
      const sent = yield* texts.send({ ...hello, callback: "https://platform.example/api/v1/sms/inbound/telnyx" })
      assert.deepInclude(sent, { status: "queued", to: hello.to, from: hello.from, error: null })
      assert.strictEqual(server.messages[0]!.webhook_url, "https://platform.example/api/v1/sms/inbound/telnyx")
      Object.assign(server.messages[0]!, { status: "delivery_failed", error: "40008" })
      assert.deepInclude(yield* texts.findMessage(sent.id), { status: "undelivered", error: "40008" })
      server.fail("lost", 1)
      assert.strictEqual((yield* Effect.flip(texts.send(hello)))._tag, "ProviderOutcomeUnknown")
      const found = yield* texts.sentSince(hello.to, "2026-11-22")
      assert.deepStrictEqual(found.map(({ text, to }) => [text, to]), [[hello.text, hello.to], [hello.text, hello.to]])
    }).pipe(Effect.provide(Http), Effect.scoped))

  it.live("refuses in its words, which mean the same as those of others", () =>
    Effect.gen(function*() {
      const { server, texts } = yield* made
      assert.deepInclude(yield* Effect.flip(texts.send({ ...hello, to: "+15005550004" })), { _tag: "ProviderDeclined", reason: "40300" })
      assert.deepInclude(yield* Effect.flip(texts.send({ ...hello, to: "+15005550001" })), { _tag: "ProviderInvalidRequest", reason: "40310" })
      assert.deepInclude(yield* Effect.flip(texts.findMessage("../x")), { _tag: "ProviderInvalidRequest", reason: "10005" })
      const other = telnyx(yield* partyAt(telnyxParty, server.url), { api_key: Redacted.make("KEYofsomebodyelse"), public_key: Redacted.make("x") })
      assert.strictEqual((yield* Effect.flip(other.send(hello)))._tag, "ProviderUnauthorized")
      assert.isFalse(other.signed({ url: "", bytes: bytesOf("{}"), headers: keys.signed("{}") }))
    }).pipe(Effect.provide(Http), Effect.scoped))

  it.live("signs its webhooks, which are no others, not altered and not old", () =>
    Effect.gen(function*() {
      const { texts } = yield* made
      const body = JSON.stringify({ data: { event_type: "message.received", payload: {} } })
      const signed = (text: string, headers: Readonly<Record<string, string>>) => texts.signed({ url: "", bytes: bytesOf(text), headers })
      assert.isTrue(signed(body, keys.signed(body)))
      assert.isFalse(signed(`${body} `, keys.signed(body)))
      assert.isFalse(signed(body, telnyxKeys().signed(body)))
      assert.isFalse(signed(body, keys.signed(body, Math.floor(Date.now() / 1_000) - 3_600)))
      assert.isFalse(signed(body, { ...keys.signed(body), "telnyx-timestamp": String(Math.floor(Date.now() / 1_000) + 1) }))
      for (const none of [{}, { "telnyx-timestamp": "1" }, { ...keys.signed(body), "telnyx-signature-ed25519": "x" }]) assert.isFalse(signed(body, none))
    }).pipe(Effect.provide(Http), Effect.scoped))

  it("tells of texts that came in, and how those stand that went out", () => {
    const payload = { id: "834f3d53", from: { phone_number: "+12025550123" }, to: [{ phone_number: "+12025550100", status: "delivered" }], text: "Hi", media: [] }
    const report = (event_type: string, more: object = {}) => telnyxReport(bytesOf(JSON.stringify({ data: { event_type, payload: { ...payload, ...more } } })))
    assert.deepStrictEqual(report("message.received"), { kind: "text", id: "834f3d53", from: "+12025550123", to: "+12025550100", text: "Hi", media: [] })
    assert.deepStrictEqual(report("message.finalized"),
      { kind: "status", id: "834f3d53", from: "+12025550123", to: "+12025550100", status: "delivered", error: null })
    assert.isUndefined(report("call.answered"))
    for (const nothing of ["", "{}", "[]", "x"]) assert.isUndefined(telnyxReport(bytesOf(nothing)))
  })
})

import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { simulatedMessaging } from "#layers/providers/messaging/simulated"
import { twilio, twilioParty } from "#layers/providers/messaging/twilio"
import { Http, partyAt } from "./parties.ts"
import { twilioServer, twilioSignature } from "./twilio-server.ts"

const SID = "AC0123456789abcdef0123456789abcdef"
const TOKEN = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"

const made = Effect.gen(function*() {
  const server = yield* twilioServer(SID, TOKEN)
  const messaging = twilio(yield* partyAt(twilioParty, server.url), { account_sid: Redacted.make(SID), auth_token: Redacted.make(TOKEN) })
  return { server, messaging }
})

const hello = { to: "+4930123456", from: "+15005550006", text: "Grüße & more" }

for (const [name, messaging] of [["twilio", Effect.map(made, ({ messaging }) => messaging)], ["simulated", Effect.succeed(simulatedMessaging)]] as const) {
  describe(`messages by ${name}`, () => {
    const test = (title: string, run: (how: typeof simulatedMessaging) => Effect.Effect<void, unknown>) =>
      it.live(title, () => Effect.flatMap(messaging, run).pipe(Effect.provide(Http), Effect.scoped))

    test("are sent, and found again", Effect.fnUntraced(function*(messaging) {
      const sent = yield* messaging.send(hello)
      assert.deepInclude(sent, { status: "queued", to: hello.to, from: hello.from, error: null })
      assert.strictEqual((yield* messaging.findMessage(sent.id)).to, hello.to)
      assert.notStrictEqual((yield* messaging.send(hello)).id, sent.id)
    }))

    test("refuse numbers as Twilio's test numbers do", Effect.fnUntraced(function*(messaging) {
      const expected = [
        ["+15005550001", "ProviderInvalidRequest", "21211"], ["+15005550002", "ProviderDeclined", "21612"],
        ["+15005550003", "ProviderDeclined", "21408"], ["+15005550004", "ProviderDeclined", "21610"], ["+15005550009", "ProviderDeclined", "21614"]
      ] as const
      for (const [to, _tag, reason] of expected) {
        assert.deepInclude(yield* Effect.flip(messaging.send({ ...hello, to })), { _tag, reason })
        assert.deepInclude(yield* Effect.flip(messaging.call({ to, from: hello.from, does: { say: "x" } })), { _tag, reason })
      }
    }))

    test("place a call and end it", Effect.fnUntraced(function*(messaging) {
      const placed = yield* messaging.call({ to: hello.to, from: hello.from, does: { say: "x" } })
      assert.strictEqual(placed.status, "queued")
      assert.strictEqual((yield* messaging.findCall(placed.id)).to, hello.to)
      assert.deepInclude(yield* messaging.end(placed.id), { id: placed.id, status: "completed" })
    }))

    test("know nothing of what is not theirs", Effect.fnUntraced(function*(messaging) {
      for (const call of [messaging.findMessage("SMnone"), messaging.findCall("CAnone"), messaging.end("CAnone"), messaging.findMessage("../x")]) {
        assert.deepInclude(yield* Effect.flip(call as Effect.Effect<unknown, any>), { _tag: "ProviderInvalidRequest", reason: "20404" })
      }
    }))
  })
}

describe("Twilio", () => {
  it.live("tells what it was asked, for whoever does not know", () =>
    Effect.gen(function*() {
      const { messaging, server } = yield* made
      server.fail("lost", 1)
      assert.strictEqual((yield* Effect.flip(messaging.send(hello)))._tag, "ProviderOutcomeUnknown")
      const [found] = yield* messaging.sentSince(hello.to, "2026-11-22")
      assert.deepInclude(found, { to: hello.to, text: hello.text, status: "queued" })
      assert.strictEqual(server.asked.at(-1)!.query.get("DateSent>"), "2026-11-22")
      assert.deepStrictEqual(yield* messaging.placedSince(hello.to, "2026-11-22"), [])
    }).pipe(Effect.provide(Http), Effect.scoped))

  it.live("is told what to say without a way out of it", () =>
    Effect.gen(function*() {
      const { messaging, server } = yield* made
      yield* messaging.call({ to: hello.to, from: hello.from, does: { say: "</Say><Dial>+1900</Dial>&\"'" } })
      assert.strictEqual(server.calls[0]!.twiml, "<Response><Say>&#60;/Say&#62;&#60;Dial&#62;+1900&#60;/Dial&#62;&#38;&#34;&#39;</Say></Response>")
    }).pipe(Effect.provide(Http), Effect.scoped))

  it.live("signs what it sends", () =>
    Effect.gen(function*() {
      const { messaging } = yield* made
      const url = "https://example.com/api/v1/sms/inbound/twilio?company=7"
      const fields = { From: "+4930123456", Body: "STOP", MessageSid: "SM1", Empty: "" }
      const right = twilioSignature(TOKEN, url, fields)
      assert.isTrue(messaging.isSigned(url, new URLSearchParams(fields), right))
      assert.isFalse(messaging.isSigned(url, new URLSearchParams({ ...fields, Body: "START" }), right))
      assert.isFalse(messaging.isSigned(url.replace("https", "http"), new URLSearchParams(fields), right))
      assert.isFalse(messaging.isSigned(url, new URLSearchParams(fields), twilioSignature("another", url, fields)))
      for (const none of [undefined, "", "x", `${right} `]) assert.isFalse(messaging.isSigned(url, new URLSearchParams(fields), none))
    }).pipe(Effect.provide(Http), Effect.scoped))

  /* The example of Twilio's documentation of its signatures. */
  it("agrees with the documented example", () => {
    const url = "https://example.com/myapp.php?foo=1&bar=2"
    const fields = { CallSid: "CA1234567890ABCDE", Caller: "+14158675310", Digits: "1234", From: "+14158675310", To: "+18005551212" }
    assert.strictEqual(twilioSignature("12345", url, fields), "L/OH5YylLD5NRKLltdqwSvS0BnU=")
  })
})

describe("the simulator", () => {
  it.effect("fails in each way, delivers or not, and dispatches nothing", () =>
    Effect.gen(function*() {
      const tags = [
        ["+15005550010", "ProviderUnavailable"], ["+15005550011", "ProviderRateLimited"], ["+15005550012", "ProviderUnauthorized"],
        ["+15005550013", "ProviderOutcomeUnknown"]
      ] as const
      for (const [to, tag] of tags) assert.strictEqual((yield* Effect.flip(simulatedMessaging.send({ ...hello, to })))._tag, tag)
      const { id } = yield* simulatedMessaging.send({ ...hello, to: "+15005550020" })
      assert.deepInclude(yield* simulatedMessaging.findMessage(id), { status: "undelivered", error: "30003" })
      const call = yield* simulatedMessaging.call({ to: "+15005550030", from: hello.from, does: { say: "x" } })
      assert.strictEqual((yield* simulatedMessaging.findCall(call.id)).status, "busy")
      const slow = yield* Effect.forkChild(simulatedMessaging.send({ ...hello, to: "+15005550014" }))
      yield* TestClock.adjust("9 seconds")
      assert.isUndefined(slow.pollUnsafe())
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventually } from "../../support/eventually.ts"
import { send } from "../../support/test-server.ts"
import { somePhone, Twilio } from "../sms/texting.ts"
import { addressIn, called, CallingServer, over, patch, place, post, read, twilioAsks } from "./calling.ts"
import { builtByTwilio, parsed, verbsOf } from "./twiml-check.ts"

const OWN = "+12025550180"
const OUR_PHONE = "+12025550181"

const placed = (to: string) => Effect.map(Twilio, ({ calls }) => calls.filter((one) => one.to === to))
const asksFor = (phone: string) => ({ body, method, path }: { readonly body: Buffer; readonly method: string; readonly path: string }) =>
  method === "POST" && path.endsWith("/Calls.json") && new URLSearchParams(body.toString()).get("To") === phone

layer(CallingServer, { excludeTestServices: true })("a call that the company makes", (it) => {
  it.effect("is placed once, with its row, its run and its events, and goes forward only", () =>
    Effect.gen(function*() {
      yield* patch("/sms/settings", { quiet_hours: { from: "00:00", to: "00:00" } })
      const none = yield* place({ to_phone: somePhone(), say: "Hello" })
      assert.strictEqual(none.status, 422, none.text)
      assert.strictEqual(none.json.details[0].field, "from_phone")
      yield* called(OWN, { open: { type: "voicemail" } })
      const { calls } = yield* Twilio
      const to = somePhone()
      const answers = yield* Effect.all(Array.from({ length: 50 }, () => place({ to_phone: to, say: "Grüße & more" }, "acme", { "idempotency-key": "one call" })), { concurrency: "unbounded" })
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [201], answers[0]!.text)
      const { id } = answers[0]!.json
      assert.deepInclude(answers[0]!.json, { direction: "outbound", state: "queued", from_phone: OWN, to_phone: to, say: "Grüße & more", provider: "twilio", livemode: true })
      const going = yield* eventually(read(`/voice/calls/${id}`), ({ provider_id }: any) => provider_id !== null, 30_000)
      assert.strictEqual(going.state, "ringing")
      const [one, ...others] = yield* placed(to)
      assert.deepStrictEqual(others, [])
      assert.strictEqual(verbsOf(one!.twiml!), "Say")
      assert.deepStrictEqual(parsed(builtByTwilio(one!.twiml!)), parsed(one!.twiml!))
      Object.assign(calls.find(({ sid }) => sid === one!.sid)!, { price: "-0.0140" })
      const told = addressIn(` x="${one!.callback}"`, "x")
      for (const [status, state] of [["in-progress", "in_progress"], ["ringing", "in_progress"], ["completed", "completed"], ["in-progress", "completed"]]) {
        assert.strictEqual((yield* twilioAsks(told, { CallSid: one!.sid, From: OWN, To: to, CallStatus: status!, CallDuration: "12" })).status, 202)
        assert.strictEqual((yield* read(`/voice/calls/${id}`)).state, state)
      }
      const done = yield* eventually(over(id), ({ price }: any) => price !== null, 30_000)
      assert.deepInclude(done, { result: "told", duration_seconds: 12, price: "0.0140", price_currency: "USD" })
      assert.deepStrictEqual(done.events.map(({ kind }: any) => kind), ["placed", "answered", "ended"])
    }))

  it.effect("rings the company's own phone first and then the other, who hears that it is recorded", () =>
    Effect.gen(function*() {
      const from_phone = "+12025550182"
      yield* called(from_phone, { open: { type: "voicemail" }, recording: { calls: true, announcement: "We record this." } })
      const to = somePhone()
      const { json: { id } } = yield* place({ to_phone: to, bridge_phone: OUR_PHONE, from_phone })
      yield* eventually(read(`/voice/calls/${id}`), ({ provider_id }: any) => provider_id !== null, 30_000)
      const [first] = yield* placed(OUR_PHONE)
      assert.strictEqual(verbsOf(first!.twiml!), `Say Dial[${to}]`)
      assert.include(first!.twiml!, `callerId="${from_phone}"`)
      assert.deepStrictEqual(parsed(builtByTwilio(first!.twiml!)), parsed(first!.twiml!))
      const whisper = yield* twilioAsks(addressIn(first!.twiml!, "url"), { CallSid: "CAchild", From: from_phone, To: to, CallStatus: "in-progress" })
      assert.include(whisper.text, "We record this.")
      const fields = { CallSid: first!.sid, From: from_phone, To: OUR_PHONE }
      yield* twilioAsks(addressIn(first!.twiml!, "action"), { ...fields, CallStatus: "in-progress", DialCallStatus: "completed" })
      yield* twilioAsks(addressIn(` x="${first!.callback}"`, "x"), { ...fields, CallStatus: "completed", CallDuration: "40" })
      assert.deepInclude(yield* over(id), { state: "completed", result: "answered", bridge_phone: OUR_PHONE })
    }))

  it.effect("is asked for, and not placed again, where the provider's answer was lost, and told as unknown where it lists none", () =>
    Effect.gen(function*() {
      const { asked, fail } = yield* Twilio
      for (const [fault, state, count] of [["lost", "ringing", 1], ["hung", "ringing", 1], ["slow", "unknown", 0], ["broken", "unknown", 0]] as const) {
        const to = somePhone()
        fail(fault, 1, asksFor(to))
        const { json: { id } } = yield* place({ to_phone: to, say: "Lost?" })
        const done = yield* eventually(read(`/voice/calls/${id}`), (one: any) => one.state !== "queued", 30_000)
        assert.strictEqual(done.state, state, fault)
        assert.strictEqual((yield* placed(to)).length, count, fault)
        assert.strictEqual(asked.filter(asksFor(to)).length, 1, fault)
        if (state === "unknown") assert.strictEqual((yield* post(`/voice/calls/${id}/end`, {})).status, 409)
      }
      for (const fault of ["limited", "unauthorized"] as const) {
        const to = somePhone()
        fail(fault, 1, asksFor(to))
        const { json: { id } } = yield* place({ to_phone: to, say: "Again" })
        assert.strictEqual((yield* eventually(read(`/voice/calls/${id}`), (one: any) => one.state !== "queued", 30_000)).state, "ringing", fault)
        assert.lengthOf(yield* placed(to), 1, fault)
      }
      fail(undefined)
      const refused = yield* place({ to_phone: "+15005550003", say: "No" })
      assert.deepInclude(yield* over(refused.json.id), { state: "failed", result: "not_reached", error_code: "21408" })
    }))

  it.effect("is ended, and stays so", () =>
    Effect.gen(function*() {
      const { json: { id } } = yield* place({ to_phone: somePhone(), say: "A long text" })
      yield* eventually(read(`/voice/calls/${id}`), ({ provider_id }: any) => provider_id !== null, 30_000)
      const ended = yield* post(`/voice/calls/${id}/end`, {})
      assert.strictEqual(ended.status, 200, ended.text)
      assert.deepInclude(ended.json, { state: "completed", duration_seconds: 7 })
      assert.deepInclude((yield* post(`/voice/calls/${id}/end`, {})).json, { state: "completed" })
      yield* over(id)
    }))

  it.effect("says nothing to who opted out nor in quiet hours, where a person may call", () =>
    Effect.gen(function*() {
      const gone = somePhone()
      yield* send(`/sms/opt-outs/${encodeURIComponent(gone)}`, { key: "acme", method: "PUT", headers: { "content-type": "application/json" }, body: "{}" })
      assert.deepInclude((yield* place({ to_phone: gone, say: "Sale!" })).json.details[0], { field: "to_phone", received: gone })
      const byPerson = yield* place({ to_phone: gone, bridge_phone: OUR_PHONE })
      assert.strictEqual(byPerson.status, 201)
      yield* patch("/sms/settings", { quiet_hours: { from: "00:00", to: "23:59" } })
      const quiet = yield* place({ to_phone: somePhone(), say: "Sale!" })
      assert.include(quiet.json.details[0].error, "quiet")
      const atNight = yield* place({ to_phone: somePhone(), bridge_phone: OUR_PHONE })
      assert.strictEqual(atNight.status, 201)
      for (const { json } of [byPerson, atNight]) {
        yield* eventually(read(`/voice/calls/${json.id}`), ({ provider_id }: any) => provider_id !== null, 30_000)
      }
      yield* patch("/sms/settings", { quiet_hours: { from: "00:00", to: "00:00" } })
      for (const [body, field] of [
        [{ to_phone: somePhone() }, "say"], [{ to_phone: somePhone(), say: "x", bridge_phone: OUR_PHONE }, "say"], [{ to_phone: OUR_PHONE, bridge_phone: OUR_PHONE }, "bridge_phone"],
        [{ to_phone: "12", say: "x" }, "to_phone"], [{ to_phone: somePhone(), say: "x", from_phone: "+12025550199" }, "from_phone"], [{ to_phone: somePhone(), say: "x", contact_id: 999_999 }, "contact_id"]
      ] as const) {
        const refused = yield* place(body)
        assert.strictEqual(refused.status, 422, refused.text)
        assert.strictEqual(refused.json.details[0].field, field, refused.text)
      }
    }))

  it.effect("of a test key opens no connection, and is what the simulator makes of the number", () =>
    Effect.gen(function*() {
      const { asked, connections } = yield* Twilio
      const before = [connections(), asked.length]
      const made = yield* place({ to_phone: somePhone(), say: "Test" }, "acmeTest")
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.json, { state: "completed", result: "told", duration_seconds: 42, livemode: false, provider: "simulated", from_phone: "+15005550006" })
      assert.deepInclude((yield* place({ to_phone: "+15005550030", bridge_phone: OUR_PHONE }, "acmeTest")).json, { state: "busy", result: "not_reached" })
      const declined = yield* place({ to_phone: "+15005550009", say: "Test" }, "acmeTest")
      assert.deepInclude(yield* over(declined.json.id, "acmeTest"), { state: "failed", error_code: "21614" })
      const unknown = yield* place({ to_phone: "+15005550013", say: "Test" }, "acmeTest")
      yield* eventually(read(`/voice/calls/${unknown.json.id}`, "acmeTest"), ({ state }: any) => state === "unknown", 30_000)
      assert.deepStrictEqual([connections(), asked.length], before)
      assert.strictEqual((yield* send(`/voice/calls/${made.json.id}`, { key: "acme" })).status, 404)
    }))
})

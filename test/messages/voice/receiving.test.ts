import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { twilioSignature } from "../../providers/twilio-server.ts"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { send } from "../../support/test-server.ts"
import { SITE, somePhone, Twilio } from "../sms/texting.ts"
import { addressIn, ARRIVAL, called, callFrom, CallingServer, callOf, over, patch, post, read, remove, twilioAsks } from "./calling.ts"
import { builtByTwilio, parsed, verbsOf } from "./twiml-check.ts"

const OWN = "+12025550150"
const MAILBOX = "+12025550151"
const MENU = "+12025550152"
const people = [{ phone: "+12025550161", name: "Grace" }, { phone: "+12025550162", name: "Ada" }]

const ends = (sid: string, from: string, to: string, status = "completed") =>
  twilioAsks(ARRIVAL, callOf(sid, from, to, { CallStatus: status, CallDuration: "31", CallbackSource: "call-progress-events" }))

layer(CallingServer, { excludeTestServices: true })("a call that comes in", (it) => {
  it.effect("is refused unless its provider signed all of it, for our address, and each step is one of ours", () =>
    Effect.gen(function*() {
      yield* called(OWN, { open: { type: "ring", people, order: "in_order", seconds: 20, otherwise: "voicemail" }, text_back: { text: "Sorry!", to: "callers" } })
      yield* called(MAILBOX, { open: { type: "voicemail" } })
      const phone = somePhone()
      const fields = callOf("CAforged", phone, OWN)
      const refused = [
        twilioAsks(ARRIVAL, fields, { signature: "" }), twilioAsks(ARRIVAL, fields, { signature: twilioSignature("another", `${SITE}${ARRIVAL}`, fields) }),
        twilioAsks(ARRIVAL, fields, { sent: { ...fields, From: "+12025550199" } }), twilioAsks(ARRIVAL, fields, { sent: { ...fields, Extra: "1" } }),
        twilioAsks(ARRIVAL, fields, { url: `http://127.0.0.1${ARRIVAL}` }), twilioAsks(ARRIVAL, fields, { url: `https://other.example${ARRIVAL}` }),
        twilioAsks(ARRIVAL, callOf("CAforged", phone, "+12025550177")), twilioAsks(ARRIVAL, { To: OWN })
      ]
      for (const [n, one] of refused.entries()) assert.strictEqual((yield* one).status, 401, String(n))
      assert.isUndefined(yield* callFrom(phone))
      const taken = yield* twilioAsks(ARRIVAL, fields)
      assert.strictEqual(taken.status, 200, taken.text)
      assert.include(taken.headers.get("content-type"), "text/xml")
      const action = addressIn(taken.text, "action")
      const busy = { ...fields, CallStatus: "in-progress", DialCallStatus: "busy" }
      const forged = action.replace(/(.)(.)$/, (_, before, last) => `${before === "A" ? "B" : "A"}${last}`)
      for (const path of [forged, `${ARRIVAL}/steps/made-up`, action.replace("/steps/", "/reports/")]) {
        assert.strictEqual((yield* twilioAsks(path, busy)).status, 401, path)
      }
      assert.strictEqual((yield* twilioAsks(action, { ...busy, CallSid: "CAother" })).status, 401)
      assert.strictEqual((yield* twilioAsks(action, busy, { sent: { ...busy, DialCallStatus: "completed" } })).status, 401)
      yield* ends("CAforged", phone, OWN)
    }))

  it.effect("rings one after the other, is told of once however often it is replayed, and counts as answered", () =>
    Effect.gen(function*() {
      const phone = somePhone()
      const { json: { id: contact_id } } = yield* post("/crm/contacts", { first_name: "Grace", phone })
      const fields = callOf("CAanswered", phone, OWN)
      const all = yield* Effect.all(Array.from({ length: 10 }, () => twilioAsks(ARRIVAL, fields)), { concurrency: "unbounded" })
      assert.deepStrictEqual([...new Set(all.map(({ status, text }) => `${status} ${verbsOf(text)}`))], ["200 Dial[+12025550161]"])
      for (const { text } of all) assert.deepStrictEqual(parsed(builtByTwilio(text)), parsed(text))
      assert.lengthOf((yield* read(`/voice/calls?from_phone=${encodeURIComponent(phone)}`)).items, 1)
      const next = yield* twilioAsks(addressIn(all[0]!.text, "action"), { ...fields, CallStatus: "in-progress", DialCallStatus: "no-answer" })
      assert.strictEqual(verbsOf(next.text), "Dial[+12025550162]")
      const talked = { ...fields, CallStatus: "in-progress", DialCallStatus: "completed", DialCallDuration: "24" }
      for (let n = 0; n < 3; n++) assert.strictEqual(verbsOf((yield* twilioAsks(addressIn(next.text, "action"), talked)).text), "Hangup")
      const call = yield* callFrom(phone)
      for (let n = 0; n < 3; n++) assert.strictEqual((yield* ends("CAanswered", phone, OWN)).status, 200)
      const done = yield* over(call.id)
      assert.deepInclude(done, {
        direction: "inbound", state: "completed", result: "answered", answered_by: "+12025550162", contact_id, duration_seconds: 31, rule: "open", task_id: null, livemode: true
      })
      assert.deepStrictEqual(done.events.map(({ kind }: any) => kind), ["received", "dialed", "not_answered", "dialed", "connected", "ended"])
      yield* ends("CAanswered", phone, OWN, "failed")
      assert.strictEqual((yield* read(`/voice/calls/${call.id}`)).state, "completed")

      const sql = yield* OwnerSql
      const events = yield* eventually(sql<{ kind: string }>`select kind from events where kind like 'call.%' and (data->'object'->>'id')::bigint = ${call.id} order by id`,
        ({ length }) => length === 2)
      assert.deepStrictEqual(events.map(({ kind }) => kind), ["call.received", "call.completed"])
      const timeline = yield* read(`/crm/contacts/${contact_id}/timeline`)
      assert.deepInclude(timeline.items.find(({ kind }: any) => kind === "phone_call"), { title: "Called: answered", object: "call", object_id: call.id })
      const segment = yield* post("/crm/segments", {
        name: "Called", filter: { match: "all", of: [{ type: "calls", direction: "inbound", result: "answered", within_days: 30, op: "gte", value: 1 }] }
      })
      assert.deepStrictEqual((yield* read(`/crm/segments/${segment.json.id}/contacts`)).items.map(({ id }: any) => id), [contact_id])
    }))

  it.effect("that nobody answers becomes one task, and one text to whoever wants it", () =>
    Effect.gen(function*() {
      const { messages } = yield* Twilio
      const [phone, gone] = [somePhone(), somePhone()]
      yield* patch("/sms/settings", { quiet_hours: { from: "00:00", to: "00:00" } })
      yield* send(`/sms/opt-outs/${encodeURIComponent(gone)}`, { key: "acme", method: "PUT", headers: { "content-type": "application/json" }, body: "{}" })
      for (const [n, one] of [phone, phone, gone].entries()) {
        yield* twilioAsks(ARRIVAL, callOf(`CAmissed${n}`, one, OWN))
        yield* ends(`CAmissed${n}`, one, OWN, "no-answer")
        yield* over((yield* callFrom(one)).id)
      }
      /* Each of the three has its task. */
      yield* eventually(read("/crm/tasks?limit=50"), ({ items }: any) => items.filter(({ title }: any) => title.startsWith("Call back")).length >= 3)
      const { items } = yield* read(`/voice/calls?from_phone=${encodeURIComponent(phone)}`)
      assert.deepStrictEqual(items.map(({ result, state }: any) => [state, result]), [["no_answer", "missed"], ["no_answer", "missed"]])
      const made = yield* read(`/crm/contacts/${items[0].contact_id}`)
      assert.deepInclude(made, { phone, source: "phone call" })
      const task = yield* read(`/crm/tasks/${items[0].task_id}`)
      assert.deepInclude(task, { title: `Call back: ${phone}`, contact_id: made.id, status: "open" })
      assert.notStrictEqual(items[0].task_id, items[1].task_id)
      const texts = yield* eventually(Effect.sync(() => messages.filter(({ to }) => to === phone)), ({ length }) => length > 0)
      assert.deepStrictEqual(texts.map(({ body, from }) => [body, from]), [["Sorry!", OWN]])
      assert.lengthOf(messages.filter(({ to }) => to === gone), 0)
    }))

  it.effect("that leaves a message has it stored here, written down, no longer with the provider, and deleted when that is asked for", () =>
    Effect.gen(function*() {
      const { recordings } = yield* Twilio
      const sound = Buffer.from("ID3 a message that is no music".repeat(2_000))
      recordings.set("REmessage", sound)
      const phone = somePhone()
      const fields = callOf("CAmessage", phone, MAILBOX)
      const first = yield* twilioAsks(ARRIVAL, fields)
      assert.strictEqual(verbsOf(first.text), "Say Record Hangup")
      assert.include(first.text, "Leave a message.")
      const left = { ...fields, CallStatus: "completed", RecordingSid: "REmessage", RecordingDuration: "9", Digits: "hangup" }
      assert.strictEqual(verbsOf((yield* twilioAsks(addressIn(first.text, "action"), left)).text), "Hangup")
      yield* ends("CAmessage", phone, MAILBOX)
      const report = { CallSid: "CAmessage", RecordingSid: "REmessage", RecordingStatus: "completed", RecordingDuration: "9" }
      const told = addressIn(first.text, "recordingStatusCallback")
      for (let n = 0; n < 3; n++) assert.strictEqual((yield* twilioAsks(told, report)).status, 202)
      const call = yield* over((yield* callFrom(phone)).id)
      assert.deepInclude(call, { result: "voicemail" })
      const written = { ...report, TranscriptionStatus: "completed", TranscriptionText: "Please call me back." }
      assert.strictEqual((yield* twilioAsks(addressIn(first.text, "transcribeCallback"), written)).status, 202)
      const { items: [recording, ...others] } = yield* eventually(read(`/voice/recordings?call_id=${call.id}`), ({ items }: any) => items[0]?.state === "stored")
      assert.deepStrictEqual(others, [])
      assert.deepInclude(recording, { kind: "voicemail", seconds: 9, bytes: sound.length, transcript: "Please call me back.", type: "audio/mpeg" })
      yield* eventually(Effect.sync(() => recordings.has("REmessage")), (there) => !there)
      const heard = yield* send(recording.url.slice("/api/v1".length), { key: "acme" })
      assert.strictEqual(heard.status, 200, heard.text.slice(0, 200))
      assert.strictEqual(heard.text, sound.toString())
      assert.strictEqual((yield* send(recording.url.slice("/api/v1".length), { key: "bolt" })).status, 404)
      const { task_id } = yield* eventually(read(`/voice/calls/${call.id}`), (one: any) => one.task_id !== null)
      const { notes, title } = yield* read(`/crm/tasks/${task_id}`)
      assert.include(title, "Listen to the message")
      assert.include(notes, "Please call me back.")
      assert.strictEqual((yield* remove(`/voice/recordings/${recording.id}`)).status, 200)
      assert.strictEqual((yield* send(recording.url.slice("/api/v1".length), { key: "acme" })).status, 404)
    }))

  it.effect("keeps the rules that it began with, through a menu", () =>
    Effect.gen(function*() {
      const menu = { type: "menu", prompt: "Press 1.", choices: [{ digit: "1", go_to: { type: "say", text: "One." } }], tries: 1, seconds: 3, otherwise: { type: "voicemail" } }
      yield* called(MENU, { open: menu })
      const fields = callOf("CAmenu", somePhone(), MENU)
      const first = yield* twilioAsks(ARRIVAL, fields)
      assert.strictEqual(verbsOf(first.text), "Gather[Say]")
      const { items: [number] } = yield* read(`/voice/numbers?phone=${encodeURIComponent(MENU)}`)
      assert.strictEqual((yield* patch(`/voice/numbers/${number.id}`, { routing: { open: { type: "hang_up" }, closed: { type: "hang_up" } } })).status, 200)
      const chosen = yield* twilioAsks(addressIn(first.text, "action"), { ...fields, CallStatus: "in-progress", Digits: "1" })
      assert.strictEqual(verbsOf(chosen.text), "Say Hangup")
      assert.include(chosen.text, "One.")
      assert.strictEqual(verbsOf((yield* twilioAsks(ARRIVAL, callOf("CAmenu2", somePhone(), MENU))).text), "Reject")
    }))
})

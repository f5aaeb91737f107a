import { Effect, type Layer } from "effect"
import { HttpServer } from "effect/http"
import { CallStepNames } from "#layers/messages/voice/call-steps"
import { Storage } from "#layers/providers/storage/storage"
import { CompanyId } from "#schemas/kernel/ids"
import { CallId } from "#schemas/messages/voice/ids"
import type { CallPlan } from "#workflows/messages/voice/flow"
import { encodeStep, type Step } from "#workflows/messages/voice/steps"
import type { Call } from "../../contract/examples.ts"
import { twilioSignature } from "../../providers/twilio-server.ts"
import { OwnerSql } from "../../support/database.ts"
import { companyIds, type Key, keys, type TestServer, TWILIO_TOKEN } from "../../support/test-server.ts"
import { numbered } from "../sms/examples.ts"

type Here = Layer.Success<typeof TestServer>
type Adjust = (call: Call, key: Key) => Effect.Effect<Call, never, Here>

let turn = 0

const plan: CallPlan = { step: { type: "voicemail" }, language: "en-US", greeting: "Leave a message.", longest: 60, transcribe: false, record: false, announcement: null }

/** A call that came in and is over, of a company. */
const ended = Effect.fnUntraced(function*(key: Key) {
  const sql = yield* OwnerSql
  const livemode = keys[key].mode === "live"
  const provider_id = `CAexample${turn++}`
  const to_phone = yield* numbered(key)
  const [row] = yield* sql<{ id: number }>`insert into calls ${sql.insert({
    company_id: companyIds[keys[key].company], livemode, direction: "inbound", state: "completed", result: "voicemail", from_phone: "+12025550123", to_phone, rule: "open",
    provider: livemode ? "twilio" : "simulated", provider_id, plan: JSON.stringify(plan), closed: true, duration_seconds: 31
  })} returning id`
  return { id: row!.id, provider_id, to_phone }
}, Effect.orDie)

export const someCall = (key: Key) => Effect.map(ended(key), ({ id }): number => id)

/** A recording that lies here. */
export const someRecording = Effect.fnUntraced(function*(key: Key) {
  const sql = yield* OwnerSql
  const storage = yield* Storage
  const call_id = yield* someCall(key)
  const company_id = companyIds[keys[key].company]
  const prefix = `${company_id}/calls/${call_id}/0`
  const sound = Buffer.from("ID3 an example")
  yield* storage.put(`${prefix}/recording.mp3`, sound, "audio/mpeg")
  const [row] = yield* sql<{ id: number }>`insert into call_recordings ${sql.insert({
    company_id, livemode: keys[key].mode === "live", call_id, kind: "voicemail", state: "stored", seconds: 3, bytes: sound.length, type: "audio/mpeg",
    provider: "simulated", provider_id: `REexample${turn++}`, prefix
  })} returning id`
  return row!.id
}, Effect.orDie)

/** Signed for the address that the server calls itself. */
const signed = (call: Call, path: string, fields: Readonly<Record<string, string>>) =>
  Effect.map(HttpServer.addressFormattedWith(Effect.succeed), (base): Call => ({
    ...call,
    file: { type: "application/x-www-form-urlencoded", text: new URLSearchParams(fields).toString() },
    headers: { ...call.headers, "x-twilio-signature": twilioSignature(TWILIO_TOKEN, `${base}/api/v1/voice/inbound/${path}`, fields) }
  }))

/** By the company's number, which connects two people: that is quiet at no time. */
const bridged: Adjust = (call, key) =>
  Effect.map(numbered(key), (from_phone) => {
    const { say: _, ...payload } = call.payload!
    return { ...call, payload: "from_phone" in payload ? { ...payload, from_phone } : payload }
  })

const arriving: Adjust = (call, key) =>
  Effect.flatMap(numbered(key), (To) => signed(call, "twilio", { CallSid: `CAarrives${turn++}`, From: "+12025550123", To, CallStatus: "ringing" }))

/** Of a call that there is, at a step that we named. */
const stepping = (kind: "steps" | "reports", what: Step["what"]): Adjust => (call, key) =>
  Effect.gen(function*() {
    const { id, provider_id, to_phone } = yield* ended(key)
    const names = yield* CallStepNames
    const step = names.issue(encodeStep({ company: CompanyId.make(companyIds[keys[key].company]), call: CallId.make(id), what }))
    const made = yield* signed(call, `twilio/${kind}/${step}`, { CallSid: provider_id, From: "+12025550123", To: to_phone, CallStatus: "completed", RecordingDuration: "3" })
    return { ...made, params: { ...made.params, step } }
  })

/** Where an example made field by field does not do. */
export const callsOfCalls: Readonly<Record<string, Adjust>> = {
  place_call: bridged,
  receive_call: arriving,
  continue_call: stepping("steps", { at: "recorded" }),
  receive_call_report: stepping("reports", { tells: "status" })
}

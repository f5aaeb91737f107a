import { Effect, type Layer } from "effect"
import { HttpServer } from "effect/http"
import { Storage } from "#layers/providers/storage/storage"
import { usualRecording, usualRouting, usualVoicemail } from "#schemas/messages/voice/routing"
import type { Call } from "../../contract/examples.ts"
import { twilioSignature } from "../../providers/twilio-server.ts"
import { OwnerSql } from "../../support/database.ts"
import { companyIds, json, type Key, keys, send, type TestServer, TWILIO_TOKEN } from "../../support/test-server.ts"

type Adjust = (call: Call, key: Key) => Effect.Effect<Call, never, Layer.Success<typeof TestServer>>

/** The number of each company that texts come to and leave from. */
const ownPhone = (key: Key) => `+1202555${4_000 + companyIds[keys[key].company]}`

/** A number that texts leave from, as if the company had got it. */
export const numbered = Effect.fnUntraced(function*(key: Key) {
  const sql = yield* OwnerSql
  yield* sql`insert into phone_numbers ${sql.insert({
    company_id: companyIds[keys[key].company], livemode: keys[key].mode === "live", phone: ownPhone(key), state: "active",
    provider: keys[key].mode === "live" ? "twilio" : "simulated", country: "US", messages_per_second: 1, unknown_senders: "create_contact",
    capabilities: ["sms", "voice"], routing: JSON.stringify(usualRouting), voicemail: JSON.stringify(usualVoicemail), recording: JSON.stringify(usualRecording),
    registration: JSON.stringify({ kind: "none", state: "not_needed", reason: null })
  })} on conflict do nothing`
  return ownPhone(key)
}, Effect.orDie)

let turn = 0

const texting = Effect.fnUntraced(function*(key: Key, more: object = {}) {
  const from_phone = yield* numbered(key)
  const body = { from_phone, to_phone: `+1202555${String(5_000 + turn++).slice(-4)}`, message: "Is it this one?", ...more }
  const made = yield* send("/sms/send", { key, method: "POST", ...json(body) })
  if (made.status !== 201) throw new Error(`send_sms answered ${made.status}: ${made.text}`)
  return made.json
})

/** A text, and a conversation, of a company. */
export const someText = (key: Key) => Effect.map(texting(key), ({ id }): number => id)
export const someThread = (key: Key) => Effect.map(texting(key), ({ thread_id }): number => thread_id)

/** A text with a picture that lies here. */
const withPicture: Adjust = (call, key) =>
  Effect.gen(function*() {
    const [sql, storage] = [yield* OwnerSql, yield* Storage]
    const id = yield* someText(key)
    const prefix = `${companyIds[keys[key].company]}/texts/${id}/0`
    const picture = Buffer.from("GIF89a")
    yield* storage.put(`${prefix}/1`, picture, "image/gif")
    const media = [{ url: `/api/v1/sms/messages/${id}/media/1`, type: "image/gif", state: "stored", bytes: picture.length, problem: null }]
    yield* sql`update sms_messages set media_prefix = ${prefix}, media = ${JSON.stringify(media)}::jsonb where id = ${id}`
    return { ...call, params: { id, number: 1 } }
  }).pipe(Effect.orDie)

/** A text that leaves in a month. */
const scheduled: Adjust = (call, key) =>
  Effect.map(texting(key, { send_at: new Date(Date.now() + 30 * 86_400_000).toISOString() }), ({ id }) => ({ ...call, params: { id } }))

/** From the company's number; with words of its own. */
const worded: Adjust = (call, key) =>
  Effect.map(numbered(key), (from_phone) => {
    const { send_at: _, template_id: __, values: ___, ...payload } = call.payload!
    return { ...call, payload: "from_phone" in payload ? { ...payload, from_phone } : payload }
  })

/** Waits until it is resumed, so that there is something to pause, resume and cancel. */
const held: Adjust = (call, key) =>
  Effect.map(worded(call, key), ({ payload, ...rest }) => ({ ...rest, payload: { ...payload, start_paused: true } }))

/** Of a number of its own, which opted out. */
const optedOut: Adjust = (call, key) => {
  const phone = `+1202555${String(6_000 + turn++).slice(-4)}`
  return Effect.as(send(`/sms/opt-outs/${encodeURIComponent(phone)}`, { key, method: "PUT", ...json({}) }), { ...call, params: { phone } })
}

/** Signed for the address that the server calls itself. */
const signed: Adjust = (call, key) =>
  Effect.gen(function*() {
    const To = yield* numbered(key)
    const fields = { MessageSid: `SMexample${turn++}`, From: "+12025550123", To, Body: "Is my bicycle ready?", NumMedia: "0" }
    const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
    return {
      ...call,
      file: { type: "application/x-www-form-urlencoded", text: new URLSearchParams(fields).toString() },
      headers: { ...call.headers, "x-twilio-signature": twilioSignature(TWILIO_TOKEN, `${base}/api/v1/sms/inbound/twilio`, fields) }
    }
  })

/** A number that nobody has. */
const free: Adjust = (call) => Effect.sync(() => ({ ...call, payload: { ...call.payload, phone: `+1202555${String(7_000 + turn++).slice(-4)}` } }))

/** Where an example made field by field does not do. */
export const callsOfTexts: Readonly<Record<string, Adjust>> = {
  send_bulk_sms: held,
  provision_phone_number: free,
  send_sms: worded,
  reply_to_thread: worded,
  preview_sms: worded,
  remove_opt_out: optedOut,
  cancel_message: scheduled,
  download_message_media: withPicture,
  receive_sms: signed
}

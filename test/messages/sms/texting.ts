import { Context, Effect, Layer, Option } from "effect"
import { ProviderTiming } from "#layers/providers/http"
import { usualRecording, usualRouting, usualVoicemail } from "#schemas/messages/voice/routing"
import { SmsLooks } from "#workflows/messages/sms/delivery"
import { twilioServer, twilioSignature } from "../../providers/twilio-server.ts"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { companyIds, json, type Key, keys, send, TestServerWith, textingAt, TWILIO_SID, TWILIO_TOKEN } from "../../support/test-server.ts"

export class Twilio extends Context.Service<Twilio, Effect.Success<ReturnType<typeof twilioServer>>>()("test/messages/Twilio") {}

/** Where the provider reaches the service, whatever a proxy calls it. */
export const SITE = "https://platform.example"

/** A server that texts at a local server which speaks Twilio's protocol and counts; that one is given up on soon, and asked soon. */
export const TextingServerWith = (more: Parameters<typeof TestServerWith>[0] = {}) => Layer.unwrap(Effect.map(twilioServer(TWILIO_SID, TWILIO_TOKEN), (server) =>
  Layer.merge(
    Layer.succeed(Twilio, server),
    TestServerWith({ ...textingAt(server.url), siteUrl: Option.some(SITE), trustedProxies: 1, ...more }).pipe(
      Layer.provide([
        Layer.succeed(ProviderTiming, { connect: 1_000, attempt: 300, longAttempt: 1_000, whole: 1_500, backoff: 10 }),
        Layer.succeed(SmsLooks, { unknown: [0, 50], sent: [50] })
      ])
    )
  )))
export const TextingServer = TextingServerWith()

let turn = 0

/** A number that nobody has texted yet. */
export const somePhone = () => `+1202555${String(2_000 + turn++).slice(-4)}`

interface Numbered {
  readonly unknown_senders?: "create_contact" | "keep_apart"
  readonly provider?: "twilio" | "telnyx" | "simulated"
}

/** A number of the company of a key, as if it had been got. */
export const ownNumber = Effect.fnUntraced(function*(key: Key, phone: string, { provider = "twilio", unknown_senders = "create_contact" }: Numbered = {}) {
  const sql = yield* OwnerSql
  yield* Effect.orDie(sql`insert into phone_numbers ${sql.insert({
    company_id: companyIds[keys[key].company], livemode: keys[key].mode === "live", phone, state: "active",
    provider: keys[key].mode === "live" ? provider : "simulated", country: "US", messages_per_second: 1, unknown_senders, capabilities: ["sms", "mms", "voice"],
    routing: JSON.stringify(usualRouting), voicemail: JSON.stringify(usualVoicemail), recording: JSON.stringify(usualRecording),
    registration: JSON.stringify({ kind: "none", state: "not_needed", reason: null })
  })}`)
  return phone
})

export const post = (path: string, body: object, key: Key = "acme", headers: Record<string, string> = {}) =>
  send(path, { key, method: "POST", headers, ...json(body) })

export const text = (body: object, key: Key = "acme", headers: Record<string, string> = {}) => post("/sms/send", body, key, headers)

export const read = (path: string, key: Key = "acme") => Effect.map(send(path, { key }), ({ json }) => json)

/** A text, once it is known what became of it. */
export const settled = (id: number, key: Key = "acme") =>
  eventually(read(`/sms/messages/${id}`, key), (one: any) => one.state !== "queued", 30_000)

/** What Twilio hands over, signed as it signs unless told otherwise. */
export const hand = (fields: Readonly<Record<string, string>>, { sent = fields, signature, url = `${SITE}/api/v1/sms/inbound/twilio` }: {
  readonly sent?: Readonly<Record<string, string>>
  readonly signature?: string
  readonly url?: string
} = {}) =>
  send("/sms/inbound/twilio", {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": "203.0.113.9",
      "x-twilio-signature": signature ?? twilioSignature(TWILIO_TOKEN, url, fields)
    },
    body: new URLSearchParams(sent).toString()
  })

/** Until all texts that came in are in their conversations. */
export const filed = Effect.flatMap(OwnerSql, (sql) =>
  eventually(Effect.orDie(sql`select from sms_inbox where due_at <= now()`), ({ length }) => length === 0, 30_000))

/** A text that comes in, and is in its conversation then. */
export const inbound = (from: string, to: string, body: string, sid: string) =>
  Effect.tap(hand({ MessageSid: sid, SmsSid: sid, AccountSid: TWILIO_SID, From: from, To: to, Body: body, NumMedia: "0", NumSegments: "1" }), () => filed)

/** How one stands that was sent. */
export const reported = (sid: string, from: string, to: string, status: string, error?: string) =>
  hand({ MessageSid: sid, AccountSid: TWILIO_SID, From: from, To: to, MessageStatus: status, ...error !== undefined && { ErrorCode: error } })

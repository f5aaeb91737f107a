import { Effect, Layer, Option } from "effect"
import { ProviderTiming } from "#layers/providers/http"
import { CallLooks } from "#workflows/messages/voice/following"
import { twilioServer, twilioSignature } from "../../providers/twilio-server.ts"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { companyIds, json, type Key, keys, send, TestServerWith, textingAt, TWILIO_SID, TWILIO_TOKEN } from "../../support/test-server.ts"
import { SITE, Twilio } from "../sms/texting.ts"

/** A server that calls by a local server which speaks Twilio's protocol; that one is given up on soon, and asked soon. */
export const CallingServer = Layer.unwrap(Effect.map(twilioServer(TWILIO_SID, TWILIO_TOKEN), (server) =>
  Layer.merge(
    Layer.succeed(Twilio, server),
    TestServerWith({ ...textingAt(server.url), siteUrl: Option.some(SITE), trustedProxies: 1 }).pipe(
      Layer.provide([
        Layer.succeed(ProviderTiming, { connect: 1_000, attempt: 300, longAttempt: 1_000, whole: 1_500, backoff: 10 }),
        Layer.succeed(CallLooks, { unknown: [0, 50], going: [60_000], late: 50, price: [50] })
      ])
    )
  )))

export const post = (path: string, body: object, key: Key = "acme", headers: Record<string, string> = {}) =>
  send(path, { key, method: "POST", headers, ...json(body) })

export const remove = (path: string, key: Key = "acme", headers: Record<string, string> = {}) => send(path, { key, method: "DELETE", headers })

export const patch = (path: string, body: object, key: Key = "acme") => send(path, { key, method: "PATCH", ...json(body) })

export const read = (path: string, key: Key = "acme") => Effect.map(send(path, { key }), ({ json }) => json)

export const place = (body: object, key: Key = "acme", headers: Record<string, string> = {}) => post("/voice/calls", body, key, headers)

const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "00:00", to: "24:00" }))

interface Numbered {
  readonly open: object
  readonly text_back?: object
  readonly recording?: { readonly calls: boolean; readonly announcement: string | null }
  readonly voicemail?: object
  readonly assignee_id?: number
  readonly provider?: "twilio" | "telnyx"
}

/** A number of a company where somebody is always there, as if it had been got. */
export const called = Effect.fnUntraced(function*(phone: string, { assignee_id, open, provider = "twilio", recording, text_back, voicemail }: Numbered, key: Key = "acme") {
  const sql = yield* OwnerSql
  yield* Effect.orDie(sql`insert into phone_numbers ${sql.insert({
    company_id: companyIds[keys[key].company], livemode: true, phone, state: "active", provider, country: "US", messages_per_second: 1,
    unknown_senders: "create_contact", capabilities: ["sms", "voice"], routing: JSON.stringify({ open, closed: { type: "hang_up" }, holiday: { type: "hang_up" } }),
    business_hours: JSON.stringify(always), voicemail: JSON.stringify(voicemail ?? { greeting: "Leave a message.", seconds: 60, transcribe: true }),
    recording: JSON.stringify(recording ?? { calls: false, announcement: null }), registration: JSON.stringify({ kind: "none", state: "not_needed", reason: null }),
    text_back: text_back === undefined ? null : JSON.stringify(text_back), assignee_id: assignee_id ?? null
  })}`)
  return phone
})

type Fields = Readonly<Record<string, string>>

/** What Twilio asks or tells, signed as it signs unless told otherwise, behind a proxy. */
export const twilioAsks = (path: string, fields: Fields, { sent = fields, signature, url = `${SITE}${path}` }: {
  readonly sent?: Fields
  readonly signature?: string
  readonly url?: string
} = {}) =>
  send(path.slice("/api/v1".length), {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": "203.0.113.9",
      "x-twilio-signature": signature ?? twilioSignature(TWILIO_TOKEN, url, fields)
    },
    body: new URLSearchParams(sent).toString()
  })

export const ARRIVAL = "/api/v1/voice/inbound/twilio"

/** A call as Twilio knows it. */
export const callOf = (sid: string, From: string, To: string, others: Fields = {}): Fields =>
  ({ CallSid: sid, AccountSid: TWILIO_SID, From, To, CallStatus: "ringing", Direction: "inbound", ApiVersion: "2010-04-01", FromCountry: "US", FromState: "TX", ...others })

/** Where a document leads, as a path of ours. */
export const addressIn = (document: string, attribute: string) => {
  const found = new RegExp(` ${attribute}="([^"]+)"`).exec(document)?.[1]?.replaceAll("&amp;", "&")
  if (found === undefined || !found.startsWith(SITE)) throw new Error(`no ${attribute} of ours in ${document}`)
  return found.slice(SITE.length)
}

export const callFrom = (phone: string) => Effect.map(read(`/voice/calls?from_phone=${encodeURIComponent(phone)}`), ({ items }) => items[0])

/** A call, once all of it is known. */
export const over = (id: number, key: Key = "acme") => eventually(read(`/voice/calls/${id}`, key), (one: any) => one.result !== null, 30_000)

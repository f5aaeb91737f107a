import { createPublicKey, type KeyObject, verify } from "node:crypto"
import { Effect, Option, Redacted, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import type { Refusal, Verdict } from "../attempt.ts"
import type { Call, Party, Way } from "../http.ts"
import type { MessageReport, ProviderMessage, TextProvider } from "./provider.ts"

const Problems = Schema.Struct({
  errors: Schema.Array(Schema.Struct({
    code: Schema.Union([Schema.String, Schema.Int]), title: Schema.optionalKey(Schema.String), detail: Schema.optionalKey(Schema.NullOr(Schema.String))
  }))
})
const problemsOf = Schema.decodeUnknownOption(Problems)

/** What Telnyx says about the one who would be reached: opted out, no mobile, no route, spam. */
const declines = new Set(["40300", "40001", "40008", "40002", "40003", "40010", "40309"])

const kindOf = (status: number, code: string | undefined): Verdict["kind"] => {
  if (code !== undefined && declines.has(code)) return "declined"
  if (status === 401 || status === 403) return "unauthorized"
  if (status === 429) return "limited"
  return status >= 500 ? "lost" : "invalid"
}

/** What Telnyx means by an answer. */
export const telnyxVerdict = ({ json, status }: Refusal): Verdict | undefined =>
  Option.getOrUndefined(Option.flatMap(problemsOf(json), ({ errors: [first] }) =>
    first === undefined ? Option.none() : Option.some({
      kind: kindOf(status, String(first.code)),
      reason: String(first.code),
      message: first.detail ?? first.title ?? `It answered ${status}.`
    })))

export const telnyxParty = (configured: Option.Option<URL>): Party =>
  ({ name: "telnyx", configured, usually: "https://api.telnyx.com", verdictOf: telnyxVerdict })

/** Its words for how a text stands, in ours. */
const statuses: Readonly<Record<string, ProviderMessage["status"]>> = {
  queued: "queued", sending: "sending", sent: "sent", delivered: "delivered", delivery_unconfirmed: "sent", sending_failed: "failed",
  delivery_failed: "undelivered", expired: "undelivered", webhook_delivered: "received"
}
const statusOf = (word: string | undefined): ProviderMessage["status"] => statuses[word ?? ""] ?? "queued"

const Errors = Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Struct({ code: Schema.Union([Schema.String, Schema.Int]) }))))
const Number = Schema.Struct({ phone_number: Schema.String, status: Schema.optionalKey(Schema.String) })
const Message = Schema.Struct({
  id: Schema.String,
  from: Schema.Struct({ phone_number: Schema.String }),
  to: Schema.Array(Number),
  text: Schema.optionalKey(Schema.NullOr(Schema.String)),
  media: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Struct({ url: Schema.String, content_type: Schema.optionalKey(Schema.NullOr(Schema.String)) })))),
  errors: Errors
})
const Answer = Schema.Struct({ data: Message })
const Records = Schema.Struct({ data: Schema.Array(Schema.Struct({ uuid: Schema.String })) })
const Event = Schema.Struct({ data: Schema.Struct({ event_type: Schema.String, payload: Message }) })

const messageOf = ({ errors, from, id, to: [recipient] }: typeof Message.Type): ProviderMessage => ({
  id, from: from.phone_number, to: recipient?.phone_number ?? "", status: statusOf(recipient?.status), error: errors?.[0] === undefined ? null : String(errors[0].code)
})

const decoder = new TextDecoder()
const eventOf = Schema.decodeUnknownOption(Schema.fromJsonString(Event))

/** What Telnyx tells of texts by its webhooks. */
export const telnyxReport = (bytes: Uint8Array): MessageReport | undefined =>
  Option.getOrUndefined(Option.flatMap(eventOf(decoder.decode(bytes)), ({ data: { event_type, payload } }) => {
    const { error, from, id, status, to } = messageOf(payload)
    if (from === null || to === "") return Option.none()
    if (event_type === "message.received") {
      const media = (payload.media ?? []).map(({ content_type, url }) => ({ url, type: content_type ?? "" }))
      return Option.some<MessageReport>({ kind: "text", id, from, to, text: payload.text ?? "", media })
    }
    const isStatus = event_type === "message.sent" || event_type === "message.finalized"
    return isStatus ? Option.some<MessageReport>({ kind: "status", id, from, to, status, error }) : Option.none()
  }))

/** The 32 bytes of an Ed25519 key in the form that Node reads (RFC 8410). */
const SPKI = Buffer.from("302a300506032b6570032100", "hex")

const keyOf = (text: string): KeyObject | undefined => {
  try {
    return createPublicKey({ key: Buffer.concat([SPKI, Buffer.from(text, "base64")]), format: "der", type: "spki" })
  } catch {
    return undefined
  }
}

/** A signature this old is a replayed one. */
const TOLERANCE_MS = 300_000

export interface TelnyxAccount {
  readonly api_key: Redacted.Redacted
  /** What its webhooks are checked with. */
  readonly public_key: Redacted.Redacted
}

/** Requests to Telnyx, as all of its adapter makes them. A text that was asked for twice comes twice. */
export const telnyxCalls = (api_key: Redacted.Redacted) =>
(operation: string, request: HttpClientRequest.HttpClientRequest, repeat: Call["repeat"] = request.method === "GET" ? "always" : "never"): Call => ({
  operation, repeat,
  secrets: [api_key],
  request: HttpClientRequest.setHeader(request, "authorization", `Bearer ${Redacted.value(api_key)}`)
})

/** Texts by Telnyx. */
export const telnyx = (way: Way, { api_key, public_key }: TelnyxAccount): TextProvider => {
  const key = keyOf(Redacted.value(public_key))
  const asked = telnyxCalls(api_key)
  const found = (id: string) =>
    Effect.map(way.json(asked("find_message", HttpClientRequest.get(`${way.base}/v2/messages/${encodeURIComponent(id)}`)), Answer), ({ data }) => data)

  return {
    name: "telnyx",
    simulated: false,
    send: ({ callback, from, text, to }) =>
      Effect.map(
        way.json(asked("send_message", HttpClientRequest.post(`${way.base}/v2/messages`).pipe(HttpClientRequest.bodyJsonUnsafe({
          from, to, text, ...callback !== undefined && { webhook_url: callback, use_profile_webhooks: false }
        }))), Answer),
        ({ data }) => messageOf(data)
      ),
    findMessage: (id) => Effect.map(found(id), messageOf),
    /* Its records have no text; the message that each is of does. */
    sentSince: (to, day) =>
      Effect.gen(function*() {
        const { data } = yield* way.json(asked("find_messages", HttpClientRequest.get(`${way.base}/v2/detail_records`, {
          urlParams: {
            "filter[record_type]": "messaging", "filter[direction]": "outbound", "filter[cld]": to, "filter[created_at][gte]": `${day}T00:00:00Z`,
            "page[size]": "50", sort: "-created_at"
          }
        })), Records)
        const all = yield* Effect.forEach(data, ({ uuid }) => found(uuid))
        return all.map((one) => ({ ...messageOf(one), text: one.text ?? "" }))
      }),
    media: (address) => Effect.succeed({ at: address }),
    signed: ({ bytes, headers }) => {
      const [signature, at] = [headers["telnyx-signature-ed25519"], headers["telnyx-timestamp"]]
      if (key === undefined || signature === undefined || at === undefined || !/^\d{1,12}$/.test(at)) return false
      if (Math.abs(Date.now() - globalThis.Number(at) * 1_000) > TOLERANCE_MS) return false
      return verify(null, Buffer.concat([Buffer.from(`${at}|`), bytes]), key, Buffer.from(signature, "base64"))
    }
  }
}

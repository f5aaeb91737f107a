import { createHmac } from "node:crypto"
import { Effect, Option, Redacted, Schema } from "effect"
import type { Refusal, Verdict } from "../attempt.ts"
import type { Call, Party, Way } from "../http.ts"
import { isSame } from "../signature.ts"
import { messageStatuses, type MessageReport, type MessagingProvider, type ProviderMessage } from "./provider.ts"
import { type TwilioAccount, twilioCalls } from "./twilio-calls.ts"
import { twilioVoice } from "./twilio-voice.ts"

const Problem = Schema.Struct({ code: Schema.optionalKey(Schema.NullOr(Schema.Int)), message: Schema.optionalKey(Schema.NullOr(Schema.String)) })
const problemOf = Schema.decodeUnknownOption(Problem)

/**
 * What Twilio says about the one who would be reached: no permission for the region, opted out, no route, no mobile. And about a number that
 * would be bought: somebody else has it, or its country asks for an address or papers.
 */
const declines = new Set([21_408, 21_610, 21_612, 21_614, 13_227, 21_215, 21_216, 21_422, 21_615, 21_631, 21_649])

const kindOf = (status: number, code: number | undefined): Verdict["kind"] => {
  if (code !== undefined && declines.has(code)) return "declined"
  if (status === 401 || status === 403) return "unauthorized"
  if (status === 429) return "limited"
  return status >= 500 ? "lost" : "invalid"
}

/** What Twilio means by an answer. */
export const twilioVerdict = ({ json, status }: Refusal): Verdict | undefined =>
  Option.getOrUndefined(Option.map(problemOf(json), ({ code, message }) => ({
    kind: kindOf(status, code ?? undefined),
    reason: code === undefined || code === null ? `status_${status}` : String(code),
    message: message ?? `It answered ${status}.`
  })))

export const twilioParty = (configured: Option.Option<URL>): Party =>
  ({ name: "twilio", configured, usually: "https://api.twilio.com", verdictOf: twilioVerdict })

/** Where it tells what numbers cost. */
export const twilioPricesParty = (configured: Option.Option<URL>): Party => ({ ...twilioParty(configured), usually: "https://pricing.twilio.com" })

const Message = Schema.Struct({
  sid: Schema.String,
  status: Schema.Literals(messageStatuses),
  to: Schema.String,
  from: Schema.NullOr(Schema.String),
  body: Schema.NullOr(Schema.String),
  error_code: Schema.NullOr(Schema.Int)
})
const Messages = Schema.Struct({ messages: Schema.Array(Message) })

const messageOf = ({ error_code, from, sid, status, to }: typeof Message.Type): ProviderMessage =>
  ({ id: sid, status, to, from, error: error_code === null ? null : String(error_code) })

const decoder = new TextDecoder()
const isStatus = Schema.is(Schema.Literals(messageStatuses))

/** No text has more. */
const MOST_MEDIA = 10

/** What Twilio tells of texts: with `MessageStatus` how one stands that it took, otherwise that one came in. */
export const twilioReport = (bytes: Uint8Array): MessageReport | undefined => {
  const fields = new URLSearchParams(decoder.decode(bytes))
  const [id, from, to] = ["MessageSid", "From", "To"].map((name) => fields.get(name))
  if (!id || !from || !to) return undefined
  const status = fields.get("MessageStatus")
  if (status !== null) return isStatus(status) ? { kind: "status", id, from, to, status, error: fields.get("ErrorCode") || null } : undefined
  const count = Math.min(Number(fields.get("NumMedia") ?? 0) || 0, MOST_MEDIA)
  const media = Array.from({ length: count }, (_, n) => ({ url: fields.get(`MediaUrl${n}`) ?? "", type: fields.get(`MediaContentType${n}`) ?? "" }))
  return { kind: "text", id, from, to, text: fields.get("Body") ?? "", media: media.filter(({ url }) => url !== "") }
}

/** Twilio, by plain HTTP: its own library would bring an HTTP client of its own, beside our timeouts, guard and circuit breaker. */
export const twilio = (way: Way, account: TwilioAccount): MessagingProvider => {
  const { auth_token } = account
  const calls = twilioCalls(account, way.base, way.base)
  const { read, write } = calls

  const message = (call: Call) => Effect.map(way.json(call, Message), messageOf)
  const one = (kind: string, id: string) => `${kind}/${encodeURIComponent(id)}.json`

  const isSigned: MessagingProvider["isSigned"] = (url, fields, signature) => {
    const text = [...fields].toSorted(([a], [b]) => a < b ? -1 : a > b ? 1 : 0).reduce((all, [name, value]) => all + name + value, url)
    return signature !== undefined && isSame(signature, createHmac("sha1", Redacted.value(auth_token)).update(text).digest("base64"))
  }

  return {
    name: "twilio",
    simulated: false,
    send: ({ callback, from, text, to }) =>
      message(write("send_message", "Messages.json", { To: to, From: from, Body: text, StatusCallback: callback })),
    findMessage: (id) => message(read("find_message", one("Messages", id))),
    sentSince: (to, day) =>
      Effect.map(way.json(read("find_messages", "Messages.json", { To: to, "DateSent>": day, PageSize: "50" }), Messages), ({ messages }) =>
        messages.map((one) => ({ ...messageOf(one), text: one.body ?? "" }))),
    /* The account's authorization goes to nobody but Twilio, whatever address was told. */
    media: Effect.fnUntraced(function*(address, most) {
      const [, message, file] = /\/Messages\/(\w{1,64})\/Media\/(\w{1,64})$/u.exec(URL.parse(address)?.pathname ?? "") ?? []
      const path = `Messages/${message}/Media/${file}`
      if (file === undefined) return { at: address }
      const { bytes, leads } = yield* way.file({ ...read("fetch_media", path), long: true, leads: true, largest: most })
      return bytes === undefined ? { at: leads } : { bytes }
    }),
    ...twilioVoice(way, calls),
    isSigned,
    signed: ({ bytes, headers, url }) => isSigned(url, new URLSearchParams(decoder.decode(bytes)), headers["x-twilio-signature"])
  }
}

import { Effect, Schema } from "effect"
import type { Call, Way } from "../http.ts"
import { type CallReport, callStatuses, type MessagingProvider, type NewCall, type ProviderCall } from "./provider.ts"
import type { TwilioCalls } from "./twilio-calls.ts"

const Placed = Schema.Struct({
  sid: Schema.String,
  status: Schema.Literals(callStatuses),
  to: Schema.String,
  from: Schema.optionalKey(Schema.NullOr(Schema.String)),
  duration: Schema.optionalKey(Schema.NullOr(Schema.String)),
  date_created: Schema.optionalKey(Schema.NullOr(Schema.String)),
  price: Schema.optionalKey(Schema.NullOr(Schema.String)),
  price_unit: Schema.optionalKey(Schema.NullOr(Schema.String))
})
const Calls = Schema.Struct({ calls: Schema.Array(Placed) })

/** What a call costs is told as less than nothing. */
const priceOf = (price: string | null | undefined, unit: string | null | undefined) => {
  const currency = unit?.toUpperCase() ?? ""
  return price !== null && price !== undefined && /^-?\d{1,9}(?:\.\d{1,9})?$/u.test(price) && /^[A-Z]{3}$/u.test(currency)
    ? { amount: price.replace("-", ""), currency } : null
}

const callOf = ({ date_created, duration, from, price, price_unit, sid, status, to }: typeof Placed.Type): ProviderCall => {
  const created = Date.parse(date_created ?? "")
  return {
    id: sid, status, to, from: from ?? null, duration: secondsOf(duration), created: Number.isNaN(created) ? null : created, price: priceOf(price, price_unit)
  }
}

/** A year. */
const MOST_SECONDS = 31_622_400
const secondsOf = (text: string | null | undefined) => {
  const seconds = text === null || text === undefined || text === "" ? Number.NaN : Number(text)
  return Number.isInteger(seconds) && seconds >= 0 && seconds <= MOST_SECONDS ? seconds : null
}

const escaped = (text: string) => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const control = (does: NewCall["does"]) =>
  "say" in does ? { Twiml: `<Response><Say>${escaped(does.say)}</Say></Response>` } : "document" in does ? { Twiml: does.document } : { Url: does.url }

const progress = ["initiated", "ringing", "answered", "completed"].map((event) => ["StatusCallbackEvent", event] as const)

/** Nothing of a recording for so long, in milliseconds, is too long. */
const IDLE_MS = 30_000

const one = (id: string) => `Calls/${encodeURIComponent(id)}.json`

/** Twilio's Calls and Recordings. */
export const twilioVoice = (way: Way, { put, read, remove, write }: TwilioCalls): Pick<
  MessagingProvider, "call" | "findCall" | "placedSince" | "end" | "recording" | "removeRecording"
> => {
  const placed = (call: Call) => Effect.map(way.json(call, Placed), callOf)
  const recording = (id: string, as: string) => `Recordings/${encodeURIComponent(id)}.${as}`
  return {
    call: ({ callback, does, from, to }) =>
      placed(write("place_call", "Calls.json", { To: to, From: from, ...control(does), StatusCallback: callback }, callback === undefined ? [] : progress)),
    findCall: (id) => placed(read("find_call", one(id))),
    placedSince: (to, day) =>
      Effect.map(way.json(read("find_calls", "Calls.json", { To: to, "StartTime>": day, PageSize: "50" }), Calls), ({ calls }) => calls.map(callOf)),
    end: (id) => placed(put("end_call", one(id), { Status: "completed" })),
    recording: (id) => Effect.map(way.stream({ ...read("fetch_recording", recording(id, "mp3")), long: true }, IDLE_MS), ({ body }) => body),
    removeRecording: (id) =>
      way.nothing(remove("delete_recording", recording(id, "json"))).pipe(
        Effect.catchTag("ProviderInvalidRequest", (error) => error.reason === "20404" ? Effect.void : Effect.fail(error))
      )
  }
}

const decoder = new TextDecoder()
const isStatus = Schema.is(Schema.Literals(callStatuses))

const MOST_KEPT = 10_000
const kept = (text: string) => text.replaceAll("\0", "").toWellFormed().slice(0, MOST_KEPT)

/** What Twilio's request about a call says, before anybody knows whether Twilio made it; nothing where it is about none. */
export const twilioCallReport = (bytes: Uint8Array): CallReport | undefined => {
  const fields = new URLSearchParams(decoder.decode(bytes))
  const field = (name: string) => {
    const value = fields.get(name)
    return value === null ? null : kept(value)
  }
  const id = field("CallSid")
  if (!id) return undefined
  const statusOf = (name: string) => {
    const value = field(name) === "answered" ? "completed" : field(name)
    return isStatus(value) ? value : null
  }
  const recording = field("RecordingSid")
  const seconds = secondsOf(field("RecordingDuration"))
  return {
    id, from: field("From"), to: field("To"), status: statusOf("CallStatus"), duration: secondsOf(field("CallDuration")), error: field("ErrorCode") || null,
    country: field("FromCountry") || null, state: field("FromState") || null, digits: field("Digits"), dialed: statusOf("DialCallStatus"),
    recording: recording ? { id: recording, seconds: seconds ?? 0, isDone: field("RecordingStatus") === "completed" } : null,
    transcript: field("TranscriptionStatus") === "completed" ? field("TranscriptionText") : null
  }
}

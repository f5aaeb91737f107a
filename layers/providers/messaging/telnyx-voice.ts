import { Effect, Redacted, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import type { Call, Way } from "../http.ts"
import { type CallProvider, callStatuses, type NewCall, type ProviderCall } from "./provider.ts"

const Status = Schema.Literals(callStatuses)
const Placed = Schema.Struct({ call_sid: Schema.String, from: Schema.String, to: Schema.String, status: Status })
const nullable = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const Known = Schema.Struct({
  sid: Schema.String, status: Status, to: Schema.String, from: nullable(Schema.String), duration: nullable(Schema.String), date_created: nullable(Schema.String),
  price: nullable(Schema.String), price_unit: nullable(Schema.String)
})
const All = Schema.Struct({ calls: Schema.Array(Known) })
const Recording = Schema.Struct({ media_url: nullable(Schema.String) })

const secondsOf = (text: string | null | undefined) => text !== null && text !== undefined && /^\d{1,8}$/u.test(text) ? Number(text) : null

const priceOf = (price: string | null | undefined, unit: string | null | undefined) => {
  const currency = unit?.toUpperCase() ?? ""
  return price !== null && price !== undefined && /^-?\d{1,9}(?:\.\d{1,9})?$/u.test(price) && /^[A-Z]{3}$/u.test(currency)
    ? { amount: price.replace("-", ""), currency } : null
}

const callOf = ({ date_created, duration, from, price, price_unit, sid, status, to }: typeof Known.Type): ProviderCall => {
  const created = Date.parse(date_created ?? "")
  return {
    id: sid, status, to, from: from ?? null, duration: secondsOf(duration), created: Number.isNaN(created) ? null : created, price: priceOf(price, price_unit)
  }
}

const escaped = (text: string) => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const control = (does: NewCall["does"]) =>
  "say" in does ? { Texml: `<Response><Say>${escaped(does.say)}</Say></Response>` } : "document" in does ? { Texml: does.document } : { Url: does.url }

export interface TelnyxApplication {
  readonly account_id: Redacted.Redacted
  /** Whose numbers are called from, and whose address calls come in at. */
  readonly application: Redacted.Redacted
}

/** Telnyx's calls by TeXML, which has the words of TwiML. */
export const telnyxVoice = (
  way: Way, asked: (operation: string, request: HttpClientRequest.HttpClientRequest, repeat: Call["repeat"]) => Call, { account_id, application }: TelnyxApplication
): Pick<CallProvider, "call" | "findCall" | "placedSince" | "end" | "recording" | "removeRecording"> => {
  const root = `${way.base}/v2/texml/Accounts/${encodeURIComponent(Redacted.value(account_id))}`
  const one = (id: string) => `${root}/Calls/${encodeURIComponent(id)}`
  const recording = (id: string) => `${root}/Recordings/${encodeURIComponent(id)}.json`
  return {
    call: ({ callback, does, from, to }) =>
      Effect.map(
        way.json(asked("place_call", HttpClientRequest.post(`${way.base}/v2/texml/calls/${encodeURIComponent(Redacted.value(application))}`).pipe(
          HttpClientRequest.bodyJsonUnsafe({
            From: from, To: to, ...control(does),
            ...callback !== undefined && { StatusCallback: callback, StatusCallbackMethod: "POST", StatusCallbackEvent: "initiated ringing answered completed" }
          })), "never"), Placed),
        ({ call_sid, from, status, to }): ProviderCall => ({ id: call_sid, status, to, from, duration: null, created: null, price: null })
      ),
    findCall: (id) => Effect.map(way.json(asked("find_call", HttpClientRequest.get(one(id)), "always"), Known), callOf),
    placedSince: (to, day) =>
      Effect.map(
        way.json(asked("find_calls", HttpClientRequest.get(`${root}/Calls`, { urlParams: { To: to, StartTime_gt: day, PageSize: "50" } }), "always"), All),
        ({ calls }) => calls.map(callOf)),
    end: (id) =>
      Effect.map(way.json(asked("end_call", HttpClientRequest.post(one(id)).pipe(HttpClientRequest.bodyUrlParams([["Status", "completed"]])), "always"), Known), callOf),
    recording: (id) =>
      Effect.map(way.json(asked("fetch_recording", HttpClientRequest.get(recording(id)), "always"), Recording), ({ media_url }) => ({ at: media_url ?? "" })),
    removeRecording: (id) =>
      way.nothing(asked("delete_recording", HttpClientRequest.delete(recording(id)), "always")).pipe(
        Effect.catchTag("ProviderInvalidRequest", (error) => error.reason === "10005" || error.reason === "status_404" ? Effect.void : Effect.fail(error)))
  }
}

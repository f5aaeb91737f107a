import { IdempotencyKey } from "#schemas/kernel/headers"
import { inputSchema } from "#schemas/kernel/json-schema"
import type { Header, Parameter } from "./json.ts"

const REQUEST = "8f1c2e4a-6a0e-4b7e-9a53-0a2f6f1d7c11"

const text = (description: string, example: string): Header => ({
  description,
  schema: { type: "string", examples: [example] }
})
const whole = (description: string, example: number): Header => ({
  description,
  schema: { type: "integer", minimum: 0, examples: [example] }
})

/** Headers of answers. */
export const headers = {
  "X-Request-Id": text("Names this request in our log; the caller's own if it sent one.", REQUEST),
  "X-RateLimit-Limit": whole("Requests a minute.", 60),
  "X-RateLimit-Remaining": whole("Requests left in this minute.", 59),
  "X-RateLimit-Reset": whole("When the minute ends, in Unix seconds.", 1_795_253_460),
  "RateLimit": text("The same as a structured field: what is left, and for how many seconds.", "\"minute\";r=59;t=60"),
  "RateLimit-Policy": text("The limit as a structured field.", "\"minute\";q=60;w=60"),
  "ETag": text("The version of the record.", "\"3\""),
  "Location": text("The address of what was created.", "/api/v1/crm/contacts/42"),
  "Content-Disposition": text("What to call a file.", "attachment; filename=\"contacts.csv\""),
  "Cache-Control": text("For how long the file may be kept.", "private, max-age=3600"),
  "Accept-Ranges": text("Parts of the file can be asked for.", "bytes"),
  "Content-Range": text("Which part of the file this is.", "bytes 0-1023/146515"),
  "Idempotent-Replayed": {
    description: "Present when this is the first answer again, kept under its `Idempotency-Key`.",
    schema: { type: "string", enum: ["true"] }
  },
  "X-Service-Visitor": text("Tells this visitor from others, where the request named none: to be sent back from now on.", "vt_v1.3q2-7wAAAAAA"),
  "Retry-After": whole("Seconds to wait.", 12),
  "WWW-Authenticate": text("How to authenticate (RFC 9110).", "Bearer realm=\"api\""),
  "Deprecation": text("Since when this operation is deprecated (RFC 9745).", "@1795219200"),
  "Sunset": text("When this operation goes away (RFC 8594).", "Fri, 21 May 2027 00:00:00 GMT"),
  "Link": text("The operation that replaces this one.", "</api/v1/crm/contacts>; rel=\"successor-version\"")
} as const satisfies Record<string, Header>
export type HeaderName = keyof typeof headers

/** On every answer. */
export const everywhere: ReadonlyArray<HeaderName> = [
  "X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "RateLimit", "RateLimit-Policy"
]

const request = (name: string, description: string, example: string, maxLength = 200): Parameter => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string", maxLength, examples: [example] }
})

const { description: repeats, ...key } = inputSchema(IdempotencyKey)

/** Headers of requests, under the names of their components. */
export const parameters = {
  RequestId: {
    ...request("X-Request-Id", "A name of yours for this request; it comes back and stands in our log.", ""),
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$", examples: ["order-4711-attempt-1"] }
  },
  Agent: request("X-Service-Agent", "The AI agent that makes the request.", "ada"),
  AgentMode: request("X-Service-Agent-Mode", "How freely it acts.", "supervised"),
  HumanInitiator: request("X-Service-Human-Initiator", "The person it acts for.", "grace@navy.example"),
  Session: request("X-Service-Session", "Groups the receipts of one run.", "run-2026-11-21-7"),
  Confirmation: request(
    "X-Service-Confirmation",
    "What a person of the company answered with when approving this very call; good once.",
    "cfm_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  ),
  Visitor: request(
    "X-Service-Visitor",
    "Who this visitor is, as an earlier answer said. Without it the request is a new visitor's, and its `Idempotency-Key` one of the network it " +
      "comes from.",
    "vt_v1.3q2-7wAAAAAA"
  ),
  IdempotencyKey: { name: "Idempotency-Key", in: "header", required: false, description: String(repeats), schema: key },
  IfMatch: request("If-Match", "The record's `ETag`: refused with 412 if the record has changed since.", "\"3\""),
  LastEventId: request("Last-Event-ID", "The `id` of the last event that arrived: the stream goes on after it.", "7.12"),
  Range: request("Range", "The part of the file that is wanted (RFC 9110); several parts are answered with the whole.", "bytes=0-1023"),
  IfRange: request("If-Range", "The `ETag` that the part is of: another file is given whole.", "\"3\""),
  IfNoneMatch: request("If-None-Match", "The `ETag` you have: an unchanged record answers 304 without a body.", "\"3\"")
} satisfies Record<string, Parameter>
export type ParameterName = keyof typeof parameters

/** On every request. */
export const attribution: ReadonlyArray<ParameterName> = ["RequestId", "Agent", "AgentMode", "HumanInitiator", "Session"]

import { randomUUID } from "node:crypto"
import { Effect, Option, Schema } from "effect"
import type { ProviderError } from "../errors.ts"
import { asTold, failAs, type SimulatedFault } from "../simulated-faults.ts"
import type { MessagingProvider, ProviderCall, ProviderMessage } from "./provider.ts"

/** What comes of the numbers that mean something: the first five are Twilio's own for tests. All others are reached. */
const refused: Readonly<Record<string, readonly [SimulatedFault | "slow", reason?: string]>> = {
  "+15005550001": ["invalid", "21211"],
  "+15005550002": ["declined", "21612"],
  "+15005550003": ["declined", "21408"],
  "+15005550004": ["declined", "21610"],
  "+15005550009": ["declined", "21614"],
  "+15005550010": ["unavailable"],
  "+15005550011": ["rate_limited"],
  "+15005550012": ["unauthorized"],
  "+15005550013": ["outcome_unknown"],
  "+15005550014": ["slow"]
}
const undelivered: Readonly<Record<string, string>> = { "+15005550020": "30003", "+15005550021": "30005", "+15005550022": "30007" }
const unanswered: Readonly<Record<string, ProviderCall["status"]>> = { "+15005550030": "busy", "+15005550031": "no-answer", "+15005550032": "failed" }

/** All that is known of a simulated text or call stands in its id. */
const Kept = Schema.Struct({ to: Schema.String, from: Schema.String, mark: Schema.String })
const keptIn = Schema.decodeUnknownOption(Schema.fromJsonString(Kept))

const idOf = (prefix: string, to: string, from: string) =>
  `${prefix}${Buffer.from(JSON.stringify({ to, from, mark: randomUUID().slice(0, 8) })).toString("base64url")}`

const read = (prefix: string, id: string, operation: string) =>
  Option.match(keptIn(id.startsWith(prefix) ? Buffer.from(id.slice(prefix.length), "base64url").toString() : ""), {
    onNone: () => failAs("invalid", operation, "20404"),
    onSome: Effect.succeed
  })

/** Whether the simulator fails, or takes its time, when it is to reach a number. */
export const failsSimulated = (to: string) => to in refused

const reached = (to: string, operation: string): Effect.Effect<void, ProviderError> => {
  const [fault, reason] = refused[to] ?? []
  if (fault === undefined) return Effect.void
  return fault === "slow" ? asTold("simulated_slow", operation) : failAs(fault, operation, reason)
}

const simulatedCall = (id: string, to: string, from: string, status: ProviderCall["status"]): ProviderCall =>
  ({ id, to, from, status, duration: status === "queued" ? null : status === "completed" ? 42 : 0, created: null, price: null })

const TEXT = "SM_simulated_"
const CALL = "CA_simulated_"

/** What became of a simulated text, which is known as soon as it is handed over. */
export const endOf = ({ from, id, to }: Pick<ProviderMessage, "from" | "id" | "to">): ProviderMessage => {
  const error = undelivered[to] ?? null
  return { id, to, from, error, status: error === null ? "delivered" : "undelivered" }
}

/**
 * Texts and calls that reach nobody, for test keys and the demo. They are queued at once and have reached their end when they are
 * looked for. It keeps nothing: `sentSince` and `placedSince` find none.
 */
export const simulatedMessaging: MessagingProvider = {
  name: "simulated",
  simulated: true,
  send: ({ from, to }) =>
    Effect.as(reached(to, "send_message"), { id: idOf(TEXT, to, from), status: "queued", to, from, error: null } as const),
  findMessage: (id) => Effect.map(read(TEXT, id, "find_message"), ({ from, to }) => endOf({ id, to, from })),
  sentSince: () => Effect.succeed([]),
  call: ({ from, to }) => Effect.as(reached(to, "place_call"), simulatedCall(idOf(CALL, to, from), to, from, "queued")),
  findCall: (id) =>
    Effect.map(read(CALL, id, "find_call"), ({ from, to }) => simulatedCall(id, to, from, unanswered[to] ?? "completed")),
  placedSince: () => Effect.succeed([]),
  end: (id) => Effect.map(read(CALL, id, "end_call"), ({ from, to }) => simulatedCall(id, to, from, "completed")),
  media: () => failAs("invalid", "fetch_media", "20404"),
  recording: () => failAs("invalid", "fetch_recording", "20404"),
  removeRecording: () => Effect.void,
  isSigned: () => false,
  signed: () => false
}

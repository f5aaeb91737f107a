import type { CallResult } from "#schemas/messages/voice/result"

interface SpokenCall {
  readonly days: number
  readonly direction: "inbound" | "outbound"
  readonly result: CallResult
  readonly state: "completed" | "no_answer" | "busy"
  readonly seconds: number
}

/** Those of some weeks, the oldest first: what a small studio's phone does. */
const kinds: ReadonlyArray<Omit<SpokenCall, "days">> = [
  { direction: "inbound", result: "answered", state: "completed", seconds: 184 },
  { direction: "inbound", result: "missed", state: "no_answer", seconds: 0 },
  { direction: "outbound", result: "answered", state: "completed", seconds: 96 },
  { direction: "inbound", result: "voicemail", state: "completed", seconds: 41 },
  { direction: "outbound", result: "not_reached", state: "busy", seconds: 0 },
  { direction: "inbound", result: "answered", state: "completed", seconds: 322 }
]

export const spokenCalls: ReadonlyArray<SpokenCall> = Array.from({ length: 24 }, (_, n) => ({ days: 40 - n, ...kinds[n % kinds.length]! }))

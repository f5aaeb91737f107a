import type { Effect, Stream } from "effect"
import type { ProviderError } from "../errors.ts"

/** Where a text stands, in Twilio's words. */
export const messageStatuses = ["accepted", "scheduled", "queued", "sending", "sent", "delivered", "undelivered", "failed", "canceled", "received", "read"] as const

/** A text as the provider has it. */
export interface ProviderMessage {
  readonly id: string
  readonly status: typeof messageStatuses[number]
  readonly to: string
  readonly from: string | null
  /** Why it failed, as the provider's code. */
  readonly error: string | null
}

export const callStatuses = ["queued", "initiated", "ringing", "in-progress", "completed", "busy", "no-answer", "failed", "canceled"] as const

export interface ProviderCall {
  readonly id: string
  readonly status: typeof callStatuses[number]
  readonly to: string
  readonly from: string | null
  /** Seconds that it lasted, once it is over. */
  readonly duration: number | null
  /** When the provider was asked for it, in epoch milliseconds, where it says. */
  readonly created: number | null
  /** What it cost, in the main unit of the currency, once that is known. */
  readonly price: { readonly amount: string; readonly currency: string } | null
}

export interface NewMessage {
  /** E.164, as all numbers here. */
  readonly to: string
  readonly from: string
  readonly text: string
  /** Where the provider tells of its progress. */
  readonly callback?: string
}

export interface NewCall {
  readonly to: string
  readonly from: string
  /** What is said to whoever answers, or the address of a call-control document. */
  readonly does: { readonly say: string } | { readonly url: string } | { readonly document: string }
  /** Where the provider tells each step of its progress. */
  readonly callback?: string
}

/** A request that a provider made to us, as it came: a signature is over its bytes. */
export interface ReceivedRequest {
  /** The address as the provider knows it. */
  readonly url: string
  readonly bytes: Uint8Array
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** What a provider tells by itself: that a text came in, or how one stands that it took. */
export type MessageReport = { readonly id: string; readonly from: string; readonly to: string } & (
  | { readonly kind: "text"; readonly text: string; readonly media: ReadonlyArray<{ readonly url: string; readonly type: string }> }
  | { readonly kind: "status"; readonly status: ProviderMessage["status"]; readonly error: string | null }
)

/** What a provider tells of a call: that one came in, how one goes, what followed of a step. Fields that it left out are absent. */
export interface CallReport {
  readonly id: string
  readonly from: string | null
  readonly to: string | null
  readonly status: ProviderCall["status"] | null
  readonly duration: number | null
  readonly error: string | null
  /** Where the caller is, as far as the number tells: two letters of ISO 3166-1, and of a state. */
  readonly country: string | null
  readonly state: string | null
  /** Keys that were pressed; "" after none. */
  readonly digits: string | null
  /** How it went with a phone that was rung. */
  readonly dialed: ProviderCall["status"] | null
  readonly recording: { readonly id: string; readonly seconds: number; readonly isDone: boolean } | null
  readonly transcript: string | null
}

type Asked<A> = Effect.Effect<A, ProviderError>

/**
 * Sends texts. The party knows no keys of idempotency: after `ProviderOutcomeUnknown`, and before a step that may have run is run again,
 * `sentSince` tells what it has.
 */
export interface TextProvider {
  readonly name: "twilio" | "telnyx" | "simulated"
  readonly simulated: boolean
  readonly send: (message: NewMessage) => Asked<ProviderMessage>
  readonly findMessage: (id: string) => Asked<ProviderMessage>
  /** The texts to a number since a day (`2026-11-22`, UTC), newest first, 50 at most. */
  readonly sentSince: (to: string, day: string) => Asked<ReadonlyArray<ProviderMessage & { readonly text: string }>>
  /** A file that came with a text, by the address that the provider told: its bytes, or where anybody finds them who knows that address. */
  readonly media: (address: string, most: number) => Asked<{ readonly bytes: Uint8Array } | { readonly at: string }>
  /** Whether the provider signed a request as it came, wherever it puts its signature. */
  readonly signed: (request: ReceivedRequest) => boolean
}

/** Sends texts and places calls, of which `placedSince` tells in the same way. */
export interface CallProvider extends TextProvider {
  readonly call: (call: NewCall) => Asked<ProviderCall>
  readonly findCall: (id: string) => Asked<ProviderCall>
  readonly placedSince: (to: string, day: string) => Asked<ReadonlyArray<ProviderCall>>
  /** Hangs up; doing it twice is doing it once. */
  readonly end: (id: string) => Asked<ProviderCall>
  /** The bytes of a recording, as MP3, or where anybody finds them who knows that address. */
  readonly recording: (id: string) => Asked<Stream.Stream<Uint8Array, ProviderError> | { readonly at: string }>
  /** Is done too where there is none. */
  readonly removeRecording: (id: string) => Asked<void>
}

/** One that companies get their numbers from too. */
export interface MessagingProvider extends CallProvider {
  readonly name: "twilio" | "simulated"
  /** Whether the provider signed a request to this address of ours, as it knows it, with these fields (`X-Twilio-Signature`). */
  readonly isSigned: (url: string, fields: URLSearchParams, signature: string | undefined) => boolean
}

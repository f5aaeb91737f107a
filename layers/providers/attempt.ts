import { Effect, Redacted, Schema, Stream } from "effect"
import { HttpClient, type HttpClientError, type HttpClientRequest, type HttpClientResponse } from "effect/http"
import { failureOf, isForGood, wasNotSent } from "../network/failure.ts"

/** How a request may be made again after an answer was lost. */
export type Repeat =
  /** Doing it twice is doing it once: a read, or bytes put in a place. */
  | "always"
  /** It carries a key by which the party knows it again. */
  | "keyed"
  /** The party would do it twice. */
  | "never"

/** What a party answered that is no success, for the adapter to say what it means. */
export interface Refusal {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Its body if that is JSON. */
  readonly json: unknown
}

/** What an answer means: the tag of an error, the party's code, and its words. */
export interface Verdict {
  readonly kind: "declined" | "invalid" | "unauthorized" | "limited" | "unavailable" | "lost"
  readonly reason: string
  readonly message: string
}

/** An attempt that did not succeed. `again` is false where another attempt would end the same. */
export interface Failed extends Verdict {
  readonly again: boolean
  /** Seconds. */
  readonly retryAfter?: number | undefined
}

const MOST_WORDS = 300

/** Words of the other side without our secrets, and no more of them than a log line takes. */
export const clean = (text: string, secrets: ReadonlyArray<Redacted.Redacted>): string =>
  secrets.reduce((words, secret) => words.replaceAll(Redacted.value(secret), "[redacted]"), text).slice(0, MOST_WORDS)

const lost = (reason: string, message: string, again = true): Failed => ({ kind: "lost", reason, message, again })

export const tooSlow = (ms: number): Failed => lost("timeout", `There was no whole answer within ${ms / 1_000} s.`)

const broken = (error: HttpClientError.HttpClientError): Failed => {
  const { reason } = error
  const cause = "cause" in reason ? reason.cause : undefined
  if (reason._tag === "DecodeError") return lost("connection_lost", "The connection was closed before the end of the answer.")
  if (reason._tag !== "TransportError") return { kind: "invalid", reason: "request", message: "The request cannot be written.", again: false }
  const message = failureOf(cause)
  return wasNotSent(cause)
    ? { kind: "unavailable", reason: "unreachable", message, again: !isForGood(cause) }
    : lost("connection_lost", message)
}

/** Seconds, or a date (RFC 9110). */
const retryAfterOf = (value: string | undefined): number | undefined => {
  if (value === undefined) return undefined
  const seconds = /^\d{1,9}$/u.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

/** What a status means where the party has no words of its own. */
export const usual = (status: number): Verdict => {
  if (status === 401 || status === 403) return { kind: "unauthorized", reason: "credentials", message: `It answered ${status}.` }
  if (status === 429) return { kind: "limited", reason: "rate_limit", message: "It answered 429." }
  if (status >= 500) return { kind: "lost", reason: `status_${status}`, message: `It answered ${status}.` }
  return { kind: "invalid", reason: `status_${status}`, message: `It answered ${status}.` }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** All of a body, up to so many bytes. */
export const bytesOf = (response: HttpClientResponse.HttpClientResponse, most: number): Effect.Effect<Uint8Array, Failed> =>
  Effect.suspend(() => {
    const chunks: Array<Uint8Array> = []
    let read = 0
    return response.stream.pipe(
      Stream.mapError(broken),
      Stream.runForEach((chunk) => {
        chunks.push(chunk)
        read += chunk.length
        return read > most ? Effect.fail(lost("too_large", `The answer is larger than ${most} bytes.`, false)) : Effect.void
      }),
      Effect.map(() => new Uint8Array(Buffer.concat(chunks)))
    )
  })

const REFUSAL_BYTES = 65_536
const text = new TextDecoder()

/** Sends a request once and answers with a response of 2xx whose body has not been read; of 3xx too, where that is an answer. */
export const begun = Effect.fnUntraced(function*(
  client: HttpClient.HttpClient,
  request: HttpClientRequest.HttpClientRequest,
  verdictOf: (refusal: Refusal) => Verdict | undefined,
  leads = false
): Effect.fn.Return<HttpClientResponse.HttpClientResponse, Failed> {
  const response = yield* Effect.mapError(client.execute(request), broken)
  const { headers, status } = response
  if (status >= 200 && status < 300) return response
  if (status < 400) {
    if (leads) return response
    const to = "It answered with a redirect, which is not followed."
    return yield* Effect.fail<Failed>({ kind: "unavailable", reason: "redirect", message: to, again: false })
  }
  const body = yield* Effect.orElseSucceed(bytesOf(response, REFUSAL_BYTES), () => new Uint8Array())
  const verdict = verdictOf({ status, headers, json: parsed(text.decode(body)) }) ?? usual(status)
  const again = verdict.kind === "limited" || verdict.kind === "unavailable" || verdict.kind === "lost"
  return yield* Effect.fail<Failed>({ ...verdict, again, retryAfter: retryAfterOf(headers["retry-after"]) })
})

/** What a body says, as its schema has it. */
export const decoded = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return (bytes: Uint8Array): Effect.Effect<A, Failed> =>
    Effect.mapError(
      Effect.suspend(() => decode(parsed(text.decode(bytes)))),
      () => lost("malformed_answer", "The answer is not what the party documents.")
    )
}

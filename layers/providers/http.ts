import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Clock, Context, Effect, Layer, Option, type Redacted, type Schema, Stream } from "effect"
import { HttpClient, type HttpClientRequest } from "effect/http"
import { guarding } from "../network/guard.ts"
import { begun, bytesOf, clean, decoded, type Failed, type Refusal, type Repeat, tooSlow, type Verdict } from "./attempt.ts"
import { ProviderCircuits } from "./circuits.ts"
import {
  ProviderDeclined, type ProviderError, ProviderInvalidRequest, ProviderOutcomeUnknown, ProviderRateLimited, ProviderUnauthorized, ProviderUnavailable
} from "./errors.ts"

/**
 * Milliseconds: to connect, for one attempt with its whole answer, the same of what takes long, for all attempts together, and before the
 * second attempt.
 */
export const ProviderTiming = Context.Reference("layers/providers/Timing", {
  defaultValue: () => ({ connect: 5_000, attempt: 20_000, longAttempt: 120_000, whole: 45_000, backoff: 250 })
})

const ATTEMPTS = 3
/** A party that asks for a longer wait than this is not waited for: whoever called decides. */
const LONGEST_WAIT_MS = 2_000
const ANSWER_BYTES = 1_048_576

/** A party as an adapter knows it. */
export interface Party {
  readonly name: string
  /** The operator's setting, whose host may be private. */
  readonly configured: Option.Option<URL>
  /** Where it is otherwise; it must then be on the public internet. */
  readonly usually: string
  readonly verdictOf: (refusal: Refusal) => Verdict | undefined
}

/** One thing asked of a party. */
export interface Call {
  readonly operation: string
  readonly request: HttpClientRequest.HttpClientRequest
  readonly repeat: Repeat
  /** What must be told to nobody, whatever the party writes back. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
  /** It takes long: a model thinks, or megabytes are sent. */
  readonly long?: true
  readonly largest?: number
  /** A redirect is an answer, which whoever asks follows as they see fit. */
  readonly leads?: true
}

const errorOf = ({ kind, message, reason, retryAfter }: Failed, repeat: Repeat, about: { provider: string; operation: string; attempts: number }) => {
  const told = { ...about, reason, message }
  const waiting = { ...told, ...retryAfter !== undefined && { retryAfter } }
  switch (kind) {
    case "declined": return new ProviderDeclined(told)
    case "invalid": return new ProviderInvalidRequest(told)
    case "unauthorized": return new ProviderUnauthorized(told)
    case "limited": return new ProviderRateLimited(waiting)
    case "unavailable": return new ProviderUnavailable(waiting)
    case "lost": return repeat === "always" ? new ProviderUnavailable(waiting) : new ProviderOutcomeUnknown(told)
  }
}

/** Milliseconds before the next attempt; nothing where there is none. */
const waitBefore = ({ again, kind, retryAfter }: Failed, repeat: Repeat, attempt: number, backoff: number) => {
  if (!again || attempt >= ATTEMPTS || (kind === "lost" && repeat === "never")) return undefined
  const wait = retryAfter === undefined ? backoff * 2 ** (attempt - 1) * (0.5 + Math.random()) : retryAfter * 1_000
  return wait > LONGEST_WAIT_MS ? undefined : wait
}

/** Calls to outside parties: guarded, timed, measured, made again where that is safe, and not made while a party is down. */
export class ProviderHttp extends Context.Service<ProviderHttp>()("layers/providers/ProviderHttp", {
  make: Effect.gen(function*() {
    const circuits = yield* ProviderCircuits
    const { connect } = yield* ProviderTiming

    const party = Effect.fnUntraced(function*({ configured, name, usually, verdictOf }: Party) {
      const base = Option.getOrElse(configured, () => new URL(usually))
      const guard = yield* guarding({ hosts: Option.isSome(configured) ? [base.hostname] : [], http: base.protocol === "http:" })
      const objection = guard.objection(base)
      const client = yield* NodeHttpClient.makeUndici.pipe(
        Effect.provideServiceEffect(NodeHttpClient.Dispatcher, NodeHttpClient.makeDispatcherOptions({
          connect: guard.connector(connect), maxHeaderSize: 16_384, allowH2: false
        }))
      )
      const circuit = circuits.circuit(name)

      /** `use` reads what an attempt brought; both together are one attempt. */
      const make = <A>(call: Call, use: (response: Effect.Success<ReturnType<typeof begun>>) => Effect.Effect<A, Failed>) =>
        Effect.gen(function*() {
          const { attempt, backoff, longAttempt, whole } = yield* ProviderTiming
          const { leads = false, long, operation, repeat, request, secrets } = call
          const most = long ? longAttempt : attempt
          const began = yield* Clock.currentTimeMillis
          const end = began + Math.max(whole, most)

          const attempts = (count: number): Effect.Effect<A, ProviderError> =>
            Effect.gen(function*() {
              const left = Math.min(most, end - (yield* Clock.currentTimeMillis))
              const exit = yield* Effect.result((objection === undefined
                ? Effect.flatMap(begun(client, request, verdictOf, leads), use)
                : Effect.fail<Failed>({ kind: "unavailable", reason: "not_allowed", message: objection, again: false })).pipe(
                  Effect.timeoutOrElse({ duration: left, orElse: () => Effect.fail(tooSlow(left)) })
                ))
              if (exit._tag === "Success") return exit.success
              const failed = exit.failure
              const wait = waitBefore(failed, repeat, count, backoff)
              if (wait !== undefined && (yield* Clock.currentTimeMillis) + wait < end) {
                return yield* Effect.andThen(Effect.sleep(wait), attempts(count + 1))
              }
              const about = { provider: name, operation, attempts: count }
              return yield* errorOf({ ...failed, message: clean(failed.message, secrets), reason: clean(failed.reason, secrets) }, repeat, about)
            })

          return yield* circuit.call(operation, attempts(1))
        }).pipe(
          /* No header of a trace leaves the service, and no span keeps an address with its secrets. */
          Effect.provideService(HttpClient.TracerPropagationEnabled, false),
          Effect.provideService(HttpClient.TracerDisabledWhen, () => true)
        )

      return {
        name,
        /** Where it is called, without a slash at the end. */
        base: base.href.replace(/\/$/, ""),
        /** All of an answer, as JSON of this schema. */
        json: <A>(call: Call, schema: Schema.Codec<A, unknown>) => {
          const decode = decoded(schema)
          return make(call, (response) => Effect.flatMap(bytesOf(response, call.largest ?? ANSWER_BYTES), decode))
        },
        /** All of an answer. */
        bytes: (call: Call) => make(call, (response) => bytesOf(response, call.largest ?? ANSWER_BYTES)),
        /** The same, or where a redirect leads. */
        file: (call: Call) =>
          make(call, (response) => Effect.map(bytesOf(response, call.largest ?? ANSWER_BYTES), (bytes) =>
            response.status < 300
              ? { bytes, leads: undefined }
              : { bytes: undefined, leads: response.headers["location"] ?? "" })),
        /** Its headers, once it was read to its end. */
        headers: (call: Call) => make(call, (response) => Effect.as(bytesOf(response, call.largest ?? ANSWER_BYTES), response.headers)),
        /** For what it does: the answer is read to its end and says nothing. */
        nothing: (call: Call) => make(call, (response) => Effect.asVoid(bytesOf(response, call.largest ?? ANSWER_BYTES))),
        /**
         * The headers, and the body as it comes. What breaks after its beginning is not asked for again, as nothing can be taken back of
         * what was handed on; `idle` milliseconds without anything are too long. `broken` fails so for whoever reads the body.
         */
        stream: Effect.fnUntraced(function*(call: Call, idle: number) {
          const { operation, repeat, secrets } = call
          const response = yield* make(call, Effect.succeed)
          const began = performance.now()
          const broken = (reason: string, message: string): Effect.Effect<never, ProviderError> => {
            const error = errorOf(
              { kind: "lost", reason: clean(reason, secrets), message, again: false }, repeat, { provider: name, operation, attempts: 1 }
            )
            return circuit.broken(error, performance.now() - began)
          }
          const body = response.stream.pipe(
            Stream.timeoutOrElse({ duration: idle, orElse: () => Stream.fromEffect(broken("timeout", `Nothing came for ${idle / 1_000} s.`)) }),
            Stream.catchTag("HttpClientError", () => Stream.fromEffect(broken("connection_lost", "The connection was closed before the end of the answer.")))
          )
          return { headers: response.headers, body, broken }
        })
      }
    })

    return {
      /** The way to a party, which is kept for as long as the service runs. */
      party
    }
  })
}) {
  static readonly layer = Layer.effect(ProviderHttp, ProviderHttp.make)
}

export type Way = Effect.Success<ReturnType<ProviderHttp["Service"]["party"]>>

import { Duration, Effect, type Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import type { Page } from "#schemas/kernel/paging"
import { CommandFailure } from "./command-failure.ts"

/** Where records are taken from, and who asks. */
export interface Source<E = CommandFailure> {
  readonly url: string
  /** An API key; of a person who signed in, how the access token is had that is good at the moment. */
  readonly key: Redacted.Redacted | Effect.Effect<Redacted.Redacted, E>
}

export const bearerOf = <E>(key: Source<E>["key"]): Effect.Effect<Redacted.Redacted, E> => Effect.isEffect(key) ? key : Effect.succeed(key)

export type Query = Readonly<Record<string, string | ReadonlyArray<string>>>

/** A service that does not answer is asked again so many times, a second apart: longer once it has answered, since it may be restarting. */
const TRIES = { first: 3, later: 300 } as const

const ANSWER_WITHIN = "60 seconds"

/** Why a request should be made again, and after how long. */
interface Again {
  readonly _tag: "Again"
  readonly wait: Duration.Duration
  readonly failure: CommandFailure
  /** The service answers, and only asks for patience. */
  readonly isAlive: boolean
}

export const cannotBeReached = (url: string) => `The service at ${url} cannot be reached: see that it runs, or set --url.`

const again = (message: string, seconds: number, isAlive: boolean): Again =>
  ({ _tag: "Again", wait: Duration.seconds(seconds), failure: new CommandFailure({ message }), isAlive })

const temporary: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])

export const messageOf = (body: unknown, status: number) =>
  typeof body === "object" && body !== null && "message" in body ? String(body.message) : `It answered ${status}.`

/** What is wrong with each field, for the fields of a refusal. */
export const detailsOf = (body: unknown) =>
  typeof body === "object" && body !== null && "details" in body && Array.isArray(body.details)
    ? body.details.map(({ error, field }: { readonly field: string; readonly error: string }) => ` ${field}: ${error}.`).join("")
    : ""

interface Options {
  /** How often a service is asked again that has answered before. */
  readonly tries?: number
  /** Is told why a service that has answered before does not any more, and `undefined` when it does again. */
  readonly told?: (problem: string | undefined) => Effect.Effect<void>
}

/**
 * Asks a service. A refusal that time will lift is waited for as long as it says (429); a service that is away, or restarting, is
 * waited for some minutes once it has answered.
 */
export const makeClient = Effect.fnUntraced(function*({ key, url }: Source, { told = () => Effect.void, tries = TRIES.later }: Options = {}) {
  const http = yield* HttpClient.HttpClient
  let answered = false
  let perMinute = Infinity

  const once = Effect.fnUntraced(function*(path: string, query: Query) {
    const unreachable = again(cannotBeReached(url), 1, false)
    const request = HttpClientRequest.get(`${url}/api/v1${path}`).pipe(
      HttpClientRequest.setUrlParams(query), HttpClientRequest.bearerToken(yield* bearerOf(key)), HttpClientRequest.accept("application/json")
    )
    const { headers, status, text } = yield* http.execute(request).pipe(
      Effect.flatMap((response) => Effect.map(response.text, (text) => ({ headers: response.headers, status: response.status, text }))),
      Effect.timeout(ANSWER_WITHIN),
      Effect.mapError(() => unreachable)
    )
    const body = yield* Effect.mapError(Effect.try({ try: (): unknown => JSON.parse(text), catch: () => unreachable }), () =>
      again(`${url} does not answer as this service does.`, 1, false))
    if (status === 200) {
      answered = true
      perMinute = Number(headers["x-ratelimit-limit"] ?? Infinity)
      return body
    }
    const message = `The service at ${url} refused: ${messageOf(body, status)}${detailsOf(body)}`
    if (!temporary.has(status)) return yield* new CommandFailure({ message })
    return yield* Effect.fail(again(message, Math.max(1, Number(headers["retry-after"] ?? 1) || 1), status === 429))
  })

  const get = Effect.fnUntraced(function*(path: string, query: Query = {}) {
    let wasTold = false
    for (let left: number | undefined;;) {
      const result = yield* Effect.result(once(path, query))
      if (result._tag === "Success") {
        if (wasTold) yield* told(undefined)
        return result.success
      }
      const error = result.failure
      if (error._tag !== "Again") return yield* error
      if (!error.isAlive) {
        left = (left ?? (answered ? tries : TRIES.first)) - 1
        if (left < 0) return yield* error.failure
        if (answered && !wasTold) yield* told(error.failure.message)
        wasTold ||= answered
      }
      yield* Effect.sleep(error.wait)
    }
  })

  return {
    get,
    /** Milliseconds between questions that are asked again and again: they take a quarter of what the company may ask in a minute at most. */
    pause: () => Math.max(1_000, 240_000 / perMinute),
    page: <Row = Readonly<Record<string, unknown>>>(path: string, query: Query) => get(path, query) as Effect.Effect<Page<Row>, CommandFailure>
  }
})
export type Client = Effect.Success<ReturnType<typeof makeClient>>

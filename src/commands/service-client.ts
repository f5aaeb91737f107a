import { Effect } from "effect"
import { type HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { CommandFailure } from "./command-failure.ts"
import { bearerOf, cannotBeReached, type Source } from "./export-client.ts"

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export type Method = "DELETE" | "GET" | "PATCH" | "POST" | "PUT"

/** How often a service is asked again: longer once it has answered, since it may be restarting. */
const TRIES = { first: 3, later: 600 } as const
const WAIT = "200 millis"

/** Statuses that time lifts. */
const passing: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])

/** Time lifts it; so it does where an earlier try of the same call is still under way. */
const willPass = ({ body, status }: Answer) =>
  passing.has(status) || (body as { readonly code?: string } | null)?.code === "idempotency_in_flight"

/** What was answered: JSON as the value that it is, another file as its text, nothing as `null`. */
const bodyOf = ({ headers, text }: HttpClientResponse.HttpClientResponse) =>
  Effect.flatMap(text, (text): Effect.Effect<unknown> =>
    text === "" ? Effect.succeed(null)
    : headers["content-type"]?.includes("json") === true ? Effect.sync(() => JSON.parse(text))
    : Effect.succeed(text))

/** Gives a request a body that is not JSON. */
export type Fill = (request: HttpClientRequest.HttpClientRequest) => HttpClientRequest.HttpClientRequest

export type Call<E = CommandFailure> = (
  method: Method, path: string, body?: object | Fill, headers?: Readonly<Record<string, string>>
) => Effect.Effect<Answer, E>

/** Calls a service as often as it takes until it answers: the same `Idempotency-Key` makes that one call. */
export const callerOf = <E = never>(http: HttpClient.HttpClient, { key, url }: Source<E>): Call<CommandFailure | E> => {
  let answered = false
  return (method, path, body, headers = {}) =>
    Effect.gen(function*() {
      for (let tries = 0;; tries++) {
        const request = HttpClientRequest.make(method)(`${url}/api/v1${path}`).pipe(
          HttpClientRequest.bearerToken(yield* bearerOf(key)), HttpClientRequest.accept("application/json"), HttpClientRequest.setHeaders(headers),
          body === undefined ? (request) => request : typeof body === "function" ? body as Fill : HttpClientRequest.bodyJsonUnsafe(body)
        )
        const answer = yield* Effect.option(http.execute(request).pipe(
          Effect.flatMap((response) => Effect.map(bodyOf(response), (body) => ({ status: response.status, body, after: response.headers["retry-after"] }))),
          Effect.timeout(answered ? "30 seconds" : "10 seconds")
        ))
        answered ||= answer._tag === "Some"
        const isLast = tries >= (answered ? TRIES.later : TRIES.first)
        if (answer._tag === "Some" && (!willPass(answer.value) || isLast)) return answer.value
        if (isLast) return yield* new CommandFailure({ message: cannotBeReached(url) })
        yield* Effect.sleep(answer._tag === "Some" && answer.value.after !== undefined ? `${Math.min(60, Number(answer.value.after) || 1)} seconds` : WAIT)
      }
    })
}

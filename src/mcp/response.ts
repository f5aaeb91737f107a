import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"

/** A whole body, none, or one that is made while it is sent. */
export interface McpResponse {
  readonly status: number
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Stream.Stream<Uint8Array> | undefined
}

/** A refusal of the transport, as a JSON-RPC error without an id. */
export const refused = (status: number, code: number, message: string, headers: Readonly<Record<string, string>> = {}): McpResponse => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } })
})

/** Events are sent as they are made; proxies must not wait for more of them. */
const streaming = { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" }

/** Nothing, said at once: Node holds the headers back until there is something to send. */
const opening = new TextEncoder().encode(": \n\n")

/** What the SDK answered, short of what our server says of every connection itself. */
export const answerOf = (response: Response): Effect.Effect<McpResponse> => {
  const { connection: _, "cache-control": __, ...headers } = Object.fromEntries(response.headers)
  const { body, status } = response
  if (body === null) return Effect.succeed({ status, headers, body: undefined })
  return headers["content-type"]?.startsWith("text/event-stream") === true
    ? Effect.succeed({
      status,
      headers: { ...headers, ...streaming },
      body: Stream.prepend(
        Stream.orDie(Stream.fromReadableStream({ evaluate: () => body as ReadableStream<Uint8Array>, onError: (error) => error })), [opening]
      )
    })
    : Effect.map(Effect.promise(() => response.text()), (text) => ({ status, headers, body: text }))
}

/** A stream of events lasts until `ended`, and no longer; everything else is said at once. */
export const lasting = (answer: McpResponse, ended: Effect.Effect<void>): McpResponse =>
  answer.body === undefined || typeof answer.body === "string" ? answer : { ...answer, body: Stream.interruptWhen(answer.body, ended) }

export const toResponse = ({ body, headers, status }: McpResponse): HttpServerResponse.HttpServerResponse =>
  body === undefined
    ? HttpServerResponse.empty({ status, headers })
    : typeof body === "string"
    ? HttpServerResponse.text(body, { status, headers, contentType: headers["content-type"]! })
    : HttpServerResponse.stream(body, { status, headers, contentType: headers["content-type"]! })

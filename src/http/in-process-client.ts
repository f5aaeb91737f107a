import { Context, Effect, Layer } from "effect"
import { HttpClient, HttpClientRequest, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Api } from "#schemas/api"
import { CONFIRMATION_HEADER } from "#schemas/kernel/consent"
import type { Caller } from "#schemas/kernel/tenancy"
import { Door } from "./authentication.ts"
import { CurrentExchange } from "./request-context.ts"

/** For whom our own pages ask, and the session their receipts are grouped by. Of who is nobody yet, neither. */
export class Acting extends Context.Service<Acting, {
  readonly caller: Caller["Service"] | undefined
  readonly session: string | undefined
  /** Of a person who agreed to the call. */
  readonly confirmation?: string | undefined
}>()("src/Acting") {}

/** Stands before the paths, as a client wants an address; the request never leaves the process. */
export const HERE = "http://inside.invalid"

/** A request of our own to the API: as a caller who is already known or as a stranger, with the headers that matter. */
export interface Again {
  readonly request: HttpClientRequest.HttpClientRequest
  readonly caller: Caller["Service"] | undefined
  readonly headers: Readonly<Record<string, string | undefined>>
}

const reenter = Effect.gen(function*() {
  const router = yield* HttpRouter.HttpRouter
  const door = yield* Door
  /* Routes are still being added while this is made. */
  let made: ReturnType<typeof router.asHttpEffect> | undefined
  const application = Effect.suspend(() => made ??= router.asHttpEffect())

  return Effect.fnUntraced(function*({ caller, headers, request: asked }: Again) {
    const exchange = yield* CurrentExchange
    const { headers: { host = "localhost", "user-agent": agent } } = yield* HttpServerRequest.HttpServerRequest
    const given = Object.entries({ host, "user-agent": agent, ...headers })
    const request = HttpClientRequest.setHeaders(asked, given.filter((header): header is [string, string] => header[1] !== undefined))
    const inner = HttpServerRequest.fromClientRequest(request)
    door.vouch(inner, exchange, caller)
    const response = yield* application.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, inner),
      Effect.scoped,
      Effect.orDie
    )
    return HttpServerResponse.toClientResponse(response, { request })
  })
})

/**
 * The way back in: the same routes, so the same gates, programs and receipts as for a caller from outside, without a socket
 * between.
 */
export class Reentry extends Context.Service<Reentry, Effect.Success<typeof reenter>>()("src/Reentry") {
  static readonly layer = Layer.effect(Reentry, reenter)
}

const make = Effect.gen(function*() {
  const again = yield* Reentry

  const ask = Effect.fnUntraced(function*(request: HttpClientRequest.HttpClientRequest) {
    const { caller, confirmation, session } = yield* Acting
    return yield* again({ request, caller, headers: { "x-service-session": session, [CONFIRMATION_HEADER]: confirmation } })
  })

  return yield* HttpApiClient.makeWith(Api, {
    httpClient: HttpClient.makeWith<never, never, never, Acting | HttpServerRequest.HttpServerRequest>(
      Effect.flatMap(ask), Effect.succeed
    ),
    baseUrl: HERE
  })
})

/** The API as our own pages call it. */
export class Inside extends Context.Service<Inside, Effect.Success<typeof make>>()("src/Inside") {
  static readonly layer = Layer.effect(Inside, make).pipe(Layer.provide(Reentry.layer))
}

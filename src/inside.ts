import { Context, Effect, Layer } from "effect"
import { HttpClient, HttpClientRequest, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Api } from "#schemas/api"
import { CONFIRMATION_HEADER } from "#schemas/kernel/consent"
import type { Caller } from "#schemas/kernel/tenancy"
import { Door } from "./door.ts"
import { CurrentExchange } from "./exchange.ts"

/** For whom our own pages ask, and the session their receipts are grouped by. Of who is nobody yet, neither. */
export class Acting extends Context.Service<Acting, {
  readonly caller: Caller["Service"] | undefined
  readonly session: string | undefined
  /** Of a person who agreed to the call. */
  readonly confirmation?: string | undefined
}>()("src/Acting") {}

/** Stands before the paths, as a client wants an address; the request never leaves the process. */
const HERE = "http://inside.invalid"

const make = Effect.gen(function*() {
  const router = yield* HttpRouter.HttpRouter
  const door = yield* Door
  /* Routes are still being added while this is made. */
  const application = Effect.suspend(() => router.asHttpEffect())

  const ask = Effect.fnUntraced(function*(asked: HttpClientRequest.HttpClientRequest) {
    const { caller, confirmation, session } = yield* Acting
    const exchange = yield* CurrentExchange
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const request = HttpClientRequest.setHeaders(asked, {
      host: headers["host"] ?? "localhost",
      ...headers["user-agent"] !== undefined && { "user-agent": headers["user-agent"] },
      ...session !== undefined && { "x-service-session": session },
      ...confirmation !== undefined && { [CONFIRMATION_HEADER]: confirmation }
    })
    const inner = HttpServerRequest.fromClientRequest(request)
    door.vouch(inner, exchange, caller)
    const response = yield* application.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, inner),
      Effect.scoped,
      Effect.orDie
    )
    return HttpServerResponse.toClientResponse(response, { request })
  })

  return yield* HttpApiClient.makeWith(Api, {
    httpClient: HttpClient.makeWith<never, never, never, Acting | HttpServerRequest.HttpServerRequest>(
      Effect.flatMap(ask), Effect.succeed
    ),
    baseUrl: HERE
  })
})

/**
 * The API as our own pages call it: the same routes, so the same gates, programs and receipts as for a caller from
 * outside, without a socket between.
 */
export class Inside extends Context.Service<Inside, Effect.Success<typeof make>>()("src/Inside") {
  static readonly layer = Layer.effect(Inside, make)
}

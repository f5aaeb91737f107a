import { Context, Effect, Layer } from "effect"
import { HttpClient, HttpClientRequest, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Api } from "#schemas/api"
import { CONFIRMATION_HEADER } from "#schemas/kernel/consent"
import type { Caller } from "#schemas/kernel/tenancy"
import { CurrentRequest, InProcessRequest, type Question, RequestContext } from "./request-context.ts"

/** For whom our own pages call the API, and the session that groups their receipts. Both are absent before sign-in. */
export class ActingIdentity extends Context.Service<ActingIdentity, {
  readonly caller: Caller["Service"] | undefined
  readonly session: string | undefined
  /** The confirmation of a person who agreed to the call. */
  readonly confirmation?: string | undefined
  /** Instead of a consent, where the call needs one. */
  readonly question?: Question | undefined
}>()("src/http/ActingIdentity") {}

/** The origin of in-process addresses, since a client wants absolute ones; the request never leaves the process. */
export const IN_PROCESS_ORIGIN = "http://inside.invalid"

/** A call of the API as an authenticated caller, or as an anonymous client, with the headers that matter. */
export interface InProcessCall {
  readonly request: HttpClientRequest.HttpClientRequest
  readonly caller: Caller["Service"] | undefined
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Under this key a write happens once. */
  readonly once?: string
  readonly question?: Question | undefined
  /** Finds out again who the caller is, where the credential itself does not tell. */
  readonly readmit?: RequestContext["readmit"]
}

const makeRequests = Effect.gen(function*() {
  const router = yield* HttpRouter.HttpRouter
  /* Routes are still being added while this is made. */
  let made: ReturnType<typeof router.asHttpEffect> | undefined
  const application = Effect.suspend(() => made ??= router.asHttpEffect())

  return Effect.fnUntraced(function*({ caller, headers, once, question, readmit, request: call }: InProcessCall) {
    const { address, id, rate } = yield* CurrentRequest
    const { headers: { host = "localhost", "user-agent": agent } } = yield* HttpServerRequest.HttpServerRequest
    const given = Object.entries({ host, "user-agent": agent, ...headers })
    const request = HttpClientRequest.setHeaders(call, given.filter((header): header is [string, string] => header[1] !== undefined))
    const context = new RequestContext(id, address, { caller, once, question })
    /* The rate is that of the request that this one is a part of. */
    context.rate = rate
    context.readmit = readmit
    const response = yield* application.pipe(
      Effect.provideService(InProcessRequest, context),
      Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromClientRequest(request)),
      Effect.scoped,
      Effect.orDie
    )
    return HttpServerResponse.toClientResponse(response, { request })
  })
})

/**
 * Calls the routes of the API without a socket between, so that the same middleware, programs and receipts apply as for any other
 * client.
 */
export class InProcessRequests extends Context.Service<InProcessRequests, Effect.Success<typeof makeRequests>>()("src/http/InProcessRequests") {
  static readonly layer = Layer.effect(InProcessRequests, makeRequests)
}

const makeActing = Effect.gen(function*() {
  const send = yield* InProcessRequests
  return Effect.fnUntraced(function*(request: HttpClientRequest.HttpClientRequest, headers: InProcessCall["headers"] = {}) {
    const { caller, confirmation, question, session } = yield* ActingIdentity
    return yield* send({ request, caller, question, headers: { ...headers, "x-service-session": session, [CONFIRMATION_HEADER]: confirmation } })
  })
})

/** Sends requests to the API in the name of whoever uses a page. */
export class ActingRequests extends Context.Service<ActingRequests, Effect.Success<typeof makeActing>>()("src/http/ActingRequests") {
  static readonly layer = Layer.effect(ActingRequests, makeActing).pipe(Layer.provide(InProcessRequests.layer))
}

const make = Effect.gen(function*() {
  const send = yield* ActingRequests
  return yield* HttpApiClient.makeWith(Api, {
    httpClient: HttpClient.makeWith<never, never, never, ActingIdentity | HttpServerRequest.HttpServerRequest>(
      Effect.flatMap((request) => send(request)), Effect.succeed
    ),
    baseUrl: IN_PROCESS_ORIGIN
  })
})

/** The API as our own pages call it. */
export class InProcessClient extends Context.Service<InProcessClient, Effect.Success<typeof make>>()("src/http/InProcessClient") {
  static readonly layer = Layer.effect(InProcessClient, make).pipe(Layer.provideMerge(ActingRequests.layer))
}

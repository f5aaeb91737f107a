import type { IncomingMessage, ServerResponse } from "node:http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Cause, Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { OAuthClients } from "#layers/oauth/clients"
import { dayEndsIn } from "#layers/referrals/daily-counters"
import { ServiceConfig } from "#layers/kernel/config"
import { Site } from "#layers/kernel/installation/site"
import { networkOf } from "../http/client-address.ts"
import { errorResponse } from "../http/error-response.ts"
import { RateLimit } from "../http/rate-limit.ts"
import { CurrentRequest } from "../http/request-context.ts"
import type { RequestTarget } from "../http/request-target.ts"
import { addressCaching, commonHeaders } from "../http/response-headers.ts"
import { callLibrary } from "./library-context.ts"
import { metadataDocuments } from "./metadata.ts"
import { oauthPaths } from "./paths.ts"
import { completed } from "./scopes.ts"
import { OAuthServer } from "./server.ts"

/** Pages of any origin may ask: no cookie counts here, except on the way of the browser itself. */
const anywhere = { "access-control-allow-origin": "*" }

/** Bytes of a registration. */
const MOST_REGISTRATION = 16_384
/** Characters of an authorization request: it is kept until a person has decided. */
const MOST_ADDRESS = 8_192

/** The id of an authorization request that goes on after a person has decided. */
const isRequestId = (uid: string) => /^[\w-]{1,64}$/u.test(uid)

/** What an authorization request asks for, with the default scopes if it names none of ours. */
const withScopes = ({ href, path, query }: RequestTarget): string => {
  if (query.getAll("scope").length > 1) return href
  query.set("scope", completed(query.get("scope") ?? undefined))
  return `${path}?${query}`
}

interface OAuthError {
  readonly status: number
  readonly error: string
  readonly description: string
  readonly headers?: Readonly<Record<string, string>>
}

const errorOf = ({ description, error, headers, status }: OAuthError) =>
  HttpServerResponse.jsonUnsafe({ error, error_description: description }, { status, headers: { ...anywhere, ...headers } })

const preflightOf = (allowed: ReadonlyArray<string>) =>
  HttpServerResponse.empty({
    status: 204,
    headers: {
      ...anywhere, allow: [...allowed, "OPTIONS"].join(", "), "access-control-allow-methods": allowed.join(", "),
      "access-control-allow-headers": "Content-Type, Authorization, MCP-Protocol-Version", "access-control-max-age": "3600"
    }
  })

const notAllowed = (allowed: ReadonlyArray<string>) => {
  const list = [...allowed, "OPTIONS"].join(", ")
  return errorOf({ status: 405, error: "invalid_request", description: `This address answers to ${list}.`, headers: { allow: list } })
}

const addressTooLong = errorOf({
  status: 400, error: "invalid_request", description: "The address of a request for authorization has up to 8,192 characters."
})
const registrationTooLarge = errorOf({
  status: 413, error: "invalid_client_metadata", description: "A registration takes a body of up to 16 KiB, and tells its length."
})

type Handler<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

/** The authorization server: its metadata, and the addresses that its library serves. */
export const OAuthRoutes = Layer.unwrap(Effect.gen(function*() {
  const { count } = yield* RateLimit
  const clients = yield* OAuthClients
  const server = yield* OAuthServer
  const site = yield* Site
  const headersOf = yield* commonHeaders
  const caching = addressCaching(yield* ServiceConfig)

  /** Hands the request to the library, with the site's origin for its own whatever proxies stand before it; it writes the response itself. */
  const byLibrary = (more: Readonly<Record<string, string>> = {}) =>
    Effect.gen(function*() {
      const context = yield* CurrentRequest
      const request = yield* HttpServerRequest.HttpServerRequest
      const incoming = NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage
      const response = NodeHttpServerRequest.toServerResponse(request) as ServerResponse
      const origin = yield* site.origin
      const { host, protocol } = new URL(origin)
      if (context.target.path === oauthPaths.authorize) incoming.url = withScopes(context.target)
      incoming.headers["x-forwarded-proto"] = protocol.slice(0, -1)
      incoming.headers["x-forwarded-host"] = host
      for (const [name, value] of Object.entries({ ...headersOf(context, request.headers["origin"]), ...more })) response.setHeader(name, value)
      const provider = yield* server.at(origin)
      yield* callLibrary(() => provider.callback()(incoming, response))
      return HttpServerResponse.empty({ status: response.statusCode })
    })

  const authorize = Effect.flatMap(CurrentRequest, ({ target }) =>
    target.href.length > MOST_ADDRESS ? Effect.succeed(addressTooLong) : byLibrary())

  const resume = Effect.flatMap(HttpRouter.RouteContext, ({ params }) =>
    isRequestId(params["uid"] ?? "") ? byLibrary() : errorResponse({ code: "not_found", message: "There is nothing at this address." }))

  const register = Effect.gen(function*() {
    const { address } = yield* CurrentRequest
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    if (Number(headers["content-length"] ?? MOST_REGISTRATION + 1) > MOST_REGISTRATION) return registrationTooLarge
    if (yield* clients.admit(networkOf(address))) return yield* byLibrary(anywhere)
    return errorOf({
      status: 429,
      error: "temporarily_unavailable",
      description: "Too many clients were registered from this address today.",
      headers: { "retry-after": String(yield* dayEndsIn) }
    })
  })

  const document = (metadata: (origin: string) => object) =>
    Effect.map(site.origin, (origin) =>
      HttpServerResponse.jsonUnsafe(metadata(origin), { headers: { ...anywhere, ...caching } }))

  /** A route of all methods: errors are in the envelope of OAuth, whatever goes wrong. */
  const route = <E, R>(path: string, allowed: ReadonlyArray<string>, handle: Handler<E, R>) =>
    HttpRouter.route("*", path as HttpRouter.PathInput, Effect.gen(function*() {
      const context = yield* CurrentRequest
      const { method } = yield* HttpServerRequest.HttpServerRequest
      const exceeded = yield* count(context, undefined)
      if (exceeded !== undefined) {
        return errorOf({ status: 429, error: "temporarily_unavailable", description: exceeded.error.message, headers: exceeded.headers })
      }
      if (method === "OPTIONS") return preflightOf(allowed)
      return allowed.includes(method) ? yield* handle : notAllowed(allowed)
    }).pipe(Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.as(
          Effect.logError("a request of a tool client failed", cause),
          errorOf({ status: 500, error: "server_error", description: "Something went wrong on our side." })
        )
    )))

  return HttpRouter.addAll([
    route(oauthPaths.authorize, ["GET"], authorize),
    route(`${oauthPaths.authorize}/:uid`, ["GET"], resume),
    route(oauthPaths.token, ["POST"], byLibrary()),
    route(oauthPaths.revoke, ["POST"], byLibrary()),
    route(oauthPaths.introspect, ["POST"], byLibrary()),
    route(oauthPaths.register, ["POST"], register),
    ...[...metadataDocuments].map(([path, metadata]) => route(path, ["GET", "HEAD"], document(metadata)))
  ])
}))

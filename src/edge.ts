import { Cause, Context, Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { ServiceConfig } from "#layers/config"
import { type Attribution, CurrentAttribution } from "#layers/journal"
import { Log } from "#layers/log"
import { Metrics } from "#layers/metrics"
import { RateLimits, type Standing } from "#layers/rate-limits"
import { BadRequest, InternalError, NotFound, PayloadTooLarge, RequestId, Unavailable, UnsupportedMediaType } from "#schemas/kernel/errors"
import { type Cors, corsOf } from "./cors.ts"
import { addressOf, CurrentExchange, Exchange } from "./exchange.ts"
import { Gates, tooMany } from "./gates.ts"
import { refuse } from "./refuse.ts"

const requestId = /^[A-Za-z0-9._-]{1,128}$/

const security = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff"
}

const rateHeaders = ({ limit, remaining, reset, retryAfter }: Standing) => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(reset),
  "ratelimit-policy": `"minute";q=${limit};w=60`,
  "ratelimit": `"minute";r=${remaining};t=${retryAfter}`
})

const nothingHere = new NotFound({ message: "There is nothing at this address." })
const broken = new InternalError({ message: "Something went wrong on our side; the request id finds it in our log." })
const busy = new Unavailable({ message: "The database cannot be reached right now; try again soon." })
const tooLarge = new PayloadTooLarge({ message: "The body is larger than 1 MiB." })
const unreadable = new BadRequest({ message: "The request could not be read." })
const notJson = new UnsupportedMediaType({ message: "Send the body as application/json." })

/** The database is away, rather than unhappy with what we sent it. */
const isAway = (error: unknown): boolean => {
  const reason = (error as { readonly reason?: { readonly _tag?: string } } | null)?.reason?._tag
  return reason === "ConnectionError" || reason === "ConnectionTimeout"
}

const rescue = (cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause)
  if (HttpServerError.isHttpServerError(error)) {
    const { reason } = error
    if (reason._tag === "RouteNotFound") return refuse(nothingHere)
    if (reason._tag === "RequestParseError") {
      return (reason as { readonly reason?: string }).reason === "BodyTooLarge"
        ? refuse(tooLarge, { connection: "close" })
        : refuse(unreadable)
    }
  }
  if (isAway(error)) {
    return Effect.andThen(Effect.logError("the database is away", cause), refuse(busy, { "retry-after": "1" }))
  }
  return Effect.andThen(Effect.logError("request failed", cause), refuse(broken))
}

/** What the framework says no with by itself: an unsupported body, one that is too large. */
const reworded = (response: HttpServerResponse.HttpServerResponse) => {
  if (response.status === 415) return refuse(notJson)
  if (response.status === 413) return refuse(tooLarge, { connection: "close" })
  return undefined
}

const header = (value: string | undefined) => value === undefined ? undefined : value.slice(0, 200)

const attributionOf = (headers: Readonly<Record<string, string | undefined>>): Attribution => ({
  agent: header(headers["x-service-agent"]),
  mode: header(headers["x-service-agent-mode"]),
  human: header(headers["x-service-human-initiator"]),
  session: header(headers["x-service-session"])
})

const isAttributed = (headers: Readonly<Record<string, string | undefined>>) =>
  headers["x-service-agent"] !== undefined || headers["x-service-session"] !== undefined ||
  headers["x-service-human-initiator"] !== undefined

/** Health and metrics are asked by machines of the operator, often; they are neither counted nor logged. */
const isOperation = (url: string) => url.startsWith("/health") || url.startsWith("/metrics")

/**
 * The outermost gate: every request gets an id, every answer an envelope, its rate, safe headers, and one line in the
 * log.
 */
export const Edge = Layer.unwrap(Effect.gen(function*() {
  const { corsOrigins, publicRateLimit, siteUrl, trustedProxies } = yield* ServiceConfig
  const limits = yield* RateLimits
  const metrics = yield* Metrics
  const log = yield* Log
  const gates = yield* Gates
  const cors: Cors = corsOf(corsOrigins)
  /* Browsers heed it over TLS only; there it keeps them there. */
  const always = Option.isSome(siteUrl) && siteUrl.value.startsWith("https:")
    ? { ...security, "strict-transport-security": "max-age=31536000; includeSubDomains" }
    : security
  const unlimited: Standing = { allowed: true, limit: publicRateLimit, remaining: publicRateLimit, reset: 0, retryAfter: 60 }

  const finished = (
    exchange: Exchange,
    request: HttpServerRequest.HttpServerRequest,
    response: HttpServerResponse.HttpServerResponse,
    rate: Standing,
    now: number
  ) => {
    const ms = now - exchange.startedAt
    metrics.answered(request.method, exchange.route, response.status, ms)
    if (!rate.allowed) metrics.refused()
    if (!isOperation(request.url)) {
      log.info({
        request_id: exchange.id,
        company_id: exchange.company,
        method: request.method,
        route: exchange.route,
        status: response.status,
        duration_ms: Math.round(ms * 100) / 100,
        agent: header(request.headers["x-service-agent"]),
        agent_mode: header(request.headers["x-service-agent-mode"]),
        human_initiator: header(request.headers["x-service-human-initiator"]),
        session: header(request.headers["x-service-session"])
      }, "request")
    }
    const headers: Record<string, string> = {
      "x-request-id": exchange.id,
      ...rateHeaders(rate),
      ...always,
      ...cors.headersOf(request.headers["origin"]),
      ...response.headers
    }
    return HttpServerResponse.setHeaders(response, headers)
  }

  return HttpRouter.middleware((route) =>
    Effect.withFiber((fiber) => {
      const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
      const given = request.headers["x-request-id"]
      const exchange = new Exchange(
        given !== undefined && requestId.test(given) ? given : randomUUID(),
        performance.now(),
        addressOf(request.source as IncomingMessage, trustedProxies)
      )

      const answered = (response: HttpServerResponse.HttpServerResponse) => {
        if (exchange.rate !== undefined) return Effect.succeed(finished(exchange, request, response, exchange.rate, performance.now()))
        if (isOperation(request.url)) return Effect.succeed(finished(exchange, request, response, unlimited, performance.now()))
        return Effect.flatMap(limits.take(`address ${exchange.address}`, publicRateLimit), (standing) =>
          Effect.map(standing.allowed ? Effect.succeed(response) : tooMany(standing), (response) =>
            finished(exchange, request, response, standing, performance.now())))
      }

      const context = Context.add(Context.add(fiber.context, CurrentExchange, exchange), RequestId, exchange.id)
      /* A request has its fiber to itself, so what it is told needs no frame of its own. */
      fiber.setContext(isAttributed(request.headers)
        ? Context.add(context, CurrentAttribution, attributionOf(request.headers))
        : context)
      return Effect.matchCauseEffect(gates.pass(exchange, request, route), {
        onFailure: (cause) => Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.flatMap(rescue(cause), answered),
        onSuccess: (response) => {
          const other = response.status === 415 || response.status === 413 ? reworded(response) : undefined
          return other === undefined ? answered(response) : Effect.flatMap(other, answered)
        }
      })
    }), { global: true })
}))

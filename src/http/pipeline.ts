import { Cause, Context, Effect, type Fiber, Layer } from "effect"
import { Headers, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { IncomingMessage } from "node:http"
import { randomUUID } from "node:crypto"
import { ServiceConfig } from "#layers/kernel/config"
import { type Attribution, CurrentAttribution } from "#layers/kernel/receipts/change-log"
import { Api } from "#schemas/api"
import { catalogOf } from "#schemas/kernel/catalog"
import { RequestId } from "#schemas/kernel/errors"
import { accessLog, isRoutine } from "./access-log.ts"
import { Admission } from "./admission.ts"
import { BodyTimeout } from "./body-timeout.ts"
import { addressOf } from "./client-address.ts"
import { clientHostOf } from "./client-host.ts"
import { errorResponse } from "./error-response.ts"
import { responseOfCause } from "./failures.ts"
import { methods, protocolProblem, unknownMethod } from "./protocol.ts"
import { RateLimit } from "./rate-limit.ts"
import { CurrentRequest, InProcessRequest, RequestContext } from "./request-context.ts"
import { movedTo, RequestTarget, requestTarget } from "./request-target.ts"
import { commonHeaders } from "./response-headers.ts"
import { siteRouting } from "./site-routing.ts"

type Request = HttpServerRequest.HttpServerRequest
type Respond = Effect.Effect<HttpServerResponse.HttpServerResponse>

/** A redirect that keeps the method and the body (RFC 9110, section 15.4.9). */
const MOVED = 308
const moved = (location: string) => Effect.succeed(HttpServerResponse.empty({ status: MOVED, headers: { location } }))

const requestId = /^[A-Za-z0-9._-]{1,128}$/

const header = (value: string | undefined) => value === undefined ? undefined : value.slice(0, 200)

const attributionOf = (headers: Request["headers"]): Attribution => ({
  agent: header(headers["x-service-agent"]),
  mode: header(headers["x-service-agent-mode"]),
  human: header(headers["x-service-human-initiator"]),
  session: header(headers["x-service-session"])
})

const isAttributed = (headers: Request["headers"]) =>
  headers["x-service-agent"] !== undefined || headers["x-service-session"] !== undefined ||
  headers["x-service-human-initiator"] !== undefined

/** Contract paths that end with a slash; all other addresses end without one. */
const declared = new Set(catalogOf(Api).map(({ path }) => path))

/** The response with these headers and no others. `HttpServerResponse.setHeaders` would copy them four times. */
const withHeaders = (response: HttpServerResponse.HttpServerResponse, headers: Record<string, string>): HttpServerResponse.HttpServerResponse =>
  Object.assign(Object.create(Object.getPrototypeOf(response)), response, { headers: Headers.fromRecordUnsafe(headers) })

/* Made here and not where it is assigned: V8 makes an old object of a function literal that is assigned to a property at once, and it would keep its request until the next full collection. */
const hostOf = (source: IncomingMessage, proxies: number) => () => clientHostOf(source, proxies)

/** The router notes in the context of the fiber which route it has matched. */
const matchedRoute = ({ context }: Fiber.Fiber<unknown, unknown>): string =>
  Context.getOrUndefined(context as Context.Context<HttpRouter.RouteContext>, HttpRouter.RouteContext)?.route.path ?? ""

/** Pages that are made once: whoever asked too much of the rest reads on how much that is. A search is worked out each time. */
const isDocumentation = (route: string) => (route === "/docs" || route.startsWith("/docs/")) && route !== "/docs/search"

/**
 * What every request passes before and after the router: request context, protocol and address, errors, rate of what no route has
 * counted, common headers, access log.
 */
const Pipeline = Layer.unwrap(Effect.gen(function*() {
  const { trustedProxies } = yield* ServiceConfig
  const startBodyTimeout = yield* BodyTimeout
  const { count, countFile } = yield* RateLimit
  const headersOf = yield* commonHeaders
  const record = yield* accessLog
  const siteOf = yield* siteRouting

  const contextOf = (request: Request, source: IncomingMessage): RequestContext => {
    const given = request.headers["x-request-id"]
    const id = given !== undefined && requestId.test(given) ? given : randomUUID()
    const context = new RequestContext(id, addressOf(source, trustedProxies))
    context.host = hostOf(source, trustedProxies)
    context.allowSlowBody = startBodyTimeout(source)
    return context
  }

  /** The response to a request that the router does not see: not quite HTTP, or an address in another spelling. */
  const refusalOf = (context: RequestContext, request: Request, source: IncomingMessage): Respond | undefined => {
    const isInProcess = context.inProcess !== undefined
    const problem = isInProcess ? undefined : protocolProblem(source)
    if (problem !== undefined) return errorResponse(problem, problem === unknownMethod ? { allow: methods.join(", ") } : {})
    /* The framework has already rewritten an absolute address, which is refused here. */
    const target = requestTarget(isInProcess ? request.url : source.url ?? "/")
    if (!(target instanceof RequestTarget)) {
      return target.canonical === undefined ? errorResponse({ code: "bad_request", message: target.problem }) : moved(target.canonical)
    }
    context.target = target
    const location = movedTo(target, declared)
    return location === undefined ? undefined : moved(location)
  }

  /** The route of the address that was asked for, or on a company's own host of that address within its site. */
  const routed = <E, R>(context: RequestContext, request: Request, route: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) => {
    const place = siteOf(context)
    return place === undefined ? route : Effect.flatMap(place, (place) =>
      typeof place === "object" ? Effect.succeed(place) : Effect.withFiber<HttpServerResponse.HttpServerResponse, E, R>((fiber) => {
        if (place !== undefined) fiber.setContext(Context.add(fiber.context, HttpServerRequest.HttpServerRequest, request.modify({ url: place })))
        return route
      }))
  }

  return HttpRouter.middleware((route) =>
    Effect.withFiber((fiber) => {
      const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
      const source = request.source as IncomingMessage
      const context = fiber.getRef(InProcessRequest) ?? contextOf(request, source)

      let services = Context.add(Context.add(fiber.context, CurrentRequest, context), RequestId, context.id)
      if (context.inProcess !== undefined) services = Context.add(services, InProcessRequest, undefined)
      if (isAttributed(request.headers)) services = Context.add(services, CurrentAttribution, attributionOf(request.headers))
      /* A request has its fiber to itself, so that this needs no frame of its own. */
      fiber.setContext(services)

      const finished = (response: HttpServerResponse.HttpServerResponse) => {
        record(context, request, response.status)
        return withHeaders(response, Object.assign(headersOf(context, request.headers["origin"]), response.headers))
      }

      /** What no route has counted counts against the address. */
      const counted = (response: HttpServerResponse.HttpServerResponse) => {
        if (context.rate !== undefined || isRoutine(context, response.status)) return Effect.succeed(finished(response))
        return Effect.flatMap(isDocumentation(context.route) ? countFile(context) : count(context, undefined), (exceeded) =>
          exceeded === undefined ? Effect.succeed(finished(response)) : Effect.map(errorResponse(exceeded.error, exceeded.headers), finished))
      }

      return Effect.matchCauseEffect(refusalOf(context, request, source) ?? routed(context, request, route), {
        onFailure: (cause) => {
          if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
          context.route = matchedRoute(fiber)
          return Effect.flatMap(responseOfCause(cause, context), counted)
        },
        onSuccess: (response) => {
          context.route = matchedRoute(fiber)
          return counted(response)
        }
      })
    }), { global: true })
}))

/** Puts routes behind the pipeline, and gives them what admits requests for operations. */
export const withPipeline = <A, E, R>(routes: Layer.Layer<A, E, R>) =>
  Layer.merge(Pipeline, routes).pipe(Layer.provide(Admission.layer), Layer.provide(RateLimit.layer))

import { Cause, Context, Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import type { IncomingMessage } from "node:http"
import { ServiceConfig } from "#layers/config"
import { isAway, isContended, isTooExpensive } from "#layers/database-problem"
import { type Attribution, CurrentAttribution } from "#layers/journal"
import { RateLimits } from "#layers/rate-limits"
import { BadRequest, InternalError, NotFound, QueryTooExpensive, Refusal, RequestId, Unavailable } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { checked, receivedOf } from "./input-errors.ts"
import { companyTurns } from "./company-queue.ts"
import { Door, MOVED, tooMany } from "./authentication.ts"
import { type Asked, CurrentExchange, networkOf, type Refused, type Verdict } from "./request-context.ts"
import { Finish, isRoutine } from "./access-log.ts"
import { refuse } from "./error-response.ts"
import { tooLarge, unsupported } from "./file-streams.ts"

const nothingHere = new NotFound({ message: "There is nothing at this address." })
const broken = new InternalError({ message: "Something went wrong on our side; the request id finds it in our log." })
const busy = new Unavailable({ message: "The database cannot be reached right now; try again soon." })
const contended = new Unavailable({ message: "The records are being changed by another request; try again soon." })
const unreadable = new BadRequest({ message: "The request could not be read." })

const isRefusal = Schema.is(Refusal)

const pages = new Set(["limit", "offset", "cursor"])

/** Names what the request asked for, since that is what can be narrowed. */
const tooExpensive = (asked: Asked | undefined) => {
  const details = Object.entries((asked?.query ?? {}) as Readonly<Record<string, string | ReadonlyArray<string>>>)
    .filter(([field]) => !pages.has(field))
    .map(([field, value]) => ({ field, error: "narrow this", received: receivedOf(value, field) }))
  return new QueryTooExpensive({
    message: "This takes the database too long, and was stopped. Narrow it: fewer or simpler conditions, longer search words, " +
      "a tag, an owner or a date besides.",
    ...details.length > 0 && { details }
  })
}

type Answered = Effect.Effect<HttpServerResponse.HttpServerResponse>

const rescue = (cause: Cause.Cause<unknown>, asked: Asked | undefined): Answered => {
  const error = Cause.squash(cause)
  if (HttpApiError.HttpApiSchemaError.is(error) && asked !== undefined) {
    return Effect.catchCause(checked(error, asked) as Answered, (cause) => rescue(cause, undefined))
  }
  if (HttpServerError.isHttpServerError(error)) {
    const { reason } = error
    if (reason._tag === "RouteNotFound") return refuse(nothingHere)
    if (reason._tag === "RequestParseError") {
      return (reason as { readonly reason?: string }).reason === "BodyTooLarge"
        ? refuse(tooLarge(asked?.entry), { connection: "close" })
        : refuse(unreadable)
    }
  }
  if (isRefusal(error)) return refuse(error, error.code === "rate_limit_exceeded" ? { "retry-after": String(error.retry_after ?? 1) } : {})
  if (isTooExpensive(error)) return Effect.andThen(Effect.logWarning("too expensive", cause), refuse(tooExpensive(asked)))
  if (isContended(error)) return refuse(contended, { "retry-after": "1" })
  if (isAway(error)) {
    return Effect.andThen(Effect.logError("the database is away", cause), refuse(busy, { "retry-after": "1" }))
  }
  return Effect.andThen(Effect.logError("request failed", cause), refuse(broken))
}

/** What the framework says no with by itself: an unsupported body, one that is too large. */
const reworded = (response: HttpServerResponse.HttpServerResponse, asked: Asked | undefined) => {
  if (response.status === 415) return refuse(unsupported(asked?.entry))
  if (response.status === 413) return refuse(tooLarge(asked?.entry), { connection: "close" })
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

/**
 * The outermost gate of the programs: every answer gets its envelope, and what the door has not decided is decided here.
 */
export const Edge = Layer.unwrap(Effect.gen(function*() {
  const { publicRateLimit } = yield* ServiceConfig
  const limits = yield* RateLimits
  const door = yield* Door
  const finish = yield* Finish
  const inTurn = companyTurns()

  return HttpRouter.middleware((route) =>
    Effect.withFiber((fiber) => {
      const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
      const source = request.source as IncomingMessage
      const exchange = door.open(source)

      const finished = (response: HttpServerResponse.HttpServerResponse) => {
        finish.record(exchange, source, response.status)
        return HttpServerResponse.setHeaders(response, {
          ...finish.headersOf(exchange, source.headers.origin),
          ...response.headers
        })
      }

      const saying = ({ headers, no }: Refused) => refuse(no, headers)

      /** What no operation was asked for counts against the address. */
      const answered = (response: HttpServerResponse.HttpServerResponse) =>
        exchange.rate !== undefined || isRoutine(exchange, response.status)
          ? Effect.succeed(finished(response))
          : Effect.flatMap(limits.take(`address ${networkOf(exchange.address)}`, publicRateLimit), (standing) => {
            exchange.rate = standing
            return standing.allowed ? Effect.succeed(finished(response)) : Effect.map(saying(tooMany(standing)), finished)
          })

      const judged = (verdict: Verdict) =>
        verdict._tag === "No"
          ? saying(verdict)
          : verdict._tag === "Moved"
          ? Effect.succeed(HttpServerResponse.empty({ status: MOVED, headers: { location: verdict.to } }))
          : verdict.caller === undefined
          ? route
          : inTurn(verdict.caller.company_id, exchange.rate?.limit ?? 0, Effect.provideService(route, Caller, verdict.caller))

      const context = Context.add(Context.add(fiber.context, CurrentExchange, exchange), RequestId, exchange.id)
      /* A request has its fiber to itself, so what it is told needs no frame of its own. */
      fiber.setContext(isAttributed(request.headers)
        ? Context.add(context, CurrentAttribution, attributionOf(request.headers))
        : context)
      const judgedRoute = exchange.verdict !== undefined
        ? judged(exchange.verdict)
        : Effect.flatMap(door.judge(exchange), judged)
      return Effect.matchCauseEffect(judgedRoute, {
        onFailure: (cause) => Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.flatMap(rescue(cause, exchange.asked), answered),
        onSuccess: (response) => {
          const other = response.status === 415 || response.status === 413 ? reworded(response, exchange.asked) : undefined
          return other === undefined ? answered(response) : Effect.flatMap(other, answered)
        }
      })
    }), { global: true })
}))

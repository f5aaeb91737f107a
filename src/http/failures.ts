import { Cause, Effect, Schema } from "effect"
import { HttpServerError, type HttpServerResponse } from "effect/http"
import { isAway, isContended, isTooExpensive } from "#layers/database/problem"
import { BadRequest, InternalError, NotFound, QueryTooExpensive, Refusal, Unavailable } from "#schemas/kernel/errors"
import { receivedOf } from "#schemas/kernel/received"
import { errorResponse } from "./error-response.ts"
import { tooLarge } from "./file-streams.ts"
import type { RequestContext } from "./request-context.ts"

const nothingHere = new NotFound({ message: "There is nothing at this address." })
const broken = new InternalError({ message: "Something went wrong on our side; the request id finds it in our log." })
const busy = new Unavailable({ message: "The database cannot be reached right now; try again soon." })
const contended = new Unavailable({ message: "The records are being changed by another request; try again soon." })
const unreadable = new BadRequest({ message: "The request could not be read." })

const isRefusal = Schema.is(Refusal)

const paging = new Set(["limit", "offset", "cursor"])

/** Names what the request asked for, since that is what can be narrowed. */
const tooExpensive = ({ target }: RequestContext) => {
  const details = [...Map.groupBy(target.query, ([field]) => field)].filter(([field]) => !paging.has(field))
    .map(([field, given]) => ({ field, error: "narrow this", received: receivedOf(given.length > 1 ? given.map(([, value]) => value) : given[0]![1], field) }))
  return new QueryTooExpensive({
    message: "This takes the database too long, and was stopped. Narrow it: fewer or simpler conditions, longer search words, " +
      "a tag, an owner or a date besides.",
    ...details.length > 0 && { details }
  })
}

/** The response to a request whose route failed: the error that it failed with, or what is said of a fault of ours. */
export const responseOfCause = (cause: Cause.Cause<unknown>, context: RequestContext): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const error = Cause.squash(cause)
  if (HttpServerError.isHttpServerError(error)) {
    const { reason } = error
    if (reason._tag === "RouteNotFound") return errorResponse(nothingHere)
    if (reason._tag === "RequestParseError") {
      return reason.reason === "BodyTooLarge" ? tooLarge(context.operation) : errorResponse(unreadable)
    }
  }
  if (isRefusal(error)) return errorResponse(error, error.code === "rate_limit_exceeded" ? { "retry-after": String(error.retry_after ?? 1) } : {})
  if (isTooExpensive(error)) return Effect.andThen(Effect.logWarning("too expensive", cause), errorResponse(tooExpensive(context)))
  if (isContended(error)) return errorResponse(contended, { "retry-after": "1" })
  if (isAway(error)) return Effect.andThen(Effect.logError("the database is away", cause), errorResponse(busy, { "retry-after": "1" }))
  return Effect.andThen(Effect.logError("request failed", cause), errorResponse(broken))
}

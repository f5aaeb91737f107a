import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { type Refusal, statusOf } from "#schemas/kernel/errors"
import { CurrentExchange } from "./exchange.ts"

/** Our own properties of a refusal, short of what makes it an `Error`. */
const fieldsOf = (refusal: Refusal): Record<string, unknown> => {
  const { _tag, stack, cause, name, code, message, details, ...more } = { ...refusal } as Record<string, unknown>
  return { code: refusal.code, message: refusal.message, ...details !== undefined && { details }, ...more }
}

const title = (code: string) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll("_", " ")

/** The envelope of every no, as a text. */
export const envelopeOf = (refusal: Refusal, requestId: string): string =>
  JSON.stringify({ ...fieldsOf(refusal), request_id: requestId })

/** The same as RFC 9457, our fields as extensions. */
export const problemOf = (refusal: Refusal, requestId: string): string =>
  JSON.stringify({
    type: "about:blank",
    title: title(refusal.code),
    status: statusOf[refusal.code],
    detail: refusal.message,
    ...fieldsOf(refusal),
    request_id: requestId
  })

/** The one place where a no becomes a response. */
export const refuse = (refusal: Refusal, headers: Readonly<Record<string, string>> = {}) =>
  Effect.withFiber<HttpServerResponse.HttpServerResponse>((fiber) => {
    const { id } = fiber.getRef(CurrentExchange)
    const request = fiber.context.mapUnsafe.get(HttpServerRequest.HttpServerRequest.key) as HttpServerRequest.HttpServerRequest
    const problem = request.headers["accept"]?.includes("application/problem+json") === true
    return Effect.succeed(HttpServerResponse.text(
      problem ? problemOf(refusal, id) : envelopeOf(refusal, id),
      { status: statusOf[refusal.code], contentType: problem ? "application/problem+json" : "application/json", headers }
    ))
  })

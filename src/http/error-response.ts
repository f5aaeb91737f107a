import { Context, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { type Code, type Refusal, statusOf } from "#schemas/kernel/errors"
import { CurrentExchange } from "./request-context.ts"

/**
 * A no as plain facts. Gates that refuse often say it this way: an `Error` captures a stack, which costs more than all the
 * rest of a 401.
 */
export type No = Refusal | { readonly code: Code; readonly message: string; readonly [field: string]: unknown }

/** The fields of a refusal, short of what makes it an `Error`. */
const fieldsOf = (no: No): Record<string, unknown> => {
  const { _tag, stack, cause, name, code, message, details, ...more } = { ...no } as Record<string, unknown>
  return { code: no.code, message: no.message, ...details !== undefined && { details }, ...more }
}

const title = (code: string) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll("_", " ")

/** The envelope of every no, as a text. */
export const envelopeOf = (no: No, requestId: string): string => JSON.stringify({ ...fieldsOf(no), request_id: requestId })

/** The same as RFC 9457, our fields as extensions. */
const problemOf = (no: No, requestId: string): string =>
  JSON.stringify({
    type: "about:blank",
    title: title(no.code),
    status: statusOf[no.code],
    detail: no.message,
    ...fieldsOf(no),
    request_id: requestId
  })

/** A no as the caller likes to read it. */
export const printed = (no: No, requestId: string, accept: string | undefined) =>
  accept?.includes("application/problem+json") === true
    ? { body: problemOf(no, requestId), contentType: "application/problem+json" }
    : { body: envelopeOf(no, requestId), contentType: "application/json" }

/** The one place where a no becomes a response. */
export const refuse = (no: No, headers: Readonly<Record<string, string>> = {}) =>
  Effect.withFiber<HttpServerResponse.HttpServerResponse>((fiber) => {
    const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
    const { body, contentType } = printed(no, fiber.getRef(CurrentExchange).id, request.headers["accept"])
    return Effect.succeed(HttpServerResponse.text(body, { status: statusOf[no.code], contentType, headers }))
  })

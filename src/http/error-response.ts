import { Context, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { type Code, type Refusal, statusOf } from "#schemas/kernel/errors"
import { CurrentRequest } from "./request-context.ts"

/**
 * An error as plain facts or as the class that the contract declares. Middleware that refuses often uses plain facts: an `Error`
 * captures a stack, which costs more than all the rest of a 401.
 */
export type ApiError = Refusal | { readonly code: Code; readonly message: string; readonly [field: string]: unknown }

/** The fields of an error, without what makes it an `Error`. */
const fieldsOf = (error: ApiError): Record<string, unknown> => {
  if (!(error instanceof Error)) return error
  const { _tag, stack, cause, name, code, message, details, ...more } = { ...error } as Record<string, unknown>
  return { code: error.code, message: error.message, ...details !== undefined && { details }, ...more }
}

const title = (code: string) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll("_", " ")

/** The error envelope of the API, as JSON. */
export const envelopeOf = (error: ApiError, requestId: string): string => JSON.stringify({ ...fieldsOf(error), request_id: requestId })

/** Where an error is explained, from the root of the service: RFC 9457 takes references with a whole path. */
export const docsOf = (code: Code): string => `/docs#error-${code}`

/** The same as RFC 9457 problem details, with type and title by the code; our fields are extensions. */
export const problemOf = (error: ApiError, requestId: string): string =>
  JSON.stringify({
    type: docsOf(error.code),
    title: title(error.code),
    status: statusOf[error.code],
    detail: error.message,
    ...fieldsOf(error),
    request_id: requestId
  })

export const acceptsProblem = (accept: string | undefined) => accept?.includes("application/problem+json") === true

/** An error in the media type that the client accepts. */
const rendered = (error: ApiError, requestId: string, accept: string | undefined) =>
  acceptsProblem(accept)
    ? { body: problemOf(error, requestId), contentType: "application/problem+json" }
    : { body: envelopeOf(error, requestId), contentType: "application/json" }

/** Renders an ApiError. */
export const errorResponse = (error: ApiError, headers: Readonly<Record<string, string>> = {}) =>
  Effect.withFiber<HttpServerResponse.HttpServerResponse>((fiber) => {
    const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
    const { body, contentType } = rendered(error, fiber.getRef(CurrentRequest).id, request.headers["accept"])
    return Effect.succeed(HttpServerResponse.text(body, { status: statusOf[error.code], contentType, headers }))
  })

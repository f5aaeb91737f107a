import { Context, Schema, SchemaGetter } from "effect"
import { ConsentStep } from "./consent.ts"

/** The id of the request being served; "" outside a request. */
export const RequestId = Context.Reference<string>("kernel/RequestId", { defaultValue: () => "" })

export const statusOf = {
  bad_request: 400,
  surface_requires_auth: 400,
  unauthorized: 401,
  two_factor_required: 401,
  forbidden: 403,
  step_up_required: 403,
  not_found: 404,
  company_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  idempotency_in_flight: 409,
  address_retired: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_error: 422,
  query_too_expensive: 422,
  confirmation_required: 428,
  rate_limit_exceeded: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503
} as const

export type Code = keyof typeof statusOf

/** One failing field: its path (`items[2].amount`), what is wrong, and the value as it was sent. */
export const Detail = Schema.Struct({
  field: Schema.String,
  error: Schema.String,
  received: Schema.Json
}).annotate({ identifier: "ErrorDetail" })
export type Detail = typeof Detail.Type

export const Replacement = Schema.Struct({ method: Schema.String, path: Schema.String })
  .annotate({ identifier: "ReplacementAddress" })

/** Where a write that needs a human stands on the consent ladder. */
export const ConsentState = Schema.Struct({
  id: Schema.Int,
  state: ConsentStep,
  summary: Schema.String.annotate({ description: "What would be done, in words." }),
  preview_url: Schema.String.annotate({ description: "GET shows what would change." }),
  approve_url: Schema.String.annotate({ description: "POST by a person of the company answers with the confirmation." }),
  page_url: Schema.optionalKey(Schema.String.annotate({ description: "Where a person sees what would change, and approves or rejects it." })),
  expires_at: Schema.String.annotate({ description: "When it ends by itself." })
}).annotate({ identifier: "ConsentState" })
export type ConsentState = typeof ConsentState.Type

/** Optional in the program, always on the wire: whoever encodes an error stamps it with the request's id. */
const StampedRequestId = Schema.String.pipe(
  Schema.decodeTo(Schema.optionalKey(Schema.String), {
    decode: SchemaGetter.passthrough(),
    encode: SchemaGetter.withDefault(RequestId)
  })
)

const envelope = <const C extends Code>(code: C) => ({
  code: Schema.tag(code),
  message: Schema.String,
  details: Schema.optionalKey(Schema.Array(Detail)),
  request_id: StampedRequestId
})

const as = (code: Code) => ({ httpApiStatus: statusOf[code] })

/** Malformed input, or a required field that is missing. */
export class BadRequest extends Schema.Error<BadRequest>("BadRequest")(envelope("bad_request"), as("bad_request")) {
  readonly _tag = "BadRequest"
}

/** The surface asked for is not for anonymous callers. */
export class SurfaceRequiresAuth
  extends Schema.Error<SurfaceRequiresAuth>("SurfaceRequiresAuth")(envelope("surface_requires_auth"), as("surface_requires_auth"))
{
  readonly _tag = "SurfaceRequiresAuth"
}

/** No key, or one that is malformed, unknown, expired, revoked or used from a foreign address. */
export class Unauthorized extends Schema.Error<Unauthorized>("Unauthorized")(envelope("unauthorized"), as("unauthorized")) {
  readonly _tag = "Unauthorized"
}

/** The password is right, and a code is asked for besides. */
export class TwoFactorRequired
  extends Schema.Error<TwoFactorRequired>("TwoFactorRequired")(envelope("two_factor_required"), as("two_factor_required"))
{
  readonly _tag = "TwoFactorRequired"
}

/** The key lacks the scope, the person the role, or the company the tier; or it takes a signed-in person. */
export class Forbidden extends Schema.Error<Forbidden>("Forbidden")({
  ...envelope("forbidden"),
  scope: Schema.optionalKey(Schema.String),
  upgrade_to: Schema.optionalKey(Schema.String)
}, as("forbidden")) {
  readonly _tag = "Forbidden"
}

/** The session has to prove again who uses it, and then make the same call. */
export class StepUpRequired
  extends Schema.Error<StepUpRequired>("StepUpRequired")(envelope("step_up_required"), as("step_up_required"))
{
  readonly _tag = "StepUpRequired"
}

/** It does not exist, or belongs to another company. */
export class NotFound extends Schema.Error<NotFound>("NotFound")(envelope("not_found"), as("not_found")) {
  readonly _tag = "NotFound"
}

/** There is no such company to show to a stranger. */
export class CompanyNotFound
  extends Schema.Error<CompanyNotFound>("CompanyNotFound")(envelope("company_not_found"), as("company_not_found"))
{
  readonly _tag = "CompanyNotFound"
}

export class MethodNotAllowed
  extends Schema.Error<MethodNotAllowed>("MethodNotAllowed")(envelope("method_not_allowed"), as("method_not_allowed"))
{
  readonly _tag = "MethodNotAllowed"
}

export class RequestTimeout
  extends Schema.Error<RequestTimeout>("RequestTimeout")(envelope("request_timeout"), as("request_timeout"))
{
  readonly _tag = "RequestTimeout"
}

/** The state of things forbids it: a value already taken, an idempotency key used for something else. */
export class Conflict extends Schema.Error<Conflict>("Conflict")(envelope("conflict"), as("conflict")) {
  readonly _tag = "Conflict"
}

/** The first request under this idempotency key is still running. */
export class IdempotencyInFlight
  extends Schema.Error<IdempotencyInFlight>("IdempotencyInFlight")(envelope("idempotency_in_flight"), as("idempotency_in_flight"))
{
  readonly _tag = "IdempotencyInFlight"
}

/** The address lived once; the body says which replaced it. */
export class AddressRetired extends Schema.Error<AddressRetired>("AddressRetired")({
  ...envelope("address_retired"),
  did_you_mean: Schema.Array(Replacement)
}, as("address_retired")) {
  readonly _tag = "AddressRetired"
}

/** `If-Match` named a version that is no longer the latest. */
export class PreconditionFailed
  extends Schema.Error<PreconditionFailed>("PreconditionFailed")(envelope("precondition_failed"), as("precondition_failed"))
{
  readonly _tag = "PreconditionFailed"
}

export class PayloadTooLarge
  extends Schema.Error<PayloadTooLarge>("PayloadTooLarge")(envelope("payload_too_large"), as("payload_too_large"))
{
  readonly _tag = "PayloadTooLarge"
}

export class UnsupportedMediaType
  extends Schema.Error<UnsupportedMediaType>("UnsupportedMediaType")(envelope("unsupported_media_type"), as("unsupported_media_type"))
{
  readonly _tag = "UnsupportedMediaType"
}

/** The body was read and understood, and one or more fields are not what they may be. */
export class ValidationError
  extends Schema.Error<ValidationError>("ValidationError")(envelope("validation_error"), as("validation_error"))
{
  readonly _tag = "ValidationError"
}

/** The database stopped the work, because it took longer than one request may take. `details` names what can be narrowed. */
export class QueryTooExpensive
  extends Schema.Error<QueryTooExpensive>("QueryTooExpensive")(envelope("query_too_expensive"), as("query_too_expensive"))
{
  readonly _tag = "QueryTooExpensive"
}

/** A human has to agree first. Nothing was changed. */
export class ConfirmationRequired extends Schema.Error<ConfirmationRequired>("ConfirmationRequired")({
  ...envelope("confirmation_required"),
  consent: ConsentState
}, as("confirmation_required")) {
  readonly _tag = "ConfirmationRequired"
}

/** Too many of something. `retry_after` is in seconds and stands in the header of that name too. */
export class RateLimitExceeded extends Schema.Error<RateLimitExceeded>("RateLimitExceeded")({
  ...envelope("rate_limit_exceeded"),
  retry_after: Schema.optionalKey(Schema.Int)
}, as("rate_limit_exceeded")) {
  readonly _tag = "RateLimitExceeded"
}

export class HeadersTooLarge
  extends Schema.Error<HeadersTooLarge>("HeadersTooLarge")(envelope("headers_too_large"), as("headers_too_large"))
{
  readonly _tag = "HeadersTooLarge"
}

/** Our fault. The log has the cause under the same request id. */
export class InternalError extends Schema.Error<InternalError>("InternalError")(envelope("internal_error"), as("internal_error")) {
  readonly _tag = "InternalError"
}

/** The service is starting or stopping, or its database is away. */
export class Unavailable extends Schema.Error<Unavailable>("Unavailable")(envelope("unavailable"), as("unavailable")) {
  readonly _tag = "Unavailable"
}

/** Everything this API ever says no with. */
export const Refusal = Schema.Union([
  BadRequest, SurfaceRequiresAuth, Unauthorized, TwoFactorRequired, Forbidden, StepUpRequired, NotFound, CompanyNotFound, MethodNotAllowed, RequestTimeout,
  Conflict, IdempotencyInFlight, AddressRetired, PreconditionFailed, PayloadTooLarge, UnsupportedMediaType,
  ValidationError, QueryTooExpensive, ConfirmationRequired, RateLimitExceeded, HeadersTooLarge, InternalError, Unavailable
])
export type Refusal = typeof Refusal.Type

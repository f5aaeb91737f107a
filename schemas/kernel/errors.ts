import { type Cause, Context, Schema, SchemaGetter } from "effect"
import { ApprovalPlace, ConsentStep, SharesRecords, UndoOf } from "./consent.ts"

/** The id of the request being served; "" outside a request. */
export const RequestId = Context.Reference<string>("kernel/RequestId", { defaultValue: () => "" })

export const statusOf = {
  bad_request: 400,
  surface_requires_auth: 400,
  unauthorized: 401,
  two_factor_required: 401,
  forbidden: 403,
  step_up_required: 403,
  shared_records_protected: 403,
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
  range_not_satisfiable: 416,
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
  approve_on: ApprovalPlace,
  undo: UndoOf,
  shared: SharesRecords,
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

type Envelope<C extends Code> = ReturnType<typeof envelope<C>>

/** A class of errors: its tag in programs, its code on the wire, and fields besides those of every error. */
const refusal = <Self>() => <const Tag extends string, const C extends Code, Fields extends Schema.Struct.Fields = {}>(
  tag: Tag,
  code: C,
  fields?: Fields
): Schema.Class<Self, Schema.Struct<Envelope<C> & Fields>, Cause.YieldableError & { readonly _tag: Tag }> => {
  const Base = Schema.Error<object>(tag)({ ...envelope(code), ...fields }, { httpApiStatus: statusOf[code] })
  Object.defineProperty(Base.prototype, "_tag", { value: tag })
  return Base as never
}

/** Malformed input, or a required field that is missing. */
export class BadRequest extends refusal<BadRequest>()("BadRequest", "bad_request") {}

/** The surface asked for is not for anonymous callers. */
export class SurfaceRequiresAuth extends refusal<SurfaceRequiresAuth>()("SurfaceRequiresAuth", "surface_requires_auth") {}

/** No key, or one that is malformed, unknown, expired, revoked or used from a foreign address. */
export class Unauthorized extends refusal<Unauthorized>()("Unauthorized", "unauthorized") {}

/** The password is right, and a code is asked for besides. */
export class TwoFactorRequired extends refusal<TwoFactorRequired>()("TwoFactorRequired", "two_factor_required") {}

/** The key lacks the scope, the person the role, or the company the tier; or it takes a signed-in person. */
export class Forbidden extends refusal<Forbidden>()("Forbidden", "forbidden", {
  scope: Schema.optionalKey(Schema.String),
  upgrade_to: Schema.optionalKey(Schema.String)
}) {}

/** The session has to prove again who uses it, and then make the same call. */
export class StepUpRequired extends refusal<StepUpRequired>()("StepUpRequired", "step_up_required") {}

/** With a test key, it would destroy records that live and test keys share, from which the company protects them. */
export class SharedRecordsProtected extends refusal<SharedRecordsProtected>()("SharedRecordsProtected", "shared_records_protected") {}

/** It does not exist, or belongs to another company. */
export class NotFound extends refusal<NotFound>()("NotFound", "not_found") {}

/** No company has this id, or it does not publish what was asked for. */
export class CompanyNotFound extends refusal<CompanyNotFound>()("CompanyNotFound", "company_not_found") {}

export class MethodNotAllowed extends refusal<MethodNotAllowed>()("MethodNotAllowed", "method_not_allowed") {}

export class RequestTimeout extends refusal<RequestTimeout>()("RequestTimeout", "request_timeout") {}

/** The state of things forbids it: a value already taken, an idempotency key used for something else. */
export class Conflict extends refusal<Conflict>()("Conflict", "conflict") {}

/** The first request under this idempotency key is still running. */
export class IdempotencyInFlight extends refusal<IdempotencyInFlight>()("IdempotencyInFlight", "idempotency_in_flight") {}

/** The address lived once; the body says which replaced it. */
export class AddressRetired extends refusal<AddressRetired>()("AddressRetired", "address_retired", {
  did_you_mean: Schema.Array(Replacement)
}) {}

/** A record as it was at one of its versions. */
const VersionOf = Schema.Struct({
  etag: Schema.String.annotate({ examples: ["\"3\""] }),
  revision: Schema.Int.annotate({ examples: [2] }),
  content: Schema.Json.annotate({ examples: [{ title: "About us" }] })
}).annotate({ identifier: "VersionOfRecord" })

/** `If-Match` named a version that is no longer the latest. */
export class PreconditionFailed extends refusal<PreconditionFailed>()("PreconditionFailed", "precondition_failed", {
  versions: Schema.optionalKey(Schema.Struct({
    yours: Schema.NullOr(VersionOf).annotate({ description: "What `If-Match` named; `null` where there was no such version." }),
    current: VersionOf.annotate({ description: "What somebody else made of it since." })
  }).annotate({ identifier: "BothVersions", description: "Of records that keep their earlier versions: both, so that they can be brought together." }))
}) {}

export class PayloadTooLarge extends refusal<PayloadTooLarge>()("PayloadTooLarge", "payload_too_large") {}

export class UnsupportedMediaType extends refusal<UnsupportedMediaType>()("UnsupportedMediaType", "unsupported_media_type") {}

/** The part of the file that was asked for lies behind its end; `Content-Range` says how long the file is. */
export class RangeNotSatisfiable extends refusal<RangeNotSatisfiable>()("RangeNotSatisfiable", "range_not_satisfiable") {}

/** The body was read and understood, and one or more fields are not what they may be. */
export class ValidationError extends refusal<ValidationError>()("ValidationError", "validation_error") {}

/** The database stopped the work, because it took longer than one request may take. `details` names what can be narrowed. */
export class QueryTooExpensive extends refusal<QueryTooExpensive>()("QueryTooExpensive", "query_too_expensive") {}

/** A human has to agree first. Nothing was changed. */
export class ConfirmationRequired extends refusal<ConfirmationRequired>()("ConfirmationRequired", "confirmation_required", {
  consent: ConsentState
}) {}

/** Too many of something. `retry_after` is in seconds and stands in the header of that name too. */
export class RateLimitExceeded extends refusal<RateLimitExceeded>()("RateLimitExceeded", "rate_limit_exceeded", {
  retry_after: Schema.optionalKey(Schema.Int)
}) {}

export class HeadersTooLarge extends refusal<HeadersTooLarge>()("HeadersTooLarge", "headers_too_large") {}

/** Our fault. The log has the cause under the same request id. */
export class InternalError extends refusal<InternalError>()("InternalError", "internal_error") {}

/** The service is starting or stopping, or its database is away. */
export class Unavailable extends refusal<Unavailable>()("Unavailable", "unavailable") {}

/** Everything this API ever says no with. */
export const Refusal = Schema.Union([
  BadRequest, SurfaceRequiresAuth, Unauthorized, TwoFactorRequired, Forbidden, StepUpRequired, SharedRecordsProtected, NotFound, CompanyNotFound,
  MethodNotAllowed, RequestTimeout,
  Conflict, IdempotencyInFlight, AddressRetired, PreconditionFailed, PayloadTooLarge, UnsupportedMediaType,
  RangeNotSatisfiable, ValidationError, QueryTooExpensive, ConfirmationRequired, RateLimitExceeded, HeadersTooLarge, InternalError, Unavailable
])
export type Refusal = typeof Refusal.Type

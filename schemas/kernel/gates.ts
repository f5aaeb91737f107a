import { HttpApiMiddleware } from "effect/http-api"
import {
  BadRequest, ConfirmationRequired, Conflict, Forbidden, IdempotencyInFlight, InternalError, NotFound, PayloadTooLarge,
  QueryTooExpensive, RateLimitExceeded, RequestTimeout, SharedRecordsProtected, Unauthorized, Unavailable, UnsupportedMediaType, ValidationError
} from "./errors.ts"
import type { Caller } from "./tenancy.ts"

/** What any operation may answer instead of its success. */
const always = [BadRequest, RequestTimeout, PayloadTooLarge, UnsupportedMediaType, ValidationError, QueryTooExpensive, RateLimitExceeded, InternalError, Unavailable]

/** Behind it stands a known caller with the scope and the tier, within its rate. */
export class Authenticated extends HttpApiMiddleware.Service<Authenticated, { provides: Caller }>()("kernel/Authenticated", {
  error: [Unauthorized, Forbidden, Conflict, IdempotencyInFlight, SharedRecordsProtected, ConfirmationRequired]
}) {}

/** Needs no credential; counted against the address of the client. */
export class Public extends HttpApiMiddleware.Service<Public>()("kernel/Public") {}

/** Behind it stands a visitor of a company that was found, or, where the operation has a scope, a caller as in `Authenticated`. */
export class OpenToVisitors extends HttpApiMiddleware.Service<OpenToVisitors, { provides: Caller }>()("kernel/OpenToVisitors", {
  error: [Unauthorized, Forbidden, NotFound, Conflict, IdempotencyInFlight]
}) {}

/** Input that keeps to the contract. */
export class Validated extends HttpApiMiddleware.Service<Validated>()("kernel/Validated", { error: always }) {}

import { HttpApiMiddleware } from "effect/http-api"
import {
  BadRequest, ConfirmationRequired, Conflict, Forbidden, IdempotencyInFlight, InternalError, PayloadTooLarge,
  QueryTooExpensive, RateLimitExceeded, RequestTimeout, Unauthorized, Unavailable, UnsupportedMediaType, ValidationError
} from "./errors.ts"
import type { Caller } from "./tenancy.ts"

/** What any operation may answer instead of its success. */
const always = [BadRequest, RequestTimeout, PayloadTooLarge, UnsupportedMediaType, ValidationError, QueryTooExpensive, RateLimitExceeded, InternalError, Unavailable]

/** Behind it stands a known caller with the scope and the tier, within its rate. */
export class Admitted extends HttpApiMiddleware.Service<Admitted, { provides: Caller }>()("kernel/Admitted", {
  error: [Unauthorized, Forbidden, Conflict, IdempotencyInFlight, ConfirmationRequired]
}) {}

/** Open to strangers, within the rate of their address. */
export class Open extends HttpApiMiddleware.Service<Open>()("kernel/Open") {}

/** Input that keeps to the contract. */
export class Checked extends HttpApiMiddleware.Service<Checked>()("kernel/Checked", { error: always }) {}

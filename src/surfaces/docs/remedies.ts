import type { Code } from "#schemas/kernel/errors"

/** What whoever gets an error does next, by its code. */
export const remedies: Readonly<Record<Code, string>> = {
  bad_request: "Read `details`: it names each field that is missing. Send the body as one JSON object, with `Content-Type: application/json`.",
  surface_requires_auth: "Send an API key, or ask for the surface `public` or `tenant-site`.",
  unauthorized: "Send `Authorization: Bearer` and a key of this installation. For an access token that has expired, call `refresh_token`; for a key that was revoked, make a new one in the dashboard.",
  two_factor_required: "Repeat the call with `code`: six digits of the authenticator app, or a recovery code.",
  forbidden: "`scope` names the scope that the key lacks, `upgrade_to` the tier that the company lacks. Use a key that has the scope, or sign in as a person whose role may do it. Repeating the call does not help.",
  step_up_required: "Call `step_up` with a code, or with the password where two-factor authentication is off. Then repeat the call within 10 minutes.",
  shared_records_protected: "Try it on records of a company of its own, or use a live key. An admin may turn `protect_shared_records` off in the company's settings.",
  not_found: "Check the address and the id: a list operation gives ids that exist. Records of another company, and most records of the other mode, are not found either.",
  company_not_found: "Check `company_id`: `get_me` tells the number of your company.",
  method_not_allowed: "Use one of the methods that the header `Allow` names.",
  request_timeout: "Send the same request again, the body in one go. With an `Idempotency-Key` nothing happens twice.",
  conflict: "Read the record as it is now, and decide again: the message says what stands in the way. Use a new `Idempotency-Key` for other input, and a confirmation only for the very call that it was given for.",
  idempotency_in_flight: "Wait as long as `Retry-After` says, then send the same request with the same `Idempotency-Key`.",
  address_retired: "Call what `did_you_mean` names instead.",
  precondition_failed: "Read the record again, look at what changed, and repeat the change with the new `ETag` as `If-Match`.",
  payload_too_large: "Send less at once: in several requests, or as a file with one of the operations that take files.",
  unsupported_media_type: "Send `Content-Type: application/json`; for a file, the type that the operation's page names.",
  range_not_satisfiable: "Ask for a part that begins before the length that `Content-Range` tells.",
  validation_error: "Read `details`: each entry names a field, what is wrong with it and what was received. Correct all of them, then repeat the call.",
  query_too_expensive: "Narrow the search: fewer conditions, longer words, a tag, an owner or a date besides.",
  confirmation_required: "Show `page_url` to a person who may approve. Once they agreed, repeat the very same call with the confirmation in `X-Service-Confirmation` within 15 minutes.",
  rate_limit_exceeded: "Wait as long as `Retry-After` says, in seconds, then go on. `X-RateLimit-Remaining` of every answer tells how many requests are left.",
  headers_too_large: "Send shorter headers: mostly it is a cookie, or a long `User-Agent` or query.",
  internal_error: "Try once more, with the same `Idempotency-Key`. If it comes again, send the `request_id` to whoever runs the installation.",
  unavailable: "Wait as long as `Retry-After` says, then send the same request again. With an `Idempotency-Key` nothing happens twice."
}

import { type Code, statusOf } from "#schemas/kernel/errors"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import { docsOf, problemOf } from "../../http/error-response.ts"
import { everywhere, type HeaderName } from "./headers.ts"
import { type Json, type Ref, refTo, type Response } from "./json.ts"

const REQUEST = "8f1c2e4a-6a0e-4b7e-9a53-0a2f6f1d7c11"

interface Told {
  readonly when: string
  /** One that the service really says. */
  readonly example: { readonly message: string; readonly [field: string]: Json }
  readonly headers?: ReadonlyArray<HeaderName>
}

const field = (field: string, error: string, received: Json) => ({ field, error, received })

/** When each refusal is given, and what it looks like. */
export const refusals: Readonly<Record<Code, Told>> = {
  bad_request: {
    when: "The body is not JSON, or a required field is missing.",
    example: {
      message: "These fields are missing or unusable: title.",
      details: [field("title", "is required", null)]
    }
  },
  surface_requires_auth: {
    when: "The surface is not for anonymous callers.",
    example: {
      message: "The surface developer needs an API key. Without one, ask for public or tenant-site."
    }
  },
  unauthorized: {
    when: "No API key, or one that is malformed, unknown, expired, revoked or used from a foreign address.",
    example: { message: "Send an API key as a bearer token." },
    headers: ["WWW-Authenticate"]
  },
  two_factor_required: {
    when: "The password is right, and the account asks for a code besides.",
    example: { message: "Send `code` too: six digits of the authenticator app, or a recovery code." },
    headers: ["WWW-Authenticate"]
  },
  forbidden: {
    when: "The key lacks the scope, the person the role, or the company the tier; or it takes a signed-in person.",
    example: { message: "This API key lacks the scope crm:write.", scope: "crm:write" }
  },
  step_up_required: {
    when: "The session has to prove again who uses it: `POST /auth/step-up`, then the same call.",
    example: {
      message: "This needs you to prove again who you are: POST /api/v1/auth/step-up with a code of your authenticator app, or with " +
        "your password where two-factor authentication is off. It then holds for 10 minutes in this session."
    }
  },
  shared_records_protected: {
    when: "A test key would destroy records that live and test keys share, and the company's setting `protect_shared_records` is on.",
    example: {
      message: "delete_contact would change the company's real records, which live and test keys share. Nothing was changed. Use a live key; or an " +
        "admin turns `protect_shared_records` off in the company's settings."
    }
  },
  not_found: {
    when: "It does not exist, or belongs to another company.",
    example: { message: "There is no such contact." }
  },
  company_not_found: {
    when: "There is no such company.",
    example: { message: "There is no such company." }
  },
  method_not_allowed: {
    when: "The address does not answer to this method.",
    example: { message: "This address answers to GET, POST, HEAD, OPTIONS." }
  },
  request_timeout: {
    when: "The request did not arrive in time.",
    example: { message: "The request did not arrive in time." }
  },
  conflict: {
    when: "The state of things forbids it: a value already taken, an `Idempotency-Key` used for something else, a confirmation " +
      "that is not for this call.",
    example: { message: "This Idempotency-Key was used for a different request within 24 hours." }
  },
  idempotency_in_flight: {
    when: "The first request under this `Idempotency-Key` is still running.",
    example: { message: "The first request under this Idempotency-Key is still running." },
    headers: ["Retry-After"]
  },
  address_retired: {
    when: "The address was retired; `did_you_mean` says what replaced it.",
    example: {
      message: "This address was retired.",
      did_you_mean: [{ method: "GET", path: "/api/v1/crm/contacts" }]
    }
  },
  precondition_failed: {
    when: "`If-Match` names a version that is no longer the latest.",
    example: { message: "The record changed since: its ETag is now \"4\"." }
  },
  payload_too_large: {
    when: "The body is larger than 1 MiB; a file, than 25 MiB.",
    example: { message: "The body is larger than 1 MiB." }
  },
  unsupported_media_type: {
    when: "The body is not sent as `application/json`; a file, not as one of the types named.",
    example: { message: "Send the body as application/json." }
  },
  range_not_satisfiable: {
    when: "The part that is asked for lies behind the end of the file; `Content-Range` says how long that is.",
    example: { message: "The file has 146515 bytes." }
  },
  validation_error: {
    when: "One or more fields are not what they may be; `details` lists each.",
    example: {
      message: "These fields are not valid: limit.",
      details: [field("limit", "Expected a value between 1 and 200", "201")]
    }
  },
  query_too_expensive: {
    when: "The database would work on it for too long, and stopped. `details` names what can be narrowed.",
    example: {
      message: "This takes the database too long, and was stopped. Narrow it: fewer or simpler conditions, longer search words, " +
        "a tag, an owner or a date besides.",
      details: [field("search", "narrow this", "a")]
    }
  },
  confirmation_required: {
    when: "A person has to agree first. Nothing was changed.",
    example: {
      message: "delete_contact needs a person's confirmation. Nothing was changed.",
      consent: {
        id: 7,
        state: "proposed",
        summary: "Delete contact Grace Hopper",
        preview_url: "https://api.example.com/api/v1/agent/consents/7/preview",
        approve_url: "https://api.example.com/api/v1/agent/consents/7/approve",
        page_url: "https://api.example.com/dashboard/consents/7",
        approve_on: "client_or_page",
        undo: { by: "restore_contact", days: 30 },
        shared: true,
        expires_at: "2026-11-22T09:30:00.000Z"
      }
    }
  },
  rate_limit_exceeded: {
    when: "No requests are left in this minute, or no attempts to sign in.",
    example: { message: "No more than 60 requests a minute; try again in 12 s." },
    headers: ["Retry-After"]
  },
  headers_too_large: {
    when: "The headers are larger than the service reads.",
    example: { message: "The headers of the request are too large." }
  },
  internal_error: {
    when: "Our fault. Report it with the `request_id`.",
    example: { message: "Something went wrong on our side; the request id finds it in our log." }
  },
  unavailable: {
    when: "The service is starting or stopping, or its database is away.",
    example: { message: "The database cannot be reached right now; try again soon." },
    headers: ["Retry-After"]
  }
}

/** `NotFound`, as its schema is called. */
export const pascal = (name: string) => name.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")

const envelope = (code: Code): Json => ({ code, ...refusals[code].example, request_id: REQUEST })

const problem = (code: Code): Json =>
  JSON.parse(problemOf({ code, ...refusals[code].example }, REQUEST))

/** RFC 9457, with the fields of our envelope as extensions. */
export const problemSchema: JsonSchema = {
  type: "object",
  description: "A refusal as RFC 9457 has it, with the fields of its `code` beside.",
  properties: {
    type: { type: "string", format: "uri-reference", enum: (Object.keys(statusOf) as ReadonlyArray<Code>).map(docsOf) },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    code: { type: "string", enum: Object.keys(statusOf) },
    message: { type: "string" },
    details: { type: "array", items: { $ref: "#/components/schemas/ErrorDetail" } },
    scope: { type: "string" },
    upgrade_to: { type: "string" },
    consent: { $ref: "#/components/schemas/ConsentState" },
    retry_after: { type: "integer" },
    request_id: { type: "string" }
  },
  required: ["type", "title", "status", "detail", "code", "message", "request_id"]
}

const examplesOf = (codes: ReadonlyArray<Code>, print: (code: Code) => Json) =>
  Object.fromEntries(codes.map((code) => [code, { summary: refusals[code].when, value: print(code) }]))

/** The responses with one status: each set of codes that goes with it somewhere is one component. */
export class RefusalResponses {
  readonly made: Record<string, Response> = {}

  /** A reference to the response that may carry any of these codes, which share a status. */
  refTo(codes: ReadonlyArray<Code>): Ref {
    const name = codes.map(pascal).join("Or")
    const schemas = codes.map((code) => refTo("schemas", pascal(code)) as unknown as JsonSchema)
    const named = [...everywhere, ...new Set(codes.flatMap((code) => refusals[code].headers ?? []))]
    this.made[name] ??= {
      description: codes.map((code) => refusals[code].when).join(" Or: "),
      headers: Object.fromEntries(named.map((header) => [header, refTo("headers", header)])),
      content: {
        "application/json": {
          schema: schemas.length === 1 ? schemas[0]! : { anyOf: schemas },
          examples: examplesOf(codes, envelope)
        },
        "application/problem+json": {
          schema: refTo("schemas", "Problem") as unknown as JsonSchema,
          examples: examplesOf(codes, problem)
        }
      }
    }
    return refTo("responses", name)
  }
}

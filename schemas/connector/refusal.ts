import { Schema } from "effect"
import { type Code, ConsentState, Detail } from "#schemas/kernel/errors"
import { tiers } from "#schemas/kernel/tenancy"

/**
 * Codes of refused calls (interface, section 7.2), by those of the API. The rest keep the name that they have
 * there.
 */
export const renamed = {
  unauthorized: "auth.invalid_token",
  validation_error: "arguments.invalid",
  bad_request: "arguments.invalid",
  rate_limit_exceeded: "rate_limit.exceeded",
  internal_error: "internal"
} as const satisfies Partial<Record<Code, string>>

/** A call that waits for a person, and where they decide. */
export const WaitingConsent = Schema.Struct({
  ...ConsentState.fields,
  page_url: Schema.String.annotate({ description: "The page where a person approves or rejects it." }),
  preview: Schema.optionalKey(Schema.Json).annotate({ description: "What would change, as `preview_consent` answers it." })
}).annotate({ identifier: "WaitingConsent" })

/** What a refused call of a connector's tool carries in `error`. */
export const ConnectorError = Schema.Struct({
  code: Schema.String.annotate({ description: "Stable; what a program decides by.", examples: ["scope.missing"] }),
  status: Schema.Int.annotate({ description: "The status that the API answers with." }),
  message: Schema.String.annotate({ description: "What is wrong, for people." }),
  hint: Schema.String.annotate({ description: "What to do next." }),
  docs_url: Schema.String.annotate({ format: "uri" }),
  details: Schema.optionalKey(Schema.Array(Detail)).annotate({ description: "Every argument that is wrong." }),
  scope: Schema.optionalKey(Schema.String).annotate({ description: "What the connection lacks." }),
  feature: Schema.optionalKey(Schema.String).annotate({ description: "What the company's tier lacks.", examples: ["crm.import_contacts"] }),
  upgrade_to: Schema.optionalKey(Schema.Literals(tiers)),
  consent: Schema.optionalKey(WaitingConsent),
  retry_after: Schema.optionalKey(Schema.Int).annotate({ description: "Seconds after which the same may be tried again." }),
  request_id: Schema.String
}).annotate({ identifier: "ConnectorError" })
export type ConnectorError = typeof ConnectorError.Type

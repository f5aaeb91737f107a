import { Schema } from "effect"
import { Detail } from "#schemas/kernel/errors"
import { tiers } from "#schemas/kernel/tenancy"

/** Codes of the public tool endpoint and the HTTP status of each (interface, section 7.2). */
export const toolStatuses = {
  "request.malformed": 400,
  "request.unknown_type": 400,
  "tool.not_found": 404,
  "arguments.missing": 400,
  "arguments.invalid": 422,
  "auth.invalid_token": 401,
  "scope.missing": 403,
  "feature.upgrade_required": 403,
  "rate_limit.exceeded": 429,
  internal: 500
} as const
export type ToolCode = keyof typeof toolStatuses
export const toolCodes = Object.keys(toolStatuses) as ReadonlyArray<ToolCode>

/** What a failed call carries in `error`. */
export const ToolError = Schema.Struct({
  code: Schema.Literals(toolCodes).annotate({ description: "Stable; what a program decides by." }),
  status: Schema.Int.annotate({ description: "The HTTP status of the answer." }),
  message: Schema.String.annotate({ description: "What is wrong, for people." }),
  hint: Schema.String.annotate({ description: "What to do next. After `Try: ` stands a call that works, as JSON: a ToolRequest, or in MCP what `tools/call` takes." }),
  docs_url: Schema.String.annotate({ format: "uri" }),
  details: Schema.optionalKey(Schema.Array(Detail)).annotate({ description: "Every argument that is wrong." }),
  scope: Schema.optionalKey(Schema.String),
  feature: Schema.optionalKey(Schema.String),
  upgrade_to: Schema.optionalKey(Schema.Literals(tiers)),
  request_id: Schema.String
}).annotate({ identifier: "ToolError" })
export type ToolError = typeof ToolError.Type

/** A call of a tool. */
const ToolCall = Schema.Struct({ tool: Schema.String, arguments: Schema.Record(Schema.String, Schema.Json) })

/**
 * Why a tool does not answer. `hint` says what to do next; `instead` are arguments that work: those given with what was wrong replaced. `see` is
 * a call of another tool, where nothing is known that comes close. Without both the tool's example is offered.
 */
export class ToolRefusal extends Schema.Error<ToolRefusal>("ToolRefusal")({
  code: Schema.Literals(toolCodes),
  message: Schema.String,
  hint: Schema.String,
  details: Schema.optionalKey(Schema.Array(Detail)),
  instead: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
  see: Schema.optionalKey(ToolCall),
  /** Whole seconds after which the same may be asked again. */
  retryAfter: Schema.optionalKey(Schema.Int)
}) {
  readonly _tag = "ToolRefusal"
}

/** Of what a caller sent, no more characters than this are repeated. */
export const MOST_REPEATED = 200

/** The argument that a detail is about: `current_metrics` of `current_metrics.ctr`. */
export const argumentOf = ({ field }: Pick<Detail, "field">): string => field.replace(/[.[].*$/su, "")

/** One argument that is well formed and yet cannot be used, with one that can: `instead` replaces it. */
export const unusable = (field: string, received: Schema.Json, { error, hint, instead, see }: {
  readonly error: string
  readonly hint: string
  /** Of the arguments that were given, with this one replaced. */
  readonly instead?: Readonly<Record<string, Schema.Json>> | undefined
  readonly see?: typeof ToolCall.Type | undefined
}) =>
  new ToolRefusal({
    code: "arguments.invalid",
    message: `The argument ${field} cannot be used: ${error}.`,
    hint,
    details: [{ field, error, received: typeof received === "string" ? received.slice(0, MOST_REPEATED) : received }],
    ...instead !== undefined && { instead },
    ...see !== undefined && { see }
  })

import { Effect } from "effect"
import { Site } from "#layers/kernel/installation/site"
import { type ConnectorError, renamed } from "#schemas/connector/refusal"
import { CHANGE_TIER } from "#schemas/kernel/admission"
import type { Operation } from "#schemas/kernel/catalog"
import { type Code, type Detail, statusOf } from "#schemas/kernel/errors"
import { isJsonObject } from "#schemas/kernel/json"
import { tiers } from "#schemas/kernel/tenancy"
import { REQUIRED } from "../http/input-errors.ts"
import { CurrentRequest } from "../http/request-context.ts"
import type { ToolResult } from "../mcp/profile.ts"
import { addresses } from "../surfaces/addresses.ts"
import { verbs } from "./verbs.ts"

/** A refusal of the API. */
export interface Said {
  readonly code: Code
  readonly message: string
  readonly details?: ReadonlyArray<Detail> | undefined
  readonly scope?: unknown
  readonly upgrade_to?: unknown
  readonly consent?: unknown
}

export const isCode = (code: unknown): code is Code => typeof code === "string" && Object.hasOwn(statusOf, code)

const isSaid = (body: unknown): body is Said => isJsonObject(body) && isCode(body["code"]) && typeof body["message"] === "string"

/** The envelope of the API, read back. */
export const saidIn = (body: unknown): Said | undefined => isSaid(body) ? body : undefined

/** Unusable, it is a bad request too. */
const KEY = "idempotency-key"

const codeOf = ({ code, details, scope, upgrade_to }: Said, entry: Operation | undefined): string => {
  if (code === "forbidden" && entry?.access !== "session") {
    if (typeof scope === "string") return "scope.missing"
    if (typeof upgrade_to === "string") return "feature.upgrade_required"
  }
  if (code === "bad_request" && details?.some(({ field }) => field !== KEY) === true) return "arguments.missing"
  const names: Partial<Record<Code, string>> = renamed
  return names[code] ?? code
}

/** The list of the records that stand at a path up to its first parameter. */
const listBefore = (path: string, field: string): string | undefined => {
  const [before, after] = path.split(/\/:(.+)/u)
  return after?.split("/")[0] === field ? verbs.find((one) => one.method === "GET" && one.path === before)?.name : undefined
}

const added = (field: string, entry: Operation | undefined) => {
  const list = entry === undefined ? undefined : listBefore(entry.path, field)
  return list === undefined ? `add ${field}` : `add ${field}, as ${list} tells it`
}

const changes = (details: ReadonlyArray<Detail> | undefined, entry: Operation | undefined) =>
  (details ?? []).slice(0, 5).map(({ error, field }) => error === REQUIRED ? added(field, entry) : `${field}: ${error.slice(0, 300)}`).join("; ")

const corrected = ({ details }: Said, entry: Operation | undefined) => {
  const what = changes(details, entry)
  return what === ""
    ? `Send the arguments as the input schema${entry === undefined ? "" : ` of ${entry.name}`} has them; search_tools shows it, asked for that name.`
    : `Change this and call again: ${what}.`
}

/** What works instead, by code. */
const hints: Readonly<Record<string, (said: Said, entry: Operation | undefined) => string>> = {
  "arguments.missing": corrected,
  "arguments.invalid": corrected,
  "auth.invalid_token": () => "Get a new access token, or have the person connect again.",
  "scope.missing": ({ scope }) => `Have the person connect again and grant ${String(scope)}, if their role in the company has it.`,
  "feature.upgrade_required": ({ upgrade_to }) => `The company needs the ${String(upgrade_to)} tier or above for this. ${CHANGE_TIER}`,
  forbidden: (_, entry) =>
    entry?.access === "session"
      ? "Only a signed-in person can do this, in the dashboard. Tell them, rather than trying again."
      : "Trying again will not help: tell the person what you were not allowed to do.",
  shared_records_protected: () => "Tell the person: it takes a live connection, or an admin who turns protect_shared_records off in the company's settings.",
  not_found: () => "Look the record up first: a list or search tool of its kind gives ids that exist.",
  conflict: () => "Read the record as it is now, and decide again. A retry as it stands is refused again.",
  idempotency_in_flight: () => "Wait a second, then make the same call with the same key.",
  precondition_failed: () => "Somebody changed the record: read it again, then repeat the change with its new ETag.",
  payload_too_large: () => "Send or ask for less at once.",
  unsupported_media_type: () => "Name the file's media type in _meta as io.service/contentType.",
  query_too_expensive: () => "Ask for less: fewer conditions, longer search words, a tag, an owner or a date besides.",
  "rate_limit.exceeded": () => "Wait, then make the same call.",
  request_timeout: () => "Make the same call again.",
  unavailable: () => "Wait a second, then make the same call.",
  internal: () => "Nothing is wrong with the call. Try once more, then give the request_id to support."
}

const isTier = (text: unknown): text is typeof tiers[number] => (tiers as ReadonlyArray<unknown>).includes(text)

/** More than the API says, of a call that needs a person. */
export type More = Partial<Pick<ConnectorError, "code" | "hint" | "consent">>

/** A refusal of the API as the envelope of tool calls (interface, section 7.2). */
export const errorOf = Effect.fnUntraced(function*(said: Said, entry: Operation | undefined, more: More = {}, retryAfter?: number) {
  const { id } = yield* CurrentRequest
  const origin = yield* (yield* Site).origin
  const code = codeOf(said, entry)
  const { details, message, scope, upgrade_to } = said
  return {
    code,
    status: statusOf[said.code],
    message,
    hint: hints[code]?.(said, entry) ?? "Trying again as it stands will not help.",
    docs_url: `${origin}${addresses.docs}#error-${said.code}`,
    ...details !== undefined && { details },
    ...code === "scope.missing" && { scope: String(scope) },
    ...isTier(upgrade_to) && { upgrade_to, ...entry !== undefined && { feature: `${entry.category}.${entry.name}` } },
    ...retryAfter !== undefined && { retry_after: retryAfter },
    ...more,
    request_id: id
  } satisfies ConnectorError
})

/** As the answer of a tool, which a model reads. */
const refusedWith = (error: ConnectorError): ToolResult =>
  ({ isError: true, content: [{ type: "text", text: JSON.stringify({ error }) }] })

export const refused = (said: Said, entry?: Operation, more?: More, retryAfter?: number) =>
  Effect.map(errorOf(said, entry, more, retryAfter), refusedWith)

import { Effect } from "effect"
import type { ConnectorError } from "#schemas/connector/refusal"
import { forbidden } from "#schemas/kernel/admission"
import { isJsonObject } from "#schemas/kernel/json"
import { type Caller, scopesOf } from "#schemas/kernel/tenancy"
import { operations } from "#schemas/operations"
import { grantable } from "../oauth/scopes.ts"
import { errorOf, type Said } from "./refusal.ts"

/** A call of a tool for which the connection was granted too little, and its person has more. */
export interface InsufficientScope {
  /** The id of the JSON-RPC request. */
  readonly call: string | number | null
  readonly scope: string
  readonly error: ConnectorError
}

/**
 * Reads whether a message calls an operation whose scope the connection lacks, although the person behind it could grant it. Where
 * their role has no such scope either, asking them again would lead back here, and the call is refused as a tool instead.
 */
export const insufficientScope = Effect.fnUntraced(function*(caller: Caller["Service"], message: unknown) {
  if (!isJsonObject(message) || message["method"] !== "tools/call" || !isJsonObject(message["params"])) return undefined
  const entry = operations.get(String(message["params"]["name"]))
  if (entry === undefined || entry.access === "session") return undefined
  const denied = forbidden(caller, entry)
  const scope = denied?.scope
  if (denied === undefined || scope === undefined || !grantable.includes(scope)) return undefined
  const own: ReadonlySet<string> = caller.person === undefined ? new Set() : scopesOf(caller.person.role)
  if (!own.has(scope)) return undefined
  const { id } = message
  return {
    call: typeof id === "string" || typeof id === "number" ? id : null,
    scope,
    error: yield* errorOf(denied as Said, entry)
  } satisfies InsufficientScope
})

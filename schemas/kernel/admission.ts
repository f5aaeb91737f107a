import type { OperationMeta } from "./operation.ts"
import { isAtLeast, type Role } from "./roles.ts"
import { type Caller, includes, type Tier } from "./tenancy.ts"

/** Why a caller may not do something. Plain facts: an `Error` would capture a stack with each refusal. */
export interface Denied {
  readonly code: "forbidden"
  readonly message: string
  readonly scope?: string
  readonly upgrade_to?: Tier
  /* Errors of every kind may have more fields. */
  readonly [field: string]: unknown
}

/** A key that a person holds. Programs see to it that no agent uses it. */
const isDelegated = ({ agent, credential, scopes }: Caller["Service"], delegatedScope: OperationMeta["delegatedScope"]) =>
  delegatedScope !== undefined && credential === "key" && scopes.has(delegatedScope) && agent === undefined

const withArticle = (role: Role) => `${/^[aeiou]/.test(role) ? "an" : "a"} ${role}`

/** What needs a signed-in person: that it is one, and that their role in the company allows it. */
const impersonal = (caller: Caller["Service"], { role, delegatedScope }: OperationMeta): Denied | undefined => {
  if (caller.credential === "session" && caller.person !== undefined && caller.agent_run === undefined) {
    return isAtLeast(caller.person.role, role)
      ? undefined
      : { code: "forbidden", message: `This needs ${withArticle(role)} of the company; you are ${withArticle(caller.person.role)}.` }
  }
  if (isDelegated(caller, delegatedScope)) return undefined
  return delegatedScope === undefined
    ? { code: "forbidden", message: "This needs a signed-in person; an API key or a tool client is not enough." }
    : { code: "forbidden", message: `This needs a person: a session, or an API key with the scope ${delegatedScope}, which no agent has.`, scope: delegatedScope }
}

const subject = { key: "This API key", session: "Your role in the company", grant: "This connection", visitor: "A visitor" } as const

/** A visitor calls what is open to visitors in their way, and nothing else. */
const notForVisitors = ({ visitor }: Caller["Service"], { visitors }: OperationMeta): Denied | undefined => {
  if (visitor !== undefined && visitors.includes(visitor.way)) return undefined
  return {
    code: "forbidden",
    message: visitor === undefined || visitor.way === "publishable_key"
      ? "This is a publishable key: it opens only what is open to visitors. This operation takes a secret API key (sk_service_...) or a session."
      : "This operation is not open to visitors."
  }
}
/** Where whoever is refused for the company's tier goes on. */
export const CHANGE_TIER = "An owner of the company changes its tier with change_tier, POST /api/v1/company/tier."


/** Scope, then tier: what this caller and this company may not do. */
export const forbidden = (caller: Caller["Service"], meaning: OperationMeta): Denied | undefined => {
  const { access, tierFloor } = meaning
  if (caller.credential === "visitor") {
    const no = notForVisitors(caller, meaning)
    if (no !== undefined) return no
  } else if (access === "session") {
    const no = impersonal(caller, meaning)
    if (no !== undefined) return no
  } else if (access !== "any" && access !== "public" && !caller.scopes.has(access)) {
    return { code: "forbidden", message: `${subject[caller.credential]} lacks the scope ${access}.`, scope: access }
  }
  if (!includes(caller.tier, tierFloor)) {
    return { code: "forbidden", message: `This needs the ${tierFloor} tier or above. ${CHANGE_TIER}`, upgrade_to: tierFloor }
  }
  return undefined
}

const APPROVING = "consents:approve"

/**
 * Why somebody may not decide on a call that waits for a person. Owners and admins decide on all of them, and keys that stand in
 * for a person; whoever asked for it in their own session, on what takes a person anyway: their own account and connections.
 */
export const cannotApprove = (caller: Caller["Service"], { entry, own }: {
  /** The operation that was asked for, if there still is one. */
  readonly entry: OperationMeta | undefined
  readonly own: boolean
}): Denied | undefined => {
  if (caller.scopes.has(APPROVING)) return undefined
  if (own && caller.credential === "session" && entry?.access === "session") return undefined
  return {
    code: "forbidden",
    message: `Your role in the company, ${caller.person?.role ?? "none"}, lacks the scope ${APPROVING}.`,
    scope: APPROVING
  }
}

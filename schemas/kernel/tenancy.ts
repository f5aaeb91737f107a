import { Context, Schema } from "effect"
import type { AccountId, CompanyId, KeyId, UserId } from "./ids.ts"
import type { Money } from "./money.ts"
import type { Role } from "./roles.ts"

export const tiers = ["starter", "builder", "professional", "enterprise"] as const
export const Tier = Schema.Literals(tiers)
export type Tier = typeof Tier.Type

export const includes = (tier: Tier, floor: Tier) => tiers.indexOf(tier) >= tiers.indexOf(floor)

/** Requests a minute of a whole company (interface, section 8). */
export const requestsPerMinute: Readonly<Record<Tier, number>> =
  { starter: 60, builder: 120, professional: 300, enterprise: 1_000 }

/** Answers that are made piece by piece at a time for a whole company, which may send so many requests a minute, or those of its tier. */
export const streamsAtOnce = (tier: Tier, perMinute: number): number => Math.ceil((perMinute || requestsPerMinute[tier]) / 10)

/** AI tokens a month of a whole company (interface, section 8); nothing where there is no limit. */
export const aiTokensPerMonth: Readonly<Record<Tier, number | null>> =
  { starter: 15_000, builder: 40_000, professional: 100_000, enterprise: null }

/** The day since which these limits hold. */
export const LIMITS_AS_OF = "2026-11-21"

/** Live moves money and dispatches messages; test does neither. */
export const modes = ["live", "test"] as const
export type Mode = typeof modes[number]

export const surfaces = ["public", "tenant-site", "dashboard", "portal", "developer"] as const
export const Surface = Schema.Literals(surfaces)
export type Surface = typeof Surface.Type

export const areas = [
  "crm", "payments", "calendar", "cms", "shop", "kb", "analytics", "ai", "messages", "integrations", "webhooks", "agents",
  "audit", "workflows"
] as const

/** What a key may do, by area: `crm:read`, `crm:write`, and the few that stand alone. */
export type Scope = `${typeof areas[number]}:${"read" | "write"}` | "consents:approve"

export const scopes: ReadonlyArray<Scope> = [
  ...areas.flatMap((area) => [`${area}:read`, `${area}:write`] as const),
  "consents:approve"
]

/** What only those see who answer for the company. */
const confidential: ReadonlySet<string> = new Set<typeof areas[number]>(["audit"])

/** What changes how the company is connected to the outside. */
const connecting: ReadonlySet<string> = new Set<typeof areas[number]>(["integrations", "webhooks", "workflows"])

const everyday = areas.filter((area) => !confidential.has(area))

const byRole: Readonly<Record<Role, ReadonlySet<Scope>>> = {
  viewer: new Set(everyday.map((area) => `${area}:read` as const)),
  member: new Set([
    ...everyday.map((area) => `${area}:read` as const),
    ...everyday.filter((area) => !connecting.has(area)).map((area) => `${area}:write` as const)
  ]),
  admin: new Set(scopes),
  owner: new Set(scopes)
}

/** What a signed-in member may do, and the most that whatever acts for them may do. */
export const scopesOf = (role: Role): ReadonlySet<Scope> => byRole[role]

/** What an owner allowed a key to run without asking each time. */
export interface StandingConsent {
  /** Holds for calls of an agent too. */
  readonly agents: boolean
  /** In epoch milliseconds. */
  readonly expiresAt: number
  /** The most money that one call may move. */
  readonly cap: Money | undefined
}

/**
 * What a request shows: a company's API key, a person's session, the grant of a person to a tool client, or nothing secret: then
 * it is a visitor's. The first three and publishable keys have an id of one kind, which receipts and consents name.
 */
export type Credential = "key" | "session" | "grant" | "visitor"

/** How the request of a visitor names the company: by a publishable key, by the host of its site, or by a token in the path. */
export const visitorWays = ["publishable_key", "host", "token"] as const
export type VisitorWay = typeof visitorWays[number]

/** A customer of the company who has not signed in. */
export interface Visitor {
  readonly way: VisitorWay
  /** Tells this visitor from others of the company. It opens nothing, so that records and receipts may show it. */
  readonly id: string
  /** What the visitor's idempotency keys are kept apart by: `id`, or the network that they come from where they showed no token. */
  readonly idempotencyScope: string
  /** A name for the network that they come from, which tells nobody which it is; nothing where a link is all that is known of them. */
  readonly network?: string
  /** A token made for a visitor who showed none, to be answered with. */
  readonly newToken: string | undefined
}

/** What is said to a visitor who is new, since they sent no token, where they ask for something that a visitor has. */
export const toNewVisitor = (visitor: Visitor | undefined): string =>
  visitor?.newToken === undefined ? "" : " It is for the visitor who made it alone: send back the X-Service-Visitor that the answer which made it brought."

/** A member of the company. */
export interface Person {
  readonly account_id: AccountId
  readonly user_id: UserId
  readonly role: Role
}

/** Who is asking: one company, through one credential. */
export class Caller extends Context.Service<Caller, {
  readonly company_id: CompanyId
  /** 0 for a visitor without a publishable key. */
  readonly key_id: KeyId
  /** Of an API key, which of its secrets was shown: 1 for the first, and one more for each rotation since. */
  readonly secret_version?: number | undefined
  readonly credential: Credential
  /** Set where `credential` is `visitor` and the operation is open to visitors. */
  readonly visitor?: Visitor | undefined
  /** Who signed in, or whom the tool client acts for; nobody where a key is used. */
  readonly person?: Person | undefined
  readonly scopes: ReadonlySet<string>
  readonly tier: Tier
  readonly mode: Mode
  /** The agent that the credential was made for, whatever the headers of a request say. */
  readonly agent?: string | undefined
  /** The run of one of the company's own agents that makes the call in this name; `confirms`: whatever it changes waits for a person. */
  readonly agent_run?: { readonly id: number; readonly confirms: boolean } | undefined
  /** By verb. */
  readonly standing: ReadonlyMap<string, StandingConsent>
}>()("kernel/Caller") {}

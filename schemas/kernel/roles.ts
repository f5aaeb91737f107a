import { Schema } from "effect"
import { areas, type Scope, scopes } from "./tenancy.ts"

/** What a member of a company is there, from the least to the most. */
export const roles = ["viewer", "member", "admin", "owner"] as const
export const Role = Schema.Literals(roles).annotate({
  description: "`viewer` reads; `member` also writes; `admin` also manages people, keys and connections, and approves; `owner` also " +
    "decides who owns the company."
})
export type Role = typeof Role.Type

export const isAtLeast = (role: Role, floor: Role): boolean => roles.indexOf(role) >= roles.indexOf(floor)

/** What only those see who answer for the company. */
const guarded: ReadonlySet<string> = new Set<typeof areas[number]>(["audit"])

/** What changes how the company is connected to the outside. */
const connecting: ReadonlySet<string> = new Set<typeof areas[number]>(["integrations", "webhooks", "workflows"])

const everyday = areas.filter((area) => !guarded.has(area))

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

import { Schema } from "effect"

/** What a member of a company is there, from the least to the most. */
export const roles = ["viewer", "member", "admin", "owner"] as const
export const Role = Schema.Literals(roles).annotate({
  description: "`viewer` reads; `member` also writes; `admin` also manages people, keys and connections, and approves; `owner` also " +
    "decides who owns the company."
})
export type Role = typeof Role.Type

export const isAtLeast = (role: Role, floor: Role): boolean => roles.indexOf(role) >= roles.indexOf(floor)

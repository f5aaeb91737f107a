import { isAtLeast, type Role, roles } from "#schemas/kernel/roles"
import type { Node } from "../html.ts"
import { type FieldErrors, select } from "./form.ts"

/** What a role is, as one person tells another. */
const descriptions: Readonly<Record<Role, string>> = {
  viewer: "Viewer: sees everything, changes nothing",
  member: "Member: works with contacts, deals and all else from day to day",
  admin: "Admin: also manages people, keys and connections, and approves what agents ask",
  owner: "Owner: also decides who owns the company"
}

/** The roles that somebody may give: none above their own. */
const rolesBelow = (role: Role): ReadonlyArray<readonly [Role, string]> =>
  roles.filter((one) => isAtLeast(role, one)).map((one) => [one, descriptions[one]])

/** Which of them somebody is to be. */
export const roleField = (own: Role, chosen: string, errors: FieldErrors): Node =>
  select({ name: "role", label: "Role", errors, options: rolesBelow(own), chosen })

/** Whether what a form said is one. */
export const isRole = (text: string): text is Role => (roles as ReadonlyArray<string>).includes(text)

import { isAtLeast, type Role, roles } from "#schemas/kernel/roles"
import type { Node } from "../html.ts"
import { type FieldErrors, select } from "./form.ts"
import { spoken, type Text } from "../words/spoken.ts"

const w = spoken("roles")


/** The roles that somebody may give: none above their own. */
const rolesBelow = (role: Role): ReadonlyArray<readonly [Role, Text]> =>
  roles.filter((one) => isAtLeast(role, one)).map((one) => [one, w[one]])

/** Which of them somebody is to be. */
export const roleField = (own: Role, chosen: string, errors: FieldErrors): Node =>
  select({ name: "role", label: w.role, errors, options: rolesBelow(own), chosen })

/** Whether what a form said is one. */
export const isRole = (text: string): text is Role => (roles as ReadonlyArray<string>).includes(text)

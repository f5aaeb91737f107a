import type { Operation } from "#schemas/kernel/catalog"
import { templateOf } from "#schemas/kernel/manifest"
import { type Tier, tiers } from "#schemas/kernel/tenancy"
import { operations } from "#schemas/operations"

const of = (verbs: ReadonlyArray<string>): ReadonlyArray<Operation> => verbs.flatMap((verb) => operations.get(verb) ?? [])

/** Operations with their addresses, like `create_contact: POST /api/v1/crm/contacts`. */
export const addressesOf = (verbs: ReadonlyArray<string>): ReadonlyArray<string> =>
  of(verbs).map(({ method, name, path }) => `${name}: ${method} ${templateOf(path)}`)

/** The lowest plan that allows all of these operations. */
export const tierOf = (verbs: ReadonlyArray<string>): Tier =>
  of(verbs).reduce<Tier>((highest, { tierFloor }) => tiers.indexOf(tierFloor) > tiers.indexOf(highest) ? tierFloor : highest, "starter")

/** Those that a person has to agree to, or to do. */
export const decidedByPeople = (verbs: ReadonlyArray<string>): ReadonlyArray<string> =>
  of(verbs).filter(({ access, requiresConsent }) => requiresConsent || access === "session").map(({ name }) => name)

/** What a key needs for these operations. */
export const scopesOf = (verbs: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(of(verbs).flatMap(({ access }) => access.includes(":") ? [access] : []))]

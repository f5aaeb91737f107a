import { scopes } from "#schemas/kernel/tenancy"
import { operations } from "#schemas/operations"

/** Lets a client come back for as long as the connection lasts, which every client may. */
export const OFFLINE = "offline_access"

const used: ReadonlySet<string> = new Set(Array.from(operations.values(), ({ access }) => access))

/**
 * What a tool client can be granted: the scopes that open some operation. Nobody can hand on the right to agree to what agents
 * ask for.
 */
export const grantable: ReadonlyArray<string> = scopes.filter((scope) => scope !== "consents:approve" && used.has(scope))

/** Whether a scope only lets its holder see. */
export const isRead = (scope: string): boolean => scope.endsWith(":read")

/** What a client gets that names none of ours: to see, and to change nothing. */
const byDefault: ReadonlyArray<string> = grantable.filter(isRead)

/** What was asked for of what can be granted, in one order. */
export const askedFor = (text: string | undefined): ReadonlyArray<string> => {
  const wanted = new Set(text?.split(" "))
  const ours = grantable.filter((scope) => wanted.has(scope))
  return ours.length > 0 ? ours : byDefault
}

/** The same for the authorization server, which knows no default. */
export const completed = (text: string | undefined): string =>
  [...askedFor(text), ...text?.split(" ").includes(OFFLINE) === true ? [OFFLINE] : []].join(" ")

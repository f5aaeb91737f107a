import { Effect, Option } from "effect"
import { type ConsentRow, Consents } from "#layers/agents/consents"
import { ApiKeys } from "#layers/auth/api-keys"
import { CompanySettings } from "#layers/company/settings"
import { cannotApprove, type Denied, forbidden } from "#schemas/kernel/admission"
import { aboutOf } from "#schemas/kernel/consent"
import { Forbidden } from "#schemas/kernel/errors"
import { Caller, scopesOf } from "#schemas/kernel/tenancy"
import { operations } from "#schemas/operations"

/** Whether the person who made a connection may approve what it asks for. */
export const mayApprove = ({ credential, person }: Caller["Service"]): boolean =>
  credential === "grant" && person !== undefined && scopesOf(person.role).has("consents:approve")

const entryOf = (verb: string) => operations.get(verb)

/**
 * Where a person agrees to a call. A program can answer in its user's place what a client asks, so nothing depends on that answer
 * that could not be taken back.
 */
export const approvalPlace = Effect.fnUntraced(function*(verb: string) {
  if (aboutOf(entryOf(verb)).undo === null) return "page"
  const { approval_on_page } = yield* (yield* CompanySettings).own
  return approval_on_page === "always" ? "page" : "client_or_page"
})

const forbiddenBy = ({ code: _, ...reason }: Denied, message = reason.message) => new Forbidden({ ...reason, message })

/** Fails where the caller may not approve or reject a consent. Everybody may on their own account and connections. */
export const requireApprover = Effect.fnUntraced(function*({ key_id, verb }: ConsentRow) {
  const caller = yield* Caller
  const denied = cannotApprove(caller, { entry: entryOf(verb), own: key_id === caller.key_id })
  if (denied !== undefined) return yield* forbiddenBy(denied)
})

/**
 * Fails where the caller could not make the call themselves. A key with `consents:approve` need not be able to do anything
 * else; but what takes a signed-in person, a signed-in person approves.
 */
export const requireSamePermission = Effect.fnUntraced(function*({ verb }: ConsentRow) {
  const entry = entryOf(verb)
  /* Nothing can be done with the confirmation of an operation that was removed. */
  if (entry === undefined) return
  const caller = yield* Caller
  const denied = caller.credential === "key" && entry.access !== "session" ? undefined : forbidden(caller, entry)
  if (denied !== undefined) {
    return yield* forbiddenBy(denied, `You cannot approve what you may not do yourself (${verb}). ${denied.message}`)
  }
})

/** With which credential a consent was approved last, and with which of its secrets. */
export const approverOf = Effect.fnUntraced(function*(consent: ConsentRow) {
  const { approver_secret_version: secret_version } = Option.getOrThrow(yield* (yield* Consents).kept(consent.id))
  return { key_id: consent.steps.findLast(({ state }) => state === "approved")?.key_id ?? null, secret_version }
})

/**
 * Whether an approval still counts: it ends with the credential that it was given with, and with the role in the company that
 * allowed it. Signing out takes nothing back.
 */
export const isApprovalValid = Effect.fnUntraced(function*(consent: ConsentRow) {
  const { company_id } = yield* Caller
  const keys = yield* ApiKeys
  const { key_id, secret_version } = yield* approverOf(consent)
  if (key_id === null) return false
  const approver = yield* keys.decider({ company_id, key_id, secret_version })
  if (Option.isNone(approver)) return false
  if (approver.value.credential === "grant") return mayApprove(approver.value)
  const decided = Effect.andThen(requireApprover(consent), requireSamePermission(consent))
  return yield* Effect.match(Effect.provideService(decided, Caller, approver.value), { onFailure: () => false, onSuccess: () => true })
})

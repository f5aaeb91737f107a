import { Effect, Option } from "effect"
import { type ConsentRow, Consents } from "#layers/agents/consents"
import { ApiKeys } from "#layers/api-keys"
import { Api } from "#schemas/api"
import { type Barred, forbidden, undecided } from "#schemas/kernel/admission"
import { catalogOf } from "#schemas/kernel/catalog"
import { Forbidden } from "#schemas/kernel/errors"
import { scopesOf } from "#schemas/kernel/roles"
import { Caller } from "#schemas/kernel/tenancy"

/** Whether the person who made a connection may approve what it asks for. */
export const mayApprove = ({ credential, person }: Caller["Service"]): boolean =>
  credential === "grant" && person !== undefined && scopesOf(person.role).has("consents:approve")

const entryOf = (verb: string) => catalogOf(Api).find(({ name }) => name === verb)

const barred = ({ code: _, ...why }: Barred, message = why.message) => new Forbidden({ ...why, message })

/** Those whose part it is decide; on what is their own, everybody. */
export const deciding = Effect.fnUntraced(function*({ key_id, verb }: ConsentRow) {
  const caller = yield* Caller
  const no = undecided(caller, { entry: entryOf(verb), own: key_id === caller.key_id })
  if (no !== undefined) return yield* barred(no)
})

/**
 * Nobody agrees to what they may not do themselves. A key that an owner or admin made to approve need not be able to do
 * anything else; but what takes a person, a person agrees to.
 */
export const allowed = Effect.fnUntraced(function*({ verb }: ConsentRow) {
  const entry = entryOf(verb)
  /* A confirmation of what is no operation any more is good for nothing. */
  if (entry === undefined) return
  const caller = yield* Caller
  const no = caller.credential === "key" && entry.access !== "session" ? undefined : forbidden(caller, entry)
  if (no !== undefined) return yield* barred(no, `You cannot approve what you may not do yourself (${verb}). ${no.message}`)
})

/**
 * Whether an approval still counts: it ends with the credential that it was given with, and with the part in the company that
 * allowed it. Signing out takes nothing back.
 */
export const upheld = Effect.fnUntraced(function*(consent: ConsentRow) {
  const { company_id } = yield* Caller
  const keys = yield* ApiKeys
  const consents = yield* Consents
  const key_id = consent.steps.findLast(({ state }) => state === "approved")?.key_id
  if (key_id === undefined || key_id === null) return false
  const approver = yield* keys.decider({ company_id, key_id, secret_version: yield* consents.approvedWith(consent.id) })
  if (Option.isNone(approver)) return false
  if (approver.value.credential === "grant") return mayApprove(approver.value)
  const decided = Effect.andThen(deciding(consent), allowed(consent))
  return yield* Effect.match(Effect.provideService(decided, Caller, approver.value), { onFailure: () => false, onSuccess: () => true })
})

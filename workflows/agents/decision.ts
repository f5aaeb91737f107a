import { createHmac } from "node:crypto"
import { Effect, Option } from "effect"
import { type By, type ConsentRow, Consents } from "#layers/agents/consents"
import { ApiKeys, hashOf } from "#layers/auth/api-keys"
import { SecretStore } from "#layers/auth/secret-store"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Tenancy } from "#layers/kernel/tenancy"
import { makeConfirmation } from "#schemas/kernel/consent"
import { Conflict } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { notifyAgents } from "../ai/agent-decision.ts"
import { approverOf, isApprovalValid } from "./approver.ts"
import { notifyTimer } from "./consent-timer.ts"
import { consentChange } from "./consent-view.ts"

const KEY_BYTES = 32

/** The confirmation of an approval that is a consent's step number `step`, so that whoever approved can be given it again. */
const confirmationOf = (key: Uint8Array, company: number, { id }: ConsentRow, step: number): string =>
  makeConfirmation(createHmac("sha256", key).update(`${company}/${id}/${step}`).digest())

const keys = SecretStore.use((store) => Effect.succeed(store.derivations("consent confirmations", KEY_BYTES)))

/** The confirmation that the approval of a consent gave, as long as it may be used; nothing where it cannot be told again. */
const given = Effect.fnUntraced(function*(row: ConsentRow) {
  if (row.state !== "approved" || !(yield* isApprovalValid(row))) return undefined
  const { company_id } = yield* Caller
  const { confirmation_hash } = Option.getOrThrow(yield* (yield* Consents).kept(row.id))
  const step = row.steps.findLastIndex(({ state }) => state === "approved")
  return (yield* keys).map((key) => confirmationOf(key, company_id, row, step))
    .find((confirmation) => confirmation_hash !== null && Buffer.compare(hashOf(confirmation), confirmation_hash) === 0)
})

/** The confirmation of an approved call for whoever asked, who is told it once. */
export const collected = Effect.fnUntraced(function*(row: ConsentRow) {
  if (row.state !== "approved" || row.key_id !== (yield* Caller).key_id) return undefined
  const confirmation = yield* given(row)
  if (confirmation === undefined) return undefined
  const consents = yield* Consents
  return (yield* Tenancy.use(({ transaction }) => transaction(consents.collect(row.id)))) ? confirmation : undefined
})

/**
 * Fails where somebody else has approved a consent already: their confirmation is good, and a second one would end it. A person
 * is the same in each of their sessions.
 */
export const requireNotApproved = Effect.fnUntraced(function*(row: ConsentRow) {
  if (row.state !== "approved" || !(yield* isApprovalValid(row))) return
  const { company_id, key_id, person } = yield* Caller
  const { key_id: by, secret_version } = yield* approverOf(row)
  if (by === key_id) return
  const approver = by === null ? Option.none() : yield* (yield* ApiKeys).decider({ company_id, key_id: by, secret_version })
  const isSame = Option.isSome(approver) && person !== undefined && approver.value.person?.account_id === person.account_id
  if (!isSame) return yield* new Conflict({ message: "Somebody else approved this already. Their confirmation is good; there is nothing left to decide." })
})

/**
 * Approves a locked consent. The confirmation is in the answer only; its hash is kept. Approved again while that is good, it is
 * answered with the same confirmation, and nothing changes.
 */
export const approve = Effect.fnUntraced(function*(before: ConsentRow, by: By) {
  const again = yield* given(before)
  if (again !== undefined) return { confirmation: again, after: before }
  const { company_id } = yield* Caller
  const [key] = yield* keys
  const confirmation = confirmationOf(key!, company_id, before, before.steps.length)
  const after = yield* (yield* Consents).approve(before.id, by, hashOf(confirmation))
  yield* recordChange(consentChange(before, after, "consent.approved"))
  yield* notifyTimer(before, after)
  yield* notifyAgents(after)
  return { confirmation, after }
})

/** Rejects a locked consent. */
export const reject = Effect.fnUntraced(function*(before: ConsentRow, by: By, reason: string | null) {
  const after = yield* (yield* Consents).reject(before.id, by, reason)
  yield* recordChange(consentChange(before, after, "consent.rejected"))
  yield* notifyTimer(before, after)
  yield* notifyAgents(after)
  return after
})

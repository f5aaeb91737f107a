import { Clock, Effect, Option } from "effect"
import { type ApiKeys, hashOf } from "#layers/auth/api-keys"
import { Consents, type ConsentRow } from "#layers/agents/consents"
import { isConfirmationShaped } from "#schemas/kernel/consent"
import { Conflict } from "#schemas/kernel/errors"
import type { Change } from "#schemas/kernel/events"
import { sumsOf } from "#schemas/kernel/money"
import { Caller, type StandingConsent } from "#schemas/kernel/tenancy"
import { isApprovalValid } from "./approver.ts"
import { notifyTimer } from "./consent-timer.ts"
import { consentChange, currentActor } from "./consent-view.ts"

/** What a call may rely on. */
export type Agreement =
  | { readonly _tag: "Standing"; readonly standing: StandingConsent }
  | { readonly _tag: "Confirmed"; readonly consent: ConsentRow }

/** Nobody has agreed to the call yet. */
export const unconfirmed = { _tag: "Unconfirmed" } as const
export type Unconfirmed = typeof unconfirmed

/* The same for a confirmation that does not exist and for one that is somebody else's. */
const unknown = new Conflict({ message: "This confirmation does not belong to this call: it is good only for the key, or the session, that asked for it." })
const otherCall = new Conflict({ message: "This confirmation was given for another call: operation and input must be the same." })
const used = new Conflict({ message: "This confirmation was used: it is good for one call." })
const rejected = new Conflict({ message: "A person rejected this call." })
const late = new Conflict({ message: "This confirmation has expired. Make the call without it to ask again." })
const withdrawn = new Conflict({
  message: "Whoever approved this could not approve it any more: their credential or their role in the company ended. Make the call without " +
    "the confirmation to ask again."
})

const refusals: ReadonlySet<unknown> = new Set([unknown, otherCall, used, rejected, late, withdrawn])

/** Whether a call was refused for its confirmation, before its program ran. */
export const isRefusedConfirmation = (error: unknown): boolean => refusals.has(error)

/** The consent of a confirmation; others who show it wait until the transaction ends. */
const confirmedBy = Effect.fnUntraced(function*(confirmation: string, verb: string, payloadHash: Uint8Array) {
  if (!isConfirmationShaped(confirmation)) return yield* Effect.fail(unknown)
  const consents = yield* Consents
  const { key_id } = yield* Caller
  const found = Option.filter(yield* consents.confirmed(hashOf(confirmation)), (consent) => consent.key_id === key_id)
  if (Option.isNone(found)) return yield* Effect.fail(unknown)
  const consent = found.value
  if (consent.verb !== verb || Buffer.compare(consent.payload_hash, payloadHash) !== 0) return yield* Effect.fail(otherCall)
  if (consent.state === "executed") return yield* Effect.fail(used)
  if (consent.state === "rejected") return yield* Effect.fail(rejected)
  if (consent.state !== "approved") return yield* Effect.fail(late)
  return (yield* isApprovalValid(consent)) ? consent : yield* Effect.fail(withdrawn)
})

/**
 * An approval of this very call of a tool client, or of an agent of the company. Nobody hands those a confirmation: whoever approved on the
 * page expects that they go on by themselves, so for them the same call again is enough, once and as long as the confirmation would hold.
 */
const approvedOf = Effect.fnUntraced(function*(verb: string, payloadHash: Uint8Array) {
  const { agent_run, credential, key_id } = yield* Caller
  if (credential !== "grant" && agent_run === undefined) return Option.none<ConsentRow>()
  const consents = yield* Consents
  const waiting = yield* consents.waiting({ key_id, verb, payloadHash })
  return Option.isSome(waiting) && waiting.value.state === "approved" && (yield* isApprovalValid(waiting.value)) ? waiting : Option.none<ConsentRow>()
})

/**
 * What the call in progress may rely on: the confirmation that came with it, or else an approval of the very same call of a tool
 * client, or an owner's standing consent.
 */
export const agreedTo = Effect.fnUntraced(function*(
  verb: string,
  payloadHash: Uint8Array,
  confirmation: string | undefined
): Effect.fn.Return<Agreement, Conflict | Unconfirmed, ApiKeys | Caller | Consents> {
  if (confirmation !== undefined) return { _tag: "Confirmed", consent: yield* confirmedBy(confirmation, verb, payloadHash) }
  const approved = yield* approvedOf(verb, payloadHash)
  if (Option.isSome(approved)) return { _tag: "Confirmed", consent: approved.value }
  const standing = (yield* Caller).standing.get(verb)
  if (standing === undefined || (yield* Clock.currentTimeMillis) >= standing.expiresAt) return yield* Effect.fail(unconfirmed)
  const { agent } = yield* currentActor
  return agent === undefined || standing.agents ? { _tag: "Standing", standing } : yield* Effect.fail(unconfirmed)
})

const approvalOf = ({ steps }: ConsentRow) => steps.findLast(({ state }) => state === "approved")!

/** When a person agreed to this very call; nothing where nobody was asked. */
export const approvedAt = (agreement: Agreement | undefined): string | undefined =>
  agreement?._tag === "Confirmed" ? approvalOf(agreement.consent).at : undefined

/** Whether a cap covers the money that was moved: in its currency, all together. */
export const covers = (cap: StandingConsent["cap"], changes: ReadonlyArray<Change>): boolean =>
  cap === undefined ||
  sumsOf(changes.flatMap(({ moves }) => moves === undefined ? [] : [moves]))
    .every(({ amount, currency }) => currency === cap.currency && amount <= cap.amount)

/**
 * The end of an agreed call, in its transaction, when its changes are known: a confirmation is used up, a standing consent
 * must cover what was done. Answers with what the receipt says of it.
 */
export const settled = Effect.fnUntraced(function*(agreement: Agreement, changes: Array<Change>) {
  if (agreement._tag === "Standing") {
    const { agents, cap, expiresAt } = agreement.standing
    if (!covers(cap, changes)) return yield* Effect.fail(unconfirmed)
    return {
      standing: true,
      agents,
      ...cap !== undefined && { amount_cap: cap.amount, currency: cap.currency },
      ...expiresAt !== Infinity && { expires_at: new Date(expiresAt).toISOString() }
    }
  }
  const { consent: before } = agreement
  const consents = yield* Consents
  const { actor, key_id } = yield* currentActor
  const after = yield* consents.execute(before.id, { key_id, actor })
  /* Words that the call itself erased are not told again as what was before. */
  changes.push(consentChange({ ...before, summary: after.summary }, after, "consent.executed"))
  yield* notifyTimer(before, after)
  const approval = approvalOf(before)
  return { id: before.id, state: "executed", approved_at: approval.at, approved_by: { key_id: approval.key_id, actor: approval.actor } }
})

import { Effect } from "effect"
import { type By, type ConsentRow, Consents } from "#layers/agents/consents"
import { hashOf, random } from "#layers/auth/api-keys"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { makeConfirmation } from "#schemas/kernel/consent"
import { notifyTimer } from "./consent-timer.ts"
import { consentChange } from "./consent-view.ts"

/** Approves a locked consent. The confirmation is in the answer only; its hash is kept. */
export const approve = Effect.fnUntraced(function*(before: ConsentRow, by: By) {
  const confirmation = makeConfirmation(random(32))
  const after = yield* (yield* Consents).approve(before.id, by, hashOf(confirmation))
  yield* recordChange(consentChange(before, after, "consent.approved"))
  yield* notifyTimer(before, after)
  return { confirmation, after }
})

/** Rejects a locked consent. */
export const reject = Effect.fnUntraced(function*(before: ConsentRow, by: By, reason: string | null) {
  const after = yield* (yield* Consents).reject(before.id, by, reason)
  yield* recordChange(consentChange(before, after, "consent.rejected"))
  yield* notifyTimer(before, after)
  return after
})

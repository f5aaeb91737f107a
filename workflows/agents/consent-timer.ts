import { Effect, Option, Schema } from "effect"
import { Consents, type ConsentRow } from "#layers/agents/consents"
import { Receipted } from "#layers/agents/receipted"
import { payloadHash } from "#layers/workflows/runs"
import { recordChange } from "#layers/kernel/receipts/change-log"
import type { ConsentId } from "#schemas/agents/consent"
import { Timestamp } from "#schemas/kernel/time"
import type { RunId } from "#schemas/workflows/run"
import { durable, sendSignal, signal, step, waitUntil } from "../durable.ts"
import { consentChange } from "./consent-view.ts"

/**
 * Ends a consent when its time is over. Which step a consent stands at is decided by its row, under lock, so that a timer that
 * is late, early or signalled twice changes nothing.
 */
export const ConsentTimer = durable({
  name: "agents.consent",
  version: 1,
  payload: { consent_id: Schema.Int, expires_at: Timestamp }
})

/** A consent was approved, and now ends at another time; or it has come to its end. One signal for each approval. */
const stepTaken = (approvals: number) => signal(`turn/${approvals}`, Schema.Struct({ until: Schema.NullOr(Timestamp) }))

const approvals = ({ steps }: ConsentRow) => steps.filter(({ state }) => state === "approved").length

/** Tells the timer of a consent that a step was taken, within the transaction in progress. */
export const notifyTimer = Effect.fnUntraced(function*(before: ConsentRow, after: ConsentRow) {
  if (before.run_id === null) return
  yield* sendSignal(before.run_id as RunId, stepTaken(approvals(before)), { until: after.written === "approved" ? after.expires_at : null })
})

/** Writes down that the time of a locked consent is over. */
export const expire = Effect.fnUntraced(function*(row: ConsentRow) {
  const consents = yield* Consents
  const after = yield* consents.expire(row.id)
  yield* recordChange(consentChange(row, after, "consent.expired"))
})

/** Ends a consent if its time is over. Answers with when that will be, or nothing if the consent has come to its end. */
export const expireIfDue = (id: ConsentId) =>
  Receipted.use(({ write }) =>
    write({ verb: "expire_consent", payloadHash: payloadHash({ id }) }, Effect.gen(function*() {
      const consents = yield* Consents
      const found = yield* consents.find(id, { lock: true })
      if (Option.isNone(found)) return null
      const row = found.value
      if (row.state === "executed" || row.state === "rejected" || row.written === "expired") return null
      if (row.state !== "expired") return row.expires_at
      yield* expire(row)
      return null
    }))
  )

export const ConsentTimerProgram = ConsentTimer.program(Effect.fnUntraced(function*({ consent_id, expires_at }) {
  let until = expires_at
  let approved = 0
  for (let round = 0;; round++) {
    const signalled = yield* waitUntil(stepTaken(approved), until, `turn/${approved}/${round}`)
    if (Option.isSome(signalled)) {
      if (signalled.value.until === null) return
      until = signalled.value.until
      approved++
      continue
    }
    const next = yield* step(`expire/${round}`, { success: Schema.NullOr(Timestamp) }, expireIfDue(consent_id as ConsentId))
    if (next === null) return
    until = next
  }
}))

import { DateTime, Effect, Schema } from "effect"
import { CampaignRecipients, type Settled } from "#layers/messages/sms/campaign-recipients"
import { Campaigns } from "#layers/messages/sms/campaigns"
import { companyNow } from "#layers/kernel/company-clock"
import type { CampaignId } from "#schemas/messages/sms/campaign"
import { MessageId } from "#schemas/messages/sms/ids"
import { SmsDelivery } from "./delivery.ts"
import { failed, Outcome } from "./outcome.ts"
import { type Known, settleAll } from "./settle.ts"

/** What became of a recipient of a batch; without an outcome the provider certainly did nothing, for this reason. */
export const Dispatched = Schema.Struct({
  recipient_id: Schema.Int,
  message_id: Schema.Int,
  attempts: Schema.Int,
  outcome: Schema.NullOr(Outcome),
  /** Why it was not sent: the campaign was stopped, or the provider's code. */
  refused: Schema.NullOr(Schema.Struct({ code: Schema.String, message: Schema.String, pauses: Schema.Boolean }))
})
export type Dispatched = typeof Dispatched.Type

/** Rounds in which a provider may fail before its word is final, and how long it is left alone between two. */
const MOST_BATCHES = 20
const PATIENCE_MS = 60_000

/**
 * Writes what became of texts of a batch. Where that is not known, a run asks the provider, as with any other text; what was not sent
 * waits for its next turn.
 */
export const settleBatch = Effect.fnUntraced(function*(id: CampaignId, done: ReadonlyArray<Dispatched>) {
  const recipients = yield* CampaignRecipients
  const settled: Array<Settled> = []
  const known: Array<Known> = []
  const later: Array<{ readonly id: number; readonly due_at: string }> = []
  let pause: string | undefined
  const now = yield* companyNow
  for (const { attempts, message_id, outcome, recipient_id, refused } of done) {
    const message = MessageId.make(message_id)
    if (outcome === null && refused !== null && (attempts < MOST_BATCHES || refused.pauses || refused.code === "stopped")) {
      if (refused.pauses) pause = refused.message
      const wait = refused.code === "stopped" || refused.pauses ? 0 : PATIENCE_MS
      later.push({ id: recipient_id, due_at: DateTime.formatIso(DateTime.makeUnsafe(now + wait)) })
      continue
    }
    if (outcome?.state === "unknown") {
      yield* SmsDelivery.start({ message_id: message }, { key: `text ${message_id}` })
      settled.push({ id: recipient_id, state: "unknown" })
      continue
    }
    const end = outcome ?? failed(refused!.code, refused!.message)
    known.push({ id: message, outcome: end })
    settled.push({ id: recipient_id, state: end.state === "failed" ? "failed" : "sent" })
  }
  yield* settleAll(known)
  yield* recipients.settle(settled)
  yield* recipients.defer(later)
  if (pause === undefined) return
  const campaigns = yield* Campaigns
  const before = yield* Effect.orDie(campaigns.get(id, { lock: true }))
  if (before.state === "sending") yield* Effect.orDie(campaigns.update(before, { state: "paused", failure: pause }))
})

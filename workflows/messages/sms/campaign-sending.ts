import { Clock, Effect, Schema } from "effect"
import { Tenancy } from "#layers/kernel/tenancy"
import { CampaignRecipients, type Recipient } from "#layers/messages/sms/campaign-recipients"
import { Campaigns } from "#layers/messages/sms/campaigns"
import { CIRCUIT_OPEN } from "#layers/providers/circuits"
import type { MessageId } from "#schemas/messages/sms/ids"
import { type Campaign, type CampaignId } from "#schemas/messages/sms/campaign"
import { dispatch } from "./dispatch.ts"
import { Outcome } from "./outcome.ts"
import { pace } from "./pace.ts"

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

/** Texts under way at the same time, whatever the pace: each takes a connection of the database for a moment. */
const AT_ONCE = 32
/** How often a provider that asks for patience is asked within a batch. */
const ATTEMPTS = 5
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
/** How often a text waits for a provider that is left alone, and how long. */
const MOST_RESTS = 60
const REST_MS = 1_000
/** How old it may be what is known of the campaign, when a text leaves. */
const LOOK_MS = 200
const STOPPED = { code: "stopped", message: "The campaign was stopped.", pauses: false } as const

/** Failures that no patience mends: the company has to do something. */
const pausing: ReadonlySet<string> = new Set(["ProviderUnauthorized", "ProviderNotConfigured"])

interface Failure {
  readonly _tag: string
  readonly message: string
  readonly reason?: string
  readonly retryAfter?: number | undefined
}

/** Whether the campaign still sends, as it was known a moment ago. */
const watching = Effect.fnUntraced(function*(id: CampaignId) {
  const campaigns = yield* Campaigns
  let known = { at: 0, sends: false }
  return Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    if (now - known.at >= LOOK_MS) known = { at: now, sends: yield* campaigns.isSending(id) }
    return known.sends
  })
})

/** Waits until no other campaign sends from the number. */
const turn = Effect.fnUntraced(function*(id: CampaignId, phone: string) {
  const campaigns = yield* Campaigns
  const { transaction } = yield* Tenancy
  while (!(yield* transaction(campaigns.takeTurn(id, phone)))) yield* Effect.sleep(LOOK_MS)
})

/**
 * Sends a batch of a campaign at the pace of its number. Each text is handed to the provider once: of those that a crash cut short the
 * outcome is `unknown`, and the provider is asked later. Not in a transaction.
 */
export const sendBatch = Effect.fnUntraced(function*(campaign: Pick<Campaign, "from_phone" | "id">, perSecond: number, batch: number) {
  const { from_phone, id } = campaign
  const campaigns = yield* Campaigns
  const { transaction } = yield* Tenancy
  const recipients = yield* CampaignRecipients.use((all) => all.taken(id, batch))
  const sends = yield* watching(id)
  yield* turn(id, from_phone)
  const paced = yield* pace(perSecond)

  const one = Effect.fnUntraced(function*({ attempts, id, message_id }: Recipient & { readonly message_id: MessageId }): Effect.fn.Return<
    Dispatched, never, Effect.Services<ReturnType<typeof dispatch>>
  > {
    const about = { recipient_id: id, message_id, attempts }
    let rests = 0
    for (let attempt = 1;; attempt++) {
      if (!(yield* sends)) return { ...about, outcome: null, refused: STOPPED }
      const exit = yield* Effect.result(paced(dispatch(message_id)))
      if (exit._tag === "Success") return { ...about, outcome: exit.success, refused: null }
      const failure: Failure = exit.failure
      const pauses = pausing.has(failure._tag)
      /* Nothing was asked: a provider that failed several times in a row is left alone for some seconds. */
      if (failure.reason === CIRCUIT_OPEN && rests < MOST_RESTS) {
        rests++
        attempt--
        yield* Effect.sleep(REST_MS)
        continue
      }
      if (pauses || attempt >= ATTEMPTS) {
        const [code, message] = [failure.reason ?? "not_configured", failure.message].map((words) => words.replaceAll("\0", "")) as [string, string]
        return { ...about, outcome: null, refused: { code, message, pauses } }
      }
      yield* Effect.sleep(Math.min(LONGEST_WAIT_MS, (failure.retryAfter ?? 0) * 1_000 || FIRST_WAIT_MS * 2 ** (attempt - 1)))
    }
  })

  return yield* Effect.forEach(recipients, one, { concurrency: Math.min(AT_ONCE, Math.max(1, Math.ceil(perSecond))) }).pipe(
    Effect.ensuring(transaction(campaigns.endTurn(id, from_phone)))
  )
})

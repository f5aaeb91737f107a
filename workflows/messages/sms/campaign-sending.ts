import { Clock, Effect, Semaphore } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { Tenancy } from "#layers/kernel/tenancy"
import { type BatchText, CampaignRecipients } from "#layers/messages/sms/campaign-recipients"
import { Campaigns } from "#layers/messages/sms/campaigns"
import { SmsMessages, type SmsOutcome } from "#layers/messages/sms/messages"
import { SmsPace, type Turn } from "#layers/messages/sms/pace"
import { CIRCUIT_OPEN } from "#layers/providers/circuits"
import type { TextProvider } from "#layers/providers/messaging/provider"
import { retryOutages } from "#layers/workflows/retry"
import type { Campaign, CampaignId } from "#schemas/messages/sms/campaign"
import { CurrentRun } from "../../current-run.ts"
import { type Dispatched, settleBatch } from "./campaign-settling.ts"
import { ended, handOver, interrupted, optedOut } from "./dispatch.ts"
import { providerOf, unknown } from "./outcome.ts"

/** Groups of texts under way at the same time, and texts that are marked, and leave, together. */
const GROUPS = 128
const MOST_IN_GROUP = 25
/** How often a provider that asks for patience is asked within a batch. */
const ATTEMPTS = 5
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
/** How often a text waits for a provider that is left alone, and how long. */
const MOST_RESTS = 60
const REST_MS = 1_000
/** How old it may be what is known of the campaign, when a text leaves. */
const LOOK_MS = 200
/** How long a text is waited for when nothing else of its batch is to be sent. */
const LATE_MS = 3_000
const unanswered = unknown("The provider did not answer for some seconds, and whether it took the text is not known.")
/** What became of texts is gathered for so long, and written together. */
const GATHERED_MS = 100
const STOPPED = { code: "stopped", message: "The campaign was stopped.", pauses: false } as const

interface Failure {
  readonly _tag: string
  readonly message: string
  readonly reason: string
  readonly retryAfter?: number | undefined
}

/** A text of a batch that has not left yet, how often its provider was asked, and how often it was not asked as it is left alone. */
interface Waiting {
  readonly text: BatchText
  readonly by: TextProvider
  attempt: number
  rests: number
}

const about = ({ attempts, id, recipient_id }: BatchText) => ({ recipient_id, message_id: id, attempts })
const became = (text: BatchText, outcome: SmsOutcome): Dispatched => ({ ...about(text), outcome, refused: null })
const notSent = (text: BatchText, refused: NonNullable<Dispatched["refused"]>): Dispatched => ({ ...about(text), outcome: null, refused })

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

/** Writes what became of texts, each time together what is known by then, until no more comes. */
const settling = Effect.fnUntraced(function*(id: CampaignId, done: Array<Dispatched>, isOver: () => boolean) {
  const receipted = yield* Receipted
  const { payloadHash } = yield* CurrentRun
  while (!isOver() || done.length > 0) {
    const some = done.splice(0)
    if (some.length > 0) yield* retryOutages(receipted.write({ verb: "send_bulk_sms", payloadHash }, settleBatch(id, some)))
    if (!isOver()) yield* Effect.sleep(GATHERED_MS)
  }
})

/**
 * Sends a batch of a campaign at the pace of its number, and writes what becomes of its texts; answers with those that were not sent. Each
 * text is handed to the provider once: of those that a crash cut short the outcome is `unknown`, and the provider is asked later. Not in a
 * transaction.
 */
export const sendBatch = Effect.fnUntraced(function*({ from_phone, id }: Pick<Campaign, "from_phone" | "id">, perSecond: number, batch: number) {
  const pace = yield* SmsPace
  const messages = yield* SmsMessages
  const { transaction } = yield* Tenancy
  const recipients = yield* CampaignRecipients
  const sends = yield* watching(id)
  const done: Array<Dispatched> = []
  const refused: Array<Dispatched> = []
  const left: Array<Waiting> = []
  const texts = yield* recipients.texts(id, batch)
  const providers = new Map(yield* Effect.forEach(new Set(texts.map(({ provider }) => provider)), (name) =>
    Effect.map(Effect.result(providerOf(name)), (found) => [name, found] as const)))
  for (const text of texts) {
    const known = ended(text) ?? (text.asked ? interrupted : undefined)
    const by = providers.get(text.provider)!
    if (known !== undefined) done.push(became(text, known))
    else if (by._tag === "Success") left.push({ text, by: by.success, attempt: 0, rests: 0 })
    else refused.push(notSent(text, { code: "not_configured", message: by.failure.message, pauses: true }))
  }

  /** It waits where that may help, and is tried again. */
  const failed = Effect.fnUntraced(function*(one: Waiting, failure: Failure) {
    /* No patience mends that: the company has to do something. */
    const pauses = failure._tag === "ProviderUnauthorized"
    if (failure.reason === CIRCUIT_OPEN && one.rests < MOST_RESTS) {
      one.rests++
      yield* Effect.sleep(REST_MS)
      return void left.push(one)
    }
    if (pauses || ++one.attempt >= ATTEMPTS) {
      const [code, message] = [failure.reason, failure.message].map((words) => words.replaceAll("\0", "")) as [string, string]
      return void refused.push(notSent(one.text, { code, message, pauses }))
    }
    yield* Effect.sleep(Math.min(LONGEST_WAIT_MS, (failure.retryAfter ?? 0) * 1_000 || FIRST_WAIT_MS * 2 ** (one.attempt - 1)))
    left.push(one)
  })

  /** The batch is not kept from its end by a provider that does not answer. */
  const late = Effect.gen(function*() {
    yield* Effect.sleep(LATE_MS)
    while (left.length > 0) yield* Effect.sleep(LOOK_MS)
    return unanswered
  })

  const send = Effect.fnUntraced(function*(one: Waiting, leave: () => void) {
    const result = yield* Effect.result(Effect.ensuring(Effect.raceFirst(handOver(one.by, one.text), late), Effect.sync(leave)))
    if (result._tag === "Failure") yield* failed(one, result.failure)
    else done.push(became(one.text, result.success))
  })

  /** One group at a time waits for its turn. */
  const gate = yield* Semaphore.make(1)

  /** Looks once more whether they may be sent and marks that they are, in a transaction that ends before the provider is called. */
  const group = Effect.fnUntraced(function*({ count, leave }: Turn) {
    const some = left.splice(0, count)
    yield* gate.release(1)
    for (let n = some.length; n < count; n++) leave()
    const asked = yield* transaction(messages.askAll(some.map(({ text }) => text.id)))
    const kept = some.filter(({ text }) => !asked.has(text.id))
    const out = kept.length === 0 ? undefined : yield* recipients.optedOut(kept.map(({ text }) => text.to_phone))
    for (const { text } of kept) {
      leave()
      done.push(became(text, out!.has(text.to_phone) ? optedOut : interrupted))
    }
    yield* Effect.forEach(some.filter(({ text }) => asked.has(text.id)), (one) => send(one, leave), { concurrency: "unbounded", discard: true })
  })

  const worker = Effect.gen(function*() {
    for (;;) {
      yield* gate.take(1)
      if (!(yield* sends)) refused.push(...left.splice(0).map(({ text }) => notSent(text, STOPPED)))
      if (left.length === 0) return void (yield* gate.release(1))
      yield* pace.turn({ phone: from_phone, perSecond }, { wanted: Math.min(left.length, MOST_IN_GROUP), crowd: true }, group)
    }
  })
  let over = false
  const workers = Effect.ensuring(
    Effect.replicateEffect(worker, Math.min(GROUPS, Math.max(1, Math.ceil(perSecond)), left.length), { concurrency: "unbounded", discard: true }),
    Effect.sync(() => void (over = true)))
  yield* Effect.all([workers, settling(id, done, () => over)], { concurrency: "unbounded", discard: true })
  return refused
})

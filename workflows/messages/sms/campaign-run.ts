import { DateTime, Effect, Schema } from "effect"
import { companyNow } from "#layers/kernel/company-clock"
import { CampaignRecipients, type Recipient } from "#layers/messages/sms/campaign-recipients"
import { Campaigns } from "#layers/messages/sms/campaigns"
import { SmsMessages } from "#layers/messages/sms/messages"
import { SmsSettings } from "#layers/messages/sms/settings"
import { PhoneNumbers } from "#layers/messages/voice/phone-numbers"
import { now } from "#layers/kernel/sql"
import { Timestamp } from "#schemas/kernel/time"
import { type Campaign, CampaignId, type Exclusion } from "#schemas/messages/sms/campaign"
import { textableFrom } from "#schemas/messages/sms/quiet-hours"
import { wantedSegment } from "../../crm/segments.ts"
import { durable, signal, step, waitFor, waitUntil, write } from "../../durable.ts"
import { judged, objections } from "./campaign-audience.ts"
import { sendBatch } from "./campaign-sending.ts"
import { Dispatched, settleBatch } from "./campaign-settling.ts"
import { textsFor } from "./campaign-texts.ts"
import { rateOf } from "./dispatch.ts"
import { providerOf } from "./outcome.ts"
import { spendOnCampaign } from "./spending.ts"

/** Texts a segment. */
export const CampaignRun = durable({ name: "messages.campaign", version: 1, payload: { campaign_id: CampaignId }, searchAttributes: { campaign_id: { type: "number", from: ({ campaign_id }) => campaign_id } } })

/** Tells a run that its campaign was paused, resumed or canceled. */
export const woken = (wake: number) => signal(`wake/${wake}`, Schema.Struct({}))

/** Contacts that are looked at, and outcomes that are written, in one transaction. */
const CONTACTS = 500
const SETTLED = 100
/** Texts that leave together in a batch: about so many seconds of them. */
const BATCH_SECONDS = 10
const MOST_IN_BATCH = 2_000

const iso = (ms: number) => DateTime.formatIso(DateTime.makeUnsafe(ms))

/** Notes the next contacts as recipients, or why they are none; answers which was the last, if there may be more. */
const prepare = Effect.fnUntraced(function*(id: CampaignId, after: number) {
  const recipients = yield* CampaignRecipients
  const campaign = yield* Effect.orDie(Campaigns.use((campaigns) => campaigns.get(id)))
  const filter = yield* Effect.orElseSucceed(wantedSegment(campaign.segment_id), () => undefined)
  if (filter === undefined) return null
  const contacts = yield* recipients.audience(filter, after, CONTACTS)
  const phones = contacts.flatMap(({ phone }) => phone === null ? [] : [phone])
  const seen = new Set(yield* recipients.present(id, phones))
  const from = Math.max(yield* companyNow, campaign.starts_at === null ? 0 : Date.parse(campaign.starts_at))
  yield* recipients.add(id, (yield* judged(campaign, contacts, seen, from)).map(({ message: _, ...recipient }) => recipient))
  return contacts.length === CONTACTS ? contacts.at(-1)!.id as number : null
})

const Next = Schema.Struct({
  does: Schema.Literals(["send", "wait", "again", "end"]),
  until: Schema.NullOr(Timestamp),
  wake: Schema.Int,
  from_phone: Schema.String,
  per_second: Schema.Finite
})
type Next = typeof Next.Type

/** What a batch becomes now: those who must not be texted any more are left out, those where it is quiet wait. */
const sorted = Effect.fnUntraced(function*(campaign: Campaign, due: ReadonlyArray<Recipient>, at: number) {
  const { time_zone, told: { quiet_hours } } = yield* SmsSettings.use(({ get }) => get)
  const objection = yield* objections(campaign, due.map(({ phone }) => phone))
  const out: Array<{ readonly id: number; readonly reason: Exclusion }> = []
  const later: Array<{ readonly id: number; readonly due_at: string }> = []
  const sent: Array<Recipient> = []
  for (const one of due) {
    const reason = objection(one.phone)
    const from = textableFrom(one.phone, quiet_hours, time_zone, at)
    if (reason !== undefined) out.push({ id: one.id, reason })
    else if (from > at) later.push({ id: one.id, due_at: iso(from) })
    else sent.push(one)
  }
  return { out, later, sent }
})

/** Nobody waits any more. */
const finish = Effect.fnUntraced(function*(campaign: Campaign) {
  const messages = yield* SmsMessages
  const left = yield* CampaignRecipients.use((recipients) => recipients.cancelWaiting(campaign.id))
  for (const id of left) {
    const text = yield* Effect.orDie(messages.get(id, { lock: true }))
    yield* messages.advance(text, { state: "failed", provider_id: null, error_code: "canceled", error_message: "Not sent: the campaign was canceled." })
  }
  yield* Effect.orDie(Campaigns.use((campaigns) =>
    campaigns.update(campaign, { finished_at: now, ...campaign.state !== "canceled" && { state: "completed" } })))
})

/** Takes the next recipients that are due, and writes their texts. */
const take = Effect.fnUntraced(function*(id: CampaignId, batch: number) {
  const campaigns = yield* Campaigns
  const recipients = yield* CampaignRecipients
  yield* recipients.hold
  const campaign = yield* Effect.orDie(campaigns.get(id, { lock: true }))
  const { wakes: wake } = yield* campaigns.internal(id)
  const { from_phone } = campaign
  const number = yield* PhoneNumbers.use((numbers) => numbers.byPhone(from_phone))
  const per_second = yield* rateOf(from_phone)
  const next = (does: Next["does"], until: string | null = null): Next => ({ does, until, wake, from_phone, per_second })
  if (campaign.state === "paused") return next("wait")
  const at = yield* companyNow
  const most = Math.min(MOST_IN_BATCH, Math.max(1, Math.ceil(per_second * BATCH_SECONDS)))
  const due = campaign.state === "canceled" ? [] : yield* recipients.due(id, iso(at), most)
  if (due.length === 0) {
    const until = campaign.state === "canceled" ? null : yield* recipients.nextDue(id)
    if (until !== null) return next("wait", until)
    yield* finish(campaign)
    return next("end")
  }
  const { later, out, sent } = yield* sorted(campaign, due, at)
  const texts = yield* textsFor(campaign, sent.filter(({ message_id }) => message_id === null))
  const tooMuch = yield* spendOnCampaign(texts.map(({ cost }) => cost))
  if (tooMuch !== undefined) {
    yield* Effect.orDie(campaigns.update(campaign, { state: "paused", failure: tooMuch }))
    return next("wait")
  }
  const written = new Set(texts.map(({ recipient_id }) => recipient_id))
  const gone = sent.filter(({ id, message_id }) => message_id === null && !written.has(id))
  const { name } = yield* Effect.orDie(providerOf(number._tag === "Some" ? number.value.provider : "simulated"))
  yield* recipients.exclude([...out, ...gone.map(({ id }) => ({ id, reason: "missing_value" as const }))])
  yield* recipients.defer(later)
  const taken = sent.filter(({ id, message_id }) => message_id !== null || written.has(id))
  yield* recipients.take(taken.map(({ id }) => id), batch)
  yield* recipients.write(texts, from_phone, name)
  return next(taken.length === 0 ? "again" : "send")
})

export const CampaignProgram = CampaignRun.program(Effect.fnUntraced(function*({ campaign_id }) {
  const verb = "send_bulk_sms"
  const prepared = (after: number) => write(`contacts after ${after}`, { verb, success: Schema.NullOr(Schema.Int) }, prepare(campaign_id, after))
  for (let last = yield* prepared(0); last !== null; last = yield* prepared(last));

  for (let batch = 0;; batch++) {
    const next: Next = yield* write(`take ${batch}`, { verb, success: Next }, take(campaign_id, batch))
    if (next.does === "end") return
    if (next.does === "wait") {
      /* Each wait of a run has a name of its own; a signal that came before counts. */
      if (next.until === null) yield* waitFor(woken(next.wake))
      else yield* waitUntil(woken(next.wake), next.until)
    }
    if (next.does !== "send") continue
    const done: ReadonlyArray<Dispatched> = yield* step(`send ${batch}`, { success: Schema.Array(Dispatched) },
      sendBatch({ id: campaign_id, from_phone: next.from_phone }, next.per_second, batch))
    for (let at = 0; at < done.length; at += SETTLED) {
      yield* write(`settle ${batch}/${at}`, { verb }, settleBatch(campaign_id, done.slice(at, at + SETTLED)))
    }
  }
}))

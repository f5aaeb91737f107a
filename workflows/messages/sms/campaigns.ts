import { Effect } from "effect"
import { companyNow } from "#layers/kernel/company-clock"
import { CampaignRecipients } from "#layers/messages/sms/campaign-recipients"
import { Campaigns } from "#layers/messages/sms/campaigns"
import { SmsSettings } from "#layers/messages/sms/settings"
import { PhoneNumbers } from "#layers/messages/voice/phone-numbers"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type { Campaign, CampaignId, CampaignPreview, CampaignVariant, Exclusion } from "#schemas/messages/sms/campaign"
import type * as api from "#schemas/messages/sms/campaigns.api"
import { numberFacts } from "#schemas/messages/sms/number-facts"
import { priceOf } from "#schemas/messages/sms/prices"
import { segmentsOf } from "#schemas/messages/sms/segments"
import { wantedSegment } from "../../crm/segments.ts"
import { sendSignal } from "../../durable.ts"
import { refuse } from "../../payments/costs.ts"
import { judged } from "./campaign-audience.ts"
import { CampaignRun, woken } from "./campaign-run.ts"
import { chosenProvider } from "./outcome.ts"
import { ownNumber } from "../own-number.ts"
import { variablesOf } from "./wording.ts"

/** Goes on only if each variable can be filled for everybody: by itself, or by what stands for it. */
const checkVariants = Effect.fnUntraced(function*(variants: ReadonlyArray<CampaignVariant>) {
  for (const [n, { message }] of variants.entries()) {
    for (const { fallback, name } of yield* variablesOf(message)) {
      const field = `variants.${n}.message`
      if (!name.includes(".")) return yield* refuse(field, `{{${name}}} is no value of contacts or of the company`, message)
      if (name.startsWith("contact.") && fallback === null) {
        return yield* refuse(field, `say what stands for {{${name}}} where there is no value, as in {{${name}|there}}`, message)
      }
    }
  }
})

const keyOf = (id: CampaignId) => ({ key: `campaign ${id}` })

export const send_bulk_sms = Effect.fnUntraced(function*({ from_phone, start_paused = false, ...rest }: Input<typeof api.send_bulk_sms>) {
  yield* wantedSegment(rest.segment_id)
  yield* checkVariants(rest.variants)
  const sender = yield* ownNumber("sms", from_phone, undefined)
  yield* chosenProvider(sender.provider)
  const made = yield* Effect.orDie(Campaigns.use((campaigns) =>
    campaigns.create({ ...rest, from_phone: sender.phone, state: start_paused ? "paused" : "sending" })))
  yield* CampaignRun.start({ campaign_id: made.id }, keyOf(made.id))
  return made
})

export const list_campaigns = (query: Input<typeof api.list_campaigns>) => Campaigns.use((campaigns) => campaigns.page(query))

export const get_campaign = Effect.fnUntraced(function*({ id }: Input<typeof api.get_campaign>) {
  const campaigns = yield* Campaigns
  const found = yield* campaigns.get(id)
  return { ...found, results: yield* campaigns.results(id, found.variants.map(({ name }) => name)) }
})

/** Contacts that are looked at with one query. */
const CONTACTS = 1_000

export const preview_campaign = Effect.fnUntraced(function*({ id }: Input<typeof api.preview_campaign>) {
  const recipients = yield* CampaignRecipients
  const campaign = yield* Campaigns.use((campaigns) => campaigns.get(id))
  const filter = yield* Effect.orElseSucceed(wantedSegment(campaign.segment_id), () => undefined)
  const { told: { currency, rates } } = yield* SmsSettings.use(({ get }) => get)
  const now = yield* companyNow
  const seen = new Set<string>()
  const excluded = new Map<Exclusion, number>()
  const counted = new Map<string | null, number>()
  const samples = new Map<number, CampaignPreview["samples"][number]>()
  let [contacts, texted, segments, quiet] = [0, 0, 0, 0]
  for (let after: number | undefined = 0; filter !== undefined && after !== undefined;) {
    const some: ReadonlyArray<{ readonly id: number }> & Parameters<typeof judged>[1] = yield* recipients.audience(filter, after, CONTACTS)
    for (const { due_at, message, phone, reason, variant } of yield* judged(campaign, some, seen, now)) {
      contacts++
      if (reason !== null) {
        excluded.set(reason, (excluded.get(reason) ?? 0) + 1)
        continue
      }
      texted++
      const { encoding, segments: parts } = segmentsOf(message)
      segments += parts
      if (Date.parse(due_at) > now) quiet++
      const { country } = numberFacts(phone!)
      counted.set(country, (counted.get(country) ?? 0) + parts)
      if (!samples.has(variant)) samples.set(variant, { variant: campaign.variants[variant]!.name, message, encoding, segments: parts })
    }
    after = some.length === CONTACTS ? some.at(-1)!.id : undefined
  }
  const number = yield* PhoneNumbers.use((numbers) => numbers.byPhone(campaign.from_phone))
  const perSecond = number._tag === "Some" ? number.value.messages_per_second : 1
  return {
    contacts, recipients: texted, segments, waiting_for_quiet_hours: quiet,
    excluded: [...excluded].toSorted(([a], [b]) => a < b ? -1 : 1).map(([reason, contacts]) => ({ reason, contacts })),
    cost: priceOf([...counted].map(([country, segments]) => ({ country, segments })), rates, currency),
    seconds: Math.ceil(texted / perSecond),
    samples: [...samples].toSorted(([a], [b]) => a - b).map(([, sample]) => sample)
  } satisfies CampaignPreview as CampaignPreview
})

/** Writes a new state and tells the run, which may be waiting. */
const become = Effect.fnUntraced(function*(before: Campaign, state: "sending" | "paused" | "canceled") {
  const campaigns = yield* Campaigns
  const after = yield* Effect.orDie(campaigns.update(before, { state, failure: null }))
  /* Under its key it is the run that there is. */
  const run = yield* CampaignRun.start({ campaign_id: before.id }, keyOf(before.id))
  yield* sendSignal(run, woken(yield* campaigns.nextWake(before.id)), {})
  return after
})

const ended = ({ state }: Campaign) => new Conflict({ message: `The campaign is ${state}: nothing more is sent by it.` })

const transition = (from: Campaign["state"], to: "sending" | "paused") => Effect.fnUntraced(function*({ id }: { readonly id: CampaignId }) {
  const before = yield* Campaigns.use((campaigns) => campaigns.lockForUpdate(id))
  if (before.state === to) return before
  return before.state === from ? yield* become(before, to) : yield* ended(before)
})

export const pause_campaign = transition("sending", "paused")
export const resume_campaign = transition("paused", "sending")

export const cancel_campaign = Effect.fnUntraced(function*({ id }: Input<typeof api.cancel_campaign>) {
  const before = yield* Campaigns.use((campaigns) => campaigns.lockForUpdate(id))
  if (before.state === "canceled") return before
  return before.state === "completed" ? yield* ended(before) : yield* become(before, "canceled")
})

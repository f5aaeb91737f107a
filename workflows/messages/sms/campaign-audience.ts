import { createHash } from "node:crypto"
import { Effect } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { CampaignRecipients, type NewRecipient } from "#layers/messages/sms/campaign-recipients"
import { ANY_CODE } from "#layers/messages/sms/opt-out-links"
import { SmsConsents } from "#layers/messages/sms/consents"
import { SmsSettings } from "#layers/messages/sms/settings"
import type { Contact } from "#schemas/crm/contact"
import { Caller } from "#schemas/kernel/tenancy"
import type { Campaign, Exclusion } from "#schemas/messages/sms/campaign"
import { numberFacts, untextable } from "#schemas/messages/sms/number-facts"
import { textableFrom } from "#schemas/messages/sms/quiet-hours"
import { baseOf } from "../../payments/addressed.ts"
import { OPT_OUT } from "./opt-out-link.ts"
import { wordedFor } from "./wording.ts"

/** A chance that is the same each time: where a contact stands between 0 and 1 in a campaign. */
const chance = (campaign: number, contact: number) =>
  createHash("sha256").update(`${campaign}/${contact}`).digest().readUInt32BE(0) / 2 ** 32

/** Which of the texts a contact gets, by their shares. */
export const variantOf = ({ id, variants }: Pick<Campaign, "id" | "variants">, contact: number): number => {
  const all = variants.reduce((sum, { share }) => sum + share, 0)
  let left = chance(id, contact) * all
  return Math.max(0, variants.findIndex(({ share }) => (left -= share) < 0))
}

/** What the number of a contact says against a text; test keys reach nobody, so theirs may be any. */
const objectionTo = (phone: string, mode: "live" | "test"): Exclusion | undefined => {
  if (mode === "test") return undefined
  const facts = numberFacts(phone)
  return facts.valid ? untextable(facts) : "invalid_number"
}

/** Why texts to these numbers must not leave now, as far as that can change: countries, opt-outs, consent, and how many there were. */
export const objections = Effect.fnUntraced(function*({ id, purpose }: Campaign, phones: ReadonlyArray<string>) {
  const recipients = yield* CampaignRecipients
  const { told: { countries, frequency_cap } } = yield* SmsSettings.use(({ get }) => get)
  const optedOut = yield* recipients.optedOut(phones)
  const consented = purpose === "marketing" ? yield* SmsConsents.use(({ given }) => given(phones, "marketing")) : undefined
  const capped = frequency_cap === null ? new Set<string>() : yield* recipients.capped(phones, id, frequency_cap)
  const isAllowed = (phone: string) => countries === null || countries.includes(numberFacts(phone).country ?? "")
  return (phone: string): Exclusion | undefined => {
    if (!isAllowed(phone)) return "country_not_allowed"
    if (optedOut.has(phone)) return "opted_out"
    if (consented !== undefined && !consented.has(phone)) return "no_consent"
    return capped.has(phone) ? "frequency_cap" : undefined
  }
})

/** A contact of the segment, and what is to become of it. */
export interface Judged extends NewRecipient {
  /** What it reads; empty where it is left out. */
  readonly message: string
}

/**
 * What a campaign makes of the next contacts of its segment. `seen` are numbers that it has already; those of these contacts are
 * added. Nothing leaves before `from`, nor in the quiet hours of whoever gets it.
 */
export const judged = Effect.fnUntraced(function*(campaign: Campaign, contacts: ReadonlyArray<Contact>, seen: Set<string>, from: number) {
  const { mode } = yield* Caller
  const { time_zone, told: { quiet_hours } } = yield* SmsSettings.use(({ get }) => get)
  const company = yield* CompanySettings.use(({ own }) => own)
  const link = `${yield* baseOf(OPT_OUT)}/${ANY_CODE}`
  const objection = yield* objections(campaign, contacts.flatMap(({ phone }) => phone === null ? [] : [phone]))

  const reasonOf = (phone: string | null, message: string | undefined): Exclusion | null => {
    if (phone === null) return "no_phone"
    return objectionTo(phone, mode) ?? objection(phone) ?? (message === undefined ? "missing_value" : seen.has(phone) ? "duplicate_number" : null)
  }

  return contacts.map((contact): Judged => {
    const { id: contact_id, phone } = contact
    const variant = variantOf(campaign, contact_id)
    const message = wordedFor(campaign.variants[variant]!.message, contact, company, link)
    const reason = reasonOf(phone, message)
    if (reason === null) seen.add(phone!)
    const due = reason === null ? textableFrom(phone!, quiet_hours, time_zone, from) : from
    return { contact_id, phone, variant, reason, due_at: new Date(due).toISOString(), message: reason === null ? message! : "" }
  })
})

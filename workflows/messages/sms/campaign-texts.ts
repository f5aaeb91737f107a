import { Effect } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { Contacts } from "#layers/crm/contacts"
import { CampaignLinks, type NewLink, newCode } from "#layers/messages/sms/campaign-links"
import type { NewText, Recipient } from "#layers/messages/sms/campaign-recipients"
import { SmsSettings } from "#layers/messages/sms/settings"
import { baseOf } from "../../payments/addressed.ts"
import type { Campaign } from "#schemas/messages/sms/campaign"
import { numberFacts } from "#schemas/messages/sms/number-facts"
import { costOf } from "#schemas/messages/sms/prices"
import { segmentsOf } from "#schemas/messages/sms/segments"
import { OPT_OUT_LINK, optOutLinks } from "./opt-out-link.ts"
import { wordedFor } from "./wording.ts"

/** The path of short links. */
export const SHORT_LINK = "/l"

const address = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/gu

/** The addresses of a text. */
export const addressesIn = (text: string): ReadonlyArray<string> => [...new Set(text.match(address) ?? [])]

/** The texts of recipients as they are sent, with their links; nothing of a contact that is gone or has lost a value. */
export const textsFor = Effect.fnUntraced(function*(campaign: Campaign, recipients: ReadonlyArray<Recipient>) {
  const company = yield* CompanySettings.use(({ own }) => own)
  const contacts = yield* Contacts.use(({ those }) => those(recipients.map(({ contact_id }) => contact_id)))
  const { told: { currency, rates } } = yield* SmsSettings.use(({ get }) => get)
  const base = yield* baseOf(SHORT_LINK)
  const links: Array<NewLink> = []
  const isWanted = campaign.variants.some(({ message }) => message.includes(OPT_OUT_LINK))
  const outs = isWanted ? yield* optOutLinks(recipients.map(({ phone }) => phone)) : new Map<string, string>()

  const shortened = (recipient_id: number, text: string, out: string) =>
    campaign.shorten_links
      ? text.replaceAll(address, (url) => {
        if (out === url) return url
        const code = newCode()
        links.push({ recipient_id, code, url })
        return `${base}/${code}`
      })
      : text

  const texts = recipients.flatMap(({ contact_id, id, phone, variant }): ReadonlyArray<NewText> => {
    const contact = contacts.get(contact_id)
    if (contact === undefined || contact.deleted_at !== null) return []
    const out = outs.get(phone) ?? ""
    const words = wordedFor(campaign.variants[variant]!.message, contact, company, out)
    if (words === undefined) return []
    const message = shortened(id, words, out)
    const { encoding, segments } = segmentsOf(message)
    return [{ recipient_id: id, contact_id, phone, message, encoding, segments, cost: costOf({ country: numberFacts(phone).country, segments }, rates, currency) }]
  })
  yield* CampaignLinks.use((all) => all.add(links))
  return texts
})

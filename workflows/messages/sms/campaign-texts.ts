import { Effect } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { Contacts } from "#layers/crm/contacts"
import { CampaignLinks, type NewLink, newCode } from "#layers/messages/sms/campaign-links"
import type { NewText, Recipient } from "#layers/messages/sms/campaign-recipients"
import { baseOf } from "../../payments/addressed.ts"
import type { Campaign } from "#schemas/messages/sms/campaign"
import { segmentsOf } from "#schemas/messages/sms/segments"
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
  const base = yield* baseOf(SHORT_LINK)
  const links: Array<NewLink> = []

  const shortened = (recipient_id: number, text: string) =>
    campaign.shorten_links
      ? text.replaceAll(address, (url) => {
        const code = newCode()
        links.push({ recipient_id, code, url })
        return `${base}/${code}`
      })
      : text

  const texts = recipients.flatMap(({ contact_id, id, phone, variant }): ReadonlyArray<NewText> => {
    const contact = contacts.get(contact_id)
    if (contact === undefined || contact.deleted_at !== null) return []
    const words = wordedFor(campaign.variants[variant]!.message, contact, company)
    if (words === undefined) return []
    const message = shortened(id, words)
    const { encoding, segments } = segmentsOf(message)
    return [{ recipient_id: id, contact_id, phone, message, encoding, segments }]
  })
  yield* CampaignLinks.use((all) => all.add(links))
  return texts
})

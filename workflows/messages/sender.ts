import { Clock, Effect, Option } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { EmailDomains } from "#layers/messages/domains"
import type { Message } from "#layers/providers/mail"

/** How long a look at a domain's records holds. */
const HOLDS_MS = 86_400_000

export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase()

/** In whose name an e-mail is sent. */
interface Sender {
  readonly from: NonNullable<Message["from"]>
  readonly reply_to: string | null
  readonly dkim: Message["dkim"]
}

/**
 * Who an e-mail to a customer is from: the company's own address where the records of its domain are there, and have been looked at
 * within a day; else this installation's, with the company's name, and answers go to the company.
 */
export const senderOf = Effect.gen(function*() {
  const { contact_email, email_domain, email_from, name } = yield* (yield* CompanySettings).own
  const ours: Sender = { from: { name }, reply_to: contact_email ?? email_from, dkim: undefined }
  if (email_from === null || email_domain === null || email_domain.domain !== domainOf(email_from) || !email_domain.verified) return ours
  const domains = yield* EmailDomains
  const age = (yield* Clock.currentTimeMillis) - Date.parse(email_domain.checked_at ?? "1970-01-01")
  if (age > HOLDS_MS) {
    const now = yield* domains.check(email_domain.domain)
    /* Where nobody could say, what was seen last still holds. */
    if (Option.isSome(now) && !now.value.verified) return ours
  }
  const dkim = yield* domains.signature(email_domain.domain)
  if (dkim === undefined) return ours
  return { from: { name, address: email_from }, reply_to: contact_email === email_from ? null : contact_email, dkim } satisfies Sender
})

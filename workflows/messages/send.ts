import { Effect, Option, Schema } from "effect"
import { Activity } from "effect/workflow"
import { CompanySettings } from "#layers/company/settings"
import { Contacts } from "#layers/crm/contacts"
import { getOrFail } from "#layers/kernel/get-or-fail"
import { Tenancy } from "#layers/kernel/tenancy"
import { CustomerEmails, type EmailFile } from "#layers/messages/emails"
import { newReference, reportName } from "#layers/messages/reports"
import { Invoices } from "#layers/payments/invoices"
import { Mail } from "#layers/providers/mail"
import { MailDeferred } from "#layers/providers/mail-failures"
import type { ContactId } from "#schemas/crm/contact"
import { isOneAddress } from "#schemas/kernel/email"
import { ValidationError } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { type Email, EmailId } from "#schemas/messages/email"
import { durable, step, write } from "../durable.ts"
import { printed } from "../payments/invoice-document.ts"
import { withPortalLink } from "../payments/portal-tokens.ts"
import type { Retries } from "../retries.ts"
import { rendered } from "./render.ts"
import { senderOf } from "./sender.ts"
import { brandOf, type Template } from "./template.ts"
import { unsubscribeLink } from "./unsubscribe.ts"

/** What became of an e-mail, and from where it came. */
const Outcome = Schema.Struct({
  state: Schema.Literals(["sent", "bounced", "suppressed", "simulated", "failed"]),
  sender: Schema.NullOr(Schema.String),
  reply_to: Schema.NullOr(Schema.String),
  attempts: Schema.Int,
  answer: Schema.NullOr(Schema.String)
})

/** Sends an e-mail to a customer, once its row is there. */
export const EmailDelivery = durable({
  name: "messages.email",
  version: 1,
  payload: { email_id: EmailId },
  success: Outcome
})

/** Two days in all, an hour at most between two attempts, as RFC 5321 asks for. */
const retries: Retries<"MailDeferred"> = { attempts: 56, first: "5 seconds", only: ["MailDeferred"] }

const notSent = { sender: null, reply_to: null } as const

const suppressedBy = (reason: string) => `Not sent: the address has ${reason === "unsubscribed" ? "opted out" : reason} before.`

const documentsOf = ({ attachments }: Email) =>
  Effect.forEach(attachments.flatMap(({ invoice_id, name, type }) => invoice_id === undefined ? [] : [{ invoice_id, name, type }]), ({ invoice_id, ...file }) =>
    Effect.map(Effect.flatMap(Effect.orDie(Invoices.use((invoices) => invoices.get(invoice_id))), printed), (bytes) => ({ ...file, bytes })))

/** Asks the mail server to take it. Under one Message-ID each time, so that a server that took it before can tell. */
const posted = Effect.fnUntraced(function*(id: EmailId) {
  const emails = yield* CustomerEmails
  const mail = yield* Mail
  const { company_id } = yield* Caller
  const attempt = yield* Activity.CurrentAttempt
  const email = yield* Effect.orDie(emails.get(id))
  const attempts = attempt - 1
  const suppressed = yield* emails.suppressed(email.recipient, email.transactional)
  if (Option.isSome(suppressed)) return { ...notSent, state: "suppressed" as const, attempts, answer: suppressedBy(suppressed.value) }
  const { html, reference, text } = yield* Effect.flatMap(emails.internal(id), (kept) => withPortalLink(kept, email))
  const { from, dkim, reply_to } = yield* senderOf
  const sender = from.address ?? mail.sender
  const link = email.transactional ? undefined : yield* unsubscribeLink(reference)
  return yield* mail.send({
    to: email.recipient, from, subject: email.subject, text, html,
    attachments: [...yield* emails.files(email), ...yield* documentsOf(email)],
    ...reply_to !== null && { replyTo: reply_to },
    ...dkim !== undefined && { dkim },
    ...link !== undefined && {
      headers: { "List-Unsubscribe": `<${link}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
    },
    reportedAs: reportName(company_id, reference),
    idempotencyKey: `customer-${company_id}-${id}`
  }).pipe(
    Effect.map((done) => done.how === "sent"
      ? { state: "sent" as const, sender, reply_to, attempts: attempt, answer: done.answer }
      : { ...notSent, state: "simulated" as const, attempts, answer: "Not sent: this installation has no mail server (SMTP_URL)." }),
    Effect.catchTag("MailRefused", ({ badAddress, reason }) => Effect.succeed({
      state: badAddress === true ? "bounced" as const : "failed" as const, sender, reply_to, attempts: attempt, answer: reason
    })),
    Effect.tapError(({ reason }) => Tenancy.use((tenancy) => tenancy.transaction(emails.attempted(id, attempt, reason))))
  )
})

export const EmailDeliveryProgram = EmailDelivery.program(Effect.fnUntraced(function*({ email_id }) {
  const outcome = yield* step("send", { success: Outcome, error: MailDeferred, retries }, posted(email_id)).pipe(
    Effect.catchTag("MailDeferred", ({ reason }) =>
      Effect.succeed({ ...notSent, state: "failed" as const, attempts: retries.attempts, answer: reason }))
  )
  yield* write("settle", { verb: "send_email" }, CustomerEmails.use((emails) => emails.settle(email_id, outcome)))
  return outcome
}))

/** All files of one e-mail together: more is refused by many mail servers. */
const MOST_BYTES = 10_485_760

interface Addressed {
  /** Who gets it: a contact with an address, or an address alone. */
  readonly to: { readonly contact_id: ContactId } | { readonly email: string }
  readonly files?: ReadonlyArray<EmailFile>
  /** What makes it this e-mail: asked for again, it is the one there is. */
  readonly key?: string
}

const noAddress = (field: string, received: Schema.Json, error: string) =>
  new ValidationError({ message: "The e-mail cannot be addressed.", details: [{ field, error, received }] })

const recipientOf = Effect.fnUntraced(function*(to: Addressed["to"]) {
  if ("email" in to) {
    if (!isOneAddress(to.email)) return yield* noAddress("email", to.email, "Expected an e-mail address")
    return { contact_id: null, recipient: to.email.toLowerCase() }
  }
  const { email } = yield* getOrFail("contact")((yield* Contacts).find(to.contact_id))
  if (email === null) return yield* noAddress("contact_id", to.contact_id, "The contact has no e-mail address")
  return { contact_id: to.contact_id, recipient: email }
})

/**
 * Writes an e-mail to a customer, and sends it once the transaction in progress is there: of test keys never, and not to an
 * address that bounced, complained or opted out. The row says what became of it. Fails where the contact is gone or has no address.
 */
export const emailCustomer = Effect.fnUntraced(function*<S extends Schema.Top>(
  template: Template<S>, data: NoInfer<S["Type"]>, { files = [], key, to }: Addressed
) {
  const { name, transactional } = template
  const emails = yield* CustomerEmails
  const { mode } = yield* Caller
  const known = key === undefined ? Option.none() : yield* emails.underKey(key)
  if (Option.isSome(known)) return known.value
  const size = files.reduce((sum, file) => sum + ("bytes" in file ? file.bytes.length : 0), 0)
  if (size > MOST_BYTES) return yield* Effect.die(new Error(`the files of an e-mail have ${size} bytes; it takes ${MOST_BYTES}`))
  const { contact_id, recipient } = yield* recipientOf(to)
  const brand = brandOf(yield* (yield* CompanySettings).own)
  const suppressed = yield* emails.suppressed(recipient, transactional)
  const state = Option.isSome(suppressed) ? "suppressed" : mode === "test" ? "simulated" : "queued"
  const words = template.content(data, brand)
  const reference = newReference()
  const link = transactional ? undefined : yield* unsubscribeLink(reference)
  const made = yield* emails.write({
    template: name, transactional, contact_id, recipient, state, key, reference, files, ...rendered(words, brand, link)
  })
  if (state === "queued") yield* EmailDelivery.start({ email_id: made.id }, { key: `email ${made.id}` })
  return made
})

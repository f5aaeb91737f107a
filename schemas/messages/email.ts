import { Schema } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { entity, field, since, versioned } from "#schemas/kernel/entity"
import { Email as Address } from "#schemas/kernel/email"
import { Id } from "#schemas/kernel/ids"
import { prose } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { InvoiceId } from "#schemas/payments/invoice"

export const EmailId = Id.pipe(Schema.brand("EmailId"))
export type EmailId = typeof EmailId.Type

export const emailStates = ["queued", "sent", "bounced", "complained", "suppressed", "simulated", "failed"] as const
const EmailState = Schema.Literals(emailStates).annotate({
  description: "`queued`: on its way to a mail server. `sent`: a server took it; whether it was read nobody says. `bounced`: there is no such " +
    "address, and nothing more is sent to it. `complained`: its reader called it spam. `suppressed`: not sent, because of an earlier bounce, " +
    "complaint or opt-out. `simulated`: not sent, because it was made in test mode or this installation has no mail server. `failed`: given up.",
  examples: ["sent"]
})
export type EmailState = typeof EmailState.Type

export const EmailAttachment = Schema.Struct({
  name: Schema.String.annotate({ examples: ["invoice-1042.pdf"] }),
  type: Schema.String.annotate({ description: "Its media type.", examples: ["application/pdf"] }),
  bytes: Schema.NullOr(Schema.Int).annotate({ description: "Its size; `null` of a document that is printed when the e-mail goes out.", examples: [48_213] }),
  invoice_id: Schema.optionalKey(InvoiceId.annotate({ description: "The invoice that it is the PDF of." }))
}).annotate({ identifier: "EmailAttachment" })
export type EmailAttachment = typeof EmailAttachment.Type

const template = prose(100).annotate({ description: "What it was made from.", examples: ["notice"] })
const recipient = Address.annotate({ description: "To whom." })

/** An e-mail to a customer, as it was written and what became of it. */
export const email = entity("Email", {
  id: field.readOnly(EmailId),
  template: field.readOnly(template),
  transactional: field.readOnly(Schema.Boolean.annotate({ description: "It belongs to something that the customer did, so nobody can opt out of it." })),
  contact_id: field.readOnly(Schema.NullOr(ContactId)),
  recipient: field.readOnly(Schema.String.annotate({ examples: ["grace@navy.example"] })),
  sender: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "The address that it came from; null until it was sent." })),
  reply_to: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "Where answers go, if not to the sender." })),
  subject: field.readOnly(Schema.String.annotate({ examples: ["Your order is on its way"] })),
  attachments: field.readOnly(Schema.Array(EmailAttachment)),
  state: field.readOnly(EmailState),
  attempts: field.readOnly(Schema.Int.annotate({ description: "How often a mail server was asked to take it.", examples: [1] })),
  answer: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "What the mail server said last, or why it was not asked.", examples: ["250 2.0.0 OK"] })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Made with a live key. Those of test keys are never sent." })),
  sent_at: field.readOnly(Schema.NullOr(Timestamp)),
  ...versioned
}, {
  label: ({ subject }) => subject,
  filters: {
    contact_id: ContactId,
    state: EmailState,
    template,
    recipient,
    since: since("created_at", Instant.annotate({ description: "Written at or after this." }))
  },
  sort: ["id", "created_at"]
})
export const Email = email.read
export type Email = typeof Email.Type

/** With what it says. */
export const EmailWithContent = Schema.Struct({
  ...Email.fields,
  text: Schema.String.annotate({ description: "As plain text.", examples: ["Your order left today.\n"] }),
  html: Schema.String.annotate({ description: "The same as HTML. Show it where no script of it can run.", examples: ["<p>Your order left today.</p>"] })
}).annotate({ identifier: "EmailWithContent", ...email.about })

import { Schema } from "effect"
import { Timestamp } from "#schemas/kernel/time"

const DomainRecord = Schema.Struct({
  purpose: Schema.Literals(["spf", "dkim"]),
  type: Schema.Literal("TXT"),
  name: Schema.String.annotate({ examples: ["juniper.example"] }),
  value: Schema.String.annotate({ description: "What it has to be; of an SPF record that is there already, what has to be added.", examples: ["v=spf1 include:mail.example.com ~all"] }),
  found: Schema.Boolean.annotate({ description: "It was there when it was looked for." })
}).annotate({ identifier: "EmailDomainRecord" })

/** Whether e-mails may come from the company's own domain, and what its DNS has to say for that. */
export const EmailDomain = Schema.Struct({
  domain: Schema.String.annotate({ examples: ["juniper.example"] }),
  verified: Schema.Boolean.annotate({ description: "All records are there: e-mails come from `email_from`." }),
  checked_at: Schema.NullOr(Timestamp),
  records: Schema.Array(DomainRecord)
}).annotate({ identifier: "EmailDomain" })
export type EmailDomain = typeof EmailDomain.Type

import { Schema } from "effect"

const kind = Schema.Struct({
  kind: Schema.String.annotate({ description: "What the records are.", examples: ["activity"] }),
  holds: Schema.String.annotate({ examples: ["Notes, calls and meetings with a contact."] }),
  purpose: Schema.String.annotate({ examples: ["To remember what was talked about."] }),
  kept_days: Schema.NullOr(Schema.Int).annotate({ description: "How long; null until they are deleted or the person is erased.", examples: [730] }),
  kept_by: Schema.Literals(["company", "installation", "request"]).annotate({
    description: "Who says how long: the company's `retention`, this installation, or whoever deletes them.", examples: ["company"]
  })
}).annotate({ identifier: "ProcessedKind" })

const recipient = Schema.Struct({
  host: Schema.String.annotate({ examples: ["hooks.acme.example"] }),
  gets: Schema.String.annotate({ examples: ["Events that a webhook asks for, with the records that they are about."] })
}).annotate({ identifier: "ProcessingRecipient" })

/** What a company holds of people, why, how long, and who gets it: what article 30 of the GDPR asks a record of. */
export const ProcessingRecord = Schema.Struct({
  controller: Schema.String.annotate({ description: "The company, as it is registered.", examples: ["Juniper & Vale AS"] }),
  contact_email: Schema.NullOr(Schema.String).annotate({ description: "Where people write to.", examples: ["hello@juniper.example"] }),
  kinds: Schema.Array(kind),
  recipients: Schema.Array(recipient).annotate({ description: "Outside parties that are set up, by the company or by the installation." })
}).annotate({ identifier: "ProcessingRecord" })
export type ProcessingRecord = typeof ProcessingRecord.Type

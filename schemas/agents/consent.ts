import { Schema } from "effect"
import { ConsentStep, SharesRecords, UndoOf } from "#schemas/kernel/consent"
import { eventKinds } from "#schemas/kernel/events"
import { Id, KeyId } from "#schemas/kernel/ids"
import { Cents } from "#schemas/kernel/money"
import { prose } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"

export const ConsentId = Id.pipe(Schema.brand("ConsentId"))
export type ConsentId = typeof ConsentId.Type

/** Who acts for whom, as the headers of the request said, and which visitor of the company it was. */
export const Actor = Schema.Struct({
  agent: Schema.optionalKey(Schema.String.annotate({ description: "`X-Service-Agent`.", examples: ["ada"] })),
  mode: Schema.optionalKey(Schema.String.annotate({ description: "`X-Service-Agent-Mode`.", examples: ["supervised"] })),
  human_initiator: Schema.optionalKey(
    Schema.String.annotate({ description: "`X-Service-Human-Initiator`.", examples: ["grace@navy.example"] })
  ),
  visitor: Schema.optionalKey(Schema.String.annotate({
    description: "Who did it without signing in: a visitor of the company; or a customer, by the link to their own pages, as `customer_` and the contact's id.", examples: ["visitor_3q2-7wAAAAAAAAAA"]
  }))
}).annotate({ identifier: "Actor" })
export type Actor = typeof Actor.Type

const KeyOf = KeyId.annotate({ description: "The API key, session or connection that was used.", examples: [KeyId.make(7)] })

/** A step that was taken. */
export const ConsentTaken = Schema.Struct({
  state: ConsentStep,
  at: Timestamp,
  key_id: Schema.NullOr(KeyOf).annotate({ description: "The API key or session that took it; `null` where time did." }),
  actor: Schema.NullOr(Actor)
}).annotate({ identifier: "ConsentTaken" })
export type ConsentTaken = typeof ConsentTaken.Type

const fields = {
  id: ConsentId,
  verb: Schema.String.annotate({ description: "The operation that was asked for.", examples: ["delete_contact"] }),
  state: ConsentStep,
  summary: Schema.String.annotate({ description: "What would be done, in words.", examples: ["Delete contact Grace Hopper"] }),
  livemode: Schema.Boolean,
  key_id: KeyOf,
  actor: Schema.NullOr(Actor).annotate({ description: "Who asked for it, for whom." }),
  session: Schema.NullOr(Schema.String).annotate({ description: "`X-Service-Session` of the call.", examples: ["run-2026-11-21-7"] }),
  request_id: Schema.String.annotate({ description: "The request that asked for it.", examples: ["order-4711-attempt-1"] }),
  steps: Schema.Array(ConsentTaken).annotate({ description: "The steps taken so far, with who and when, first to last." }),
  reason: Schema.NullOr(Schema.String).annotate({ description: "Why it was rejected.", examples: ["Keep this one."] }),
  preview_url: Schema.String.annotate({ description: "GET shows what would change.", examples: ["https://api.example.com/api/v1/agent/consents/42/preview"] }),
  approve_url: Schema.String.annotate({
    description: "POST by a person of the company answers with the confirmation.",
    examples: ["https://api.example.com/api/v1/agent/consents/42/approve"]
  }),
  page_url: Schema.optionalKey(Schema.String.annotate({
    description: "Where a person sees what would change, and approves or rejects it.",
    examples: ["https://api.example.com/dashboard/consents/42"]
  })),
  undo: UndoOf,
  shared: SharesRecords,
  created_at: Timestamp,
  expires_at: Timestamp.annotate({ description: "When it ends by itself, unless it has ended: 24 hours after it was asked for, 15 minutes after the approval." })
}

/** A call that waits, or waited, for a person of the company to agree. */
export const Consent = Schema.Struct(fields).annotate({ identifier: "Consent" })
export type Consent = typeof Consent.Type

/** Records that fields name, by field and id. */
export const RecordNames = Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.String)).annotate({
  identifier: "RecordNames", description: "What people call the records that fields name, by field and id, as far as they are known.",
  examples: [{ owner_id: { 3: "Olga Nordmann" } }]
})
export type RecordNames = typeof RecordNames.Type

/** A record that a call is about, as people know it. */
export const AboutRecord = Schema.Struct({
  object: Schema.String.annotate({ description: "What it is.", examples: ["contact"] }),
  id: Schema.Int.annotate({ examples: [42] }),
  name: Schema.String.annotate({ examples: ["Paula Dahl"] }),
  facts: Schema.Record(Schema.String, Schema.Any).annotate({
    description: "What tells it from others of its name: of a contact its phone, owner, last activity and deals.",
    examples: [{ phone: "+4722123456", owner: "Olga Nordmann", deals: ["Compiler (open)"] }]
  })
}).annotate({ identifier: "AboutRecord" })
export type AboutRecord = typeof AboutRecord.Type

/** The same with what was sent. */
export const ConsentDetail = Schema.Struct({
  ...fields,
  input: Schema.NullOr(Schema.Record(Schema.String, Schema.Any)).annotate({
    description: "Path, query and body fields side by side, without secrets; `null` where they are too large to show.",
    examples: [{ id: 42 }]
  }),
  names: RecordNames,
  about: Schema.Array(AboutRecord).annotate({ description: "The records that the call names, as they are now." }),
  confirmation: Schema.optionalKey(Schema.String.annotate({
    description: "Told once to whoever asked, by the same key, session or connection, once the call is approved and as long as the confirmation is good.",
    examples: ["cfm_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"]
  }))
}).annotate({ identifier: "ConsentDetail" })
export type ConsentDetail = typeof ConsentDetail.Type

/** A confirmation, to be sent with the very same call. It is never to be seen again. */
export const ConsentApproval = Schema.Struct({
  confirmation: Schema.String.annotate({
    description: "Send it as `X-Service-Confirmation` with the same call and the same key, session or connection, once.",
    examples: ["cfm_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"]
  }),
  expires_at: Timestamp.annotate({ description: "Until when the call may be made." }),
  consent: Consent
}).annotate({ identifier: "ConsentApproval" })
export type ConsentApproval = typeof ConsentApproval.Type

export const Rejection = Schema.Struct({
  reason: Schema.optionalKey(Schema.NullOr(prose(1_000)).annotate({ description: "For whoever asked.", examples: ["Keep this one."] }))
}).annotate({ identifier: "ConsentRejection" })

/* Not Schema.JsonObject, whose codec copies it: answers are printed as programs make them. */
const Facts = Schema.NullOr(Schema.Record(Schema.String, Schema.Any))

/** One record that the call would make, change or remove. */
export const PreviewedChange = Schema.Struct({
  object: Schema.String.annotate({ description: "What it is.", examples: ["contact"] }),
  id: Schema.NullOr(Schema.Int).annotate({ description: "`null` for what would be made: it has no id yet.", examples: [42] }),
  name: Schema.NullOr(Schema.String).annotate({ description: "What people call it, where that is known.", examples: ["Grace Hopper"] }),
  action: Schema.Literals(["create", "change", "remove"]),
  before: Facts.annotate({ description: "The fields that would change, as they are; all fields of what would go.", examples: [{ tags: ["vip"] }] }),
  after: Facts.annotate({ description: "The same fields as they would be; all fields of what would be made.", examples: [null] }),
  events: Schema.Array(Schema.Literals(eventKinds)).annotate({ description: "What subscribers would be told." })
}).annotate({ identifier: "PreviewedChange" })
export type PreviewedChange = typeof PreviewedChange.Type

/** What a call would do if it were made now. Nothing of it was done. */
export const ConsentPreview = Schema.Struct({
  consent_id: ConsentId,
  verb: Schema.String.annotate({ examples: ["delete_contact"] }),
  summary: Schema.String.annotate({ examples: ["Delete contact Grace Hopper"] }),
  changes: Schema.Array(PreviewedChange).annotate({ description: "Record by record, in the order in which they would be changed." }),
  names: RecordNames,
  money: Schema.Array(
    Schema.Struct({ amount: Cents, currency: Schema.String.annotate({ examples: ["USD"] }) }).annotate({ identifier: "Money" })
  ).annotate({ description: "The sum of the money that would move, by currency; empty if none would." }),
  effects: Schema.Array(
    Schema.Struct({
      workflow: Schema.String.annotate({ description: "The workflow that would be started.", examples: ["payments.refund"] }),
      input: Schema.Any.annotate({ description: "What it would be given, without secrets.", examples: [{ payment_id: 42 }] })
    }).annotate({ identifier: "PreviewedEffect" })
  ).annotate({ description: "What would be set going outside the database; a preview sets nothing going." }),
  refusal: Schema.NullOr(
    Schema.Struct({
      status: Schema.Int.annotate({ examples: [404] }),
      code: Schema.String.annotate({ examples: ["not_found"] }),
      message: Schema.String.annotate({ examples: ["There is no such contact."] })
    }).annotate({ identifier: "PreviewedRefusal" })
  ).annotate({ description: "How the call would be refused, if it would be." })
}).annotate({ identifier: "ConsentPreview" })
export type ConsentPreview = typeof ConsentPreview.Type

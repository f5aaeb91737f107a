import { Schema } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { UserId } from "#schemas/kernel/ids"
import { Phone } from "#schemas/kernel/phone"
import { line } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { Direction } from "./direction.ts"
import { ThreadId } from "./ids.ts"
import { Message } from "./message.ts"

/** A conversation by text between a number of the company and another. */
export const thread = entity("Thread", {
  id: field.readOnly(ThreadId),
  own_phone: field.readOnly(Schema.String.annotate({ description: "The company's number, E.164.", examples: ["+12025550100"] })),
  phone: field.readOnly(Schema.String.annotate({ description: "The other number, E.164.", examples: ["+12025550123"] })),
  contact_id: field.readOnly(Schema.NullOr(ContactId).annotate({ description: "Whose number that is, if anybody's." })),
  contact_name: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "The contact's first and last name.", examples: ["Grace Hopper"] })),
  assignee_id: field.readOnly(Schema.NullOr(UserId).annotate({ description: "The member who answers." })),
  unread: field.readOnly(Schema.Int.annotate({ description: "Texts that came in since somebody answered or said to have read them.", examples: [2] })),
  last_message: field.readOnly(Schema.String.annotate({ description: "The beginning of the latest text.", examples: ["Is my bicycle ready?"] })),
  last_direction: field.readOnly(Direction),
  last_message_at: field.readOnly(Timestamp),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Conversations of live and of test keys are apart." })),
  ...versioned
}, {
  description: "A conversation by text.",
  label: ({ phone }) => phone,
  filters: {
    contact_id: ContactId,
    assignee_id: UserId,
    phone: Phone,
    own_phone: Phone,
    search: line(100).annotate({ description: "Words of the contact's name, digits of the number, or words of the latest text.", examples: ["grace hop"] }),
    assigned: Schema.Boolean.annotate({ description: "`true`: those that a member answers; `false`: those that nobody does." }),
    unread: Schema.Boolean.annotate({ description: "Only those with texts that nobody has read." })
  },
  sort: ["id", "last_message_at"]
})
export const Thread = thread.read
export type Thread = typeof Thread.Type

/** With its latest texts. */
export const ThreadWithMessages = Schema.Struct({
  ...Thread.fields,
  messages: Schema.Array(Message).annotate({ description: "The latest 50, the oldest first; `list_messages` with `thread_id` has all." }),
  opted_out: Schema.Boolean.annotate({ description: "The other number does not want texts, so that no answer leaves.", examples: [false] })
}).annotate({ identifier: "ThreadWithMessages", ...thread.about })

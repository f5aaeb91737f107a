import { Schema } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { entity, field, since, versioned } from "#schemas/kernel/entity"
import { Phone } from "#schemas/kernel/phone"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { Direction } from "./direction.ts"
import { MessageId, SmsTemplateId, ThreadId } from "./ids.ts"
import { TextCost } from "./prices.ts"
import { SmsText } from "./text.ts"
import { TemplateValues } from "./template.ts"

export const messageStates = ["queued", "sent", "delivered", "failed", "unknown", "received"] as const
export const MessageState = Schema.Literals(messageStates).annotate({
  description: "`queued`: on its way to the provider. `sent`: the provider took it. `delivered`: it arrived. `failed`: it did not, and `error_code` " +
    "says why. `unknown`: the provider did not answer and does not list it, so that it is not sent again. `received`: it came in.",
  examples: ["delivered"]
})
export type MessageState = typeof MessageState.Type

export const MessageMedia = Schema.Struct({
  url: Schema.String.annotate({ description: "Where the provider keeps it.", examples: ["https://api.twilio.com/media/ME1"] }),
  type: Schema.String.annotate({ description: "Its media type.", examples: ["image/jpeg"] })
}).annotate({ identifier: "MessageMedia" })

const contact = ContactId.annotate({ description: "Whom the company writes with." })

/** A text message, in either direction, and what became of it. */
export const message = entity("Message", {
  id: field.readOnly(MessageId),
  thread_id: field.readOnly(ThreadId.annotate({ description: "The conversation that it is part of." })),
  direction: field.readOnly(Direction),
  state: field.readOnly(MessageState),
  from_phone: field.each({
    read: Schema.String.annotate({ description: "E.164.", examples: ["+12025550100"] }),
    create: Schema.optionalKey(Phone.annotate({ description: "The number of the company that it is sent from; the one that the conversation has, or the oldest, if left out." }))
  }),
  to_phone: field.required(Phone, Schema.String.annotate({ description: "E.164.", examples: ["+12025550123"] })),
  message: field.each({
    read: Schema.String.annotate({ description: "What it says.", examples: ["Your bicycle stands ready. We are open until 18:00."] }),
    create: Schema.optionalKey(SmsText)
  }),
  template_id: field.each({
    read: Schema.NullOr(SmsTemplateId).annotate({ description: "What it was made from.", examples: [null] }),
    create: Schema.optionalKey(SmsTemplateId.annotate({ description: "In place of `message`." }))
  }),
  values: field.createOnly(Schema.optionalKey(TemplateValues)),
  encoding: field.readOnly(Schema.Literals(["GSM-7", "UCS-2"]).annotate({
    description: "`GSM-7` holds 160 characters, or 153 in each of several; `UCS-2` 70, or 67.", examples: ["GSM-7"]
  })),
  segments: field.readOnly(Schema.Int.annotate({ description: "The messages that it is cut into, each of which is paid for.", examples: [1] })),
  cost: field.readOnly(Schema.NullOr(TextCost).annotate({
    description: "What it costs by the rates of the company's settings when it was written; null where its country has none, and of those that came in."
  })),
  media: field.readOnly(Schema.Array(MessageMedia).annotate({ description: "Pictures and the like that came with it." })),
  contact_id: field.each({
    read: Schema.NullOr(contact),
    create: Schema.optionalKey(contact.annotate({ description: "Whose number it is; the contact of the conversation, or with this number, if left out." }))
  }),
  error_code: field.readOnly(Schema.NullOr(Schema.String).annotate({
    description: "Why it failed: the provider's code, or `opted_out`, or `unconfirmed` of one whose outcome is unknown.", examples: [null]
  })),
  error_message: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "The same for people.", examples: [null] })),
  provider: field.readOnly(Schema.String.annotate({ examples: ["twilio"] })),
  provider_id: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "What the provider calls it.", examples: ["SM0123456789abcdef0123456789abcdef"] })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Made with a live key. Those of test keys reach nobody." })),
  sent_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "When the provider took it." })),
  delivered_at: field.readOnly(Schema.NullOr(Timestamp)),
  ...versioned
}, {
  description: "A text message.",
  label: ({ message }) => message.slice(0, 80),
  filters: {
    thread_id: ThreadId,
    contact_id: ContactId,
    direction: Direction,
    state: MessageState,
    from_phone: Phone,
    to_phone: Phone,
    since: since("created_at", Instant.annotate({ description: "Written at or after this." }))
  },
  sort: ["id", "created_at"]
})
export const Message = message.read
export type Message = typeof Message.Type

export const NewMessage = message.create.annotate({
  description: "Either `message` or a template.",
  examples: [{ to_phone: "+12025550123", message: "Your bicycle stands ready. We are open until 18:00." }]
})

/** What a text would be, and cost. */
export const MessagePreview = Schema.Struct({
  to_phone: Schema.String.annotate({ description: "E.164.", examples: ["+12025550123"] }),
  from_phone: Schema.String.annotate({ description: "The company's number that it would leave from.", examples: ["+12025550100"] }),
  country: Schema.NullOr(Schema.String).annotate({ description: "Of the number that it goes to, ISO 3166-1; null where its number belongs to none.", examples: ["US"] }),
  message: Schema.String.annotate({ description: "What it says, with its variables filled.", examples: ["Your bicycle stands ready. We are open until 18:00."] }),
  encoding: message.read.fields.encoding,
  segments: message.read.fields.segments,
  remaining: Schema.Int.annotate({ description: "Characters that still fit into the last message.", examples: [109] }),
  outside_gsm: Schema.Array(Schema.String).annotate({ description: "The characters that make it `UCS-2`: without them it is cut into fewer messages.", examples: [[]] }),
  cost: Schema.NullOr(TextCost).annotate({ description: "By the rates of the company's settings; null where its country has none." })
}).annotate({ identifier: "MessagePreview" })
export type MessagePreview = typeof MessagePreview.Type

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

export const messageStates = ["scheduled", "queued", "sent", "delivered", "failed", "unknown", "received", "canceled"] as const
export const MessageState = Schema.Literals(messageStates).annotate({
  description: "`scheduled`: it leaves at `send_at`. `queued`: on its way to the provider. `sent`: the provider took it. `delivered`: it arrived. `failed`: it did not, and `error_code` " +
    "says why. `unknown`: the provider did not answer and does not list it, so that it is not sent again. `received`: it came in. `canceled`: it was called off before it left.",
  examples: ["delivered"]
})
export type MessageState = typeof MessageState.Type

export const MessageMedia = Schema.Struct({
  url: Schema.String.annotate({
    description: "Where its bytes are for the same callers, below this host, once it is `stored`; before, and where it `failed`, where the provider keeps it.",
    examples: ["/api/v1/sms/messages/1/media/1"]
  }),
  type: Schema.String.annotate({ description: "Its media type: what the provider says, and once it is `stored` what its bytes are.", examples: ["image/jpeg"] }),
  state: Schema.Literals(["fetching", "stored", "failed"]).annotate({
    description: "`fetching`: it is on its way from the provider. `stored`: it is here. `failed`: it is not, and `problem` says why.", examples: ["stored"]
  }),
  bytes: Schema.NullOr(Schema.Int).annotate({ examples: [84_000] }),
  problem: Schema.NullOr(Schema.String).annotate({ examples: [null] })
}).annotate({ identifier: "MessageMedia" })
export type MessageMedia = typeof MessageMedia.Type

/** The types that files of texts have here; of any other, the last. */
export const mediaOfTexts = {
  "image/jpeg": "The bytes of a JPEG file.", "image/png": "The bytes of a PNG file.", "image/gif": "GIF89a", "image/webp": "The bytes of a WebP file.",
  "video/mp4": "The bytes of a video.", "video/3gpp": "The bytes of a video.", "audio/mpeg": "The bytes of a recording.", "audio/mp4": "The bytes of a recording.",
  "audio/amr": "The bytes of a recording.", "application/pdf": "%PDF-1.7\n", "application/octet-stream": "The bytes of any other file."
} as const
export type MediaOfText = keyof typeof mediaOfTexts

/** No text has more. */
export const MOST_MEDIA = 10
export const MediaNumber = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MOST_MEDIA })).annotate({ examples: [1] })

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
  send_at: field.each({
    read: Schema.NullOr(Timestamp).annotate({ description: "When it leaves, or was to leave; `null` of those that leave at once." }),
    create: Schema.optionalKey(Instant.annotate({
      description: "When it leaves, at most 400 days ahead; at once if left out. In the quiet hours of whoever gets it, it waits for their end. Then it is looked at anew " +
        "whether the number opted out, takes texts and may be texted."
    }))
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

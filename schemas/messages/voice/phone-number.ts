import { Schema } from "effect"
import { NewWeekly, Weekly } from "#schemas/calendar/hours"
import { Country } from "#schemas/company/address"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { UserId } from "#schemas/kernel/ids"
import { Currency, MAX_CENTS } from "#schemas/kernel/money"
import { Phone } from "#schemas/kernel/phone"
import { line } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { PhoneNumberId } from "./ids.ts"
import { RecordingSettings, Routing, TextBack, usualRecording, usualRouting, usualVoicemail, VoicemailSettings } from "./routing.ts"

export const phoneProviders = ["twilio", "telnyx", "simulated"] as const

export const capabilities = ["sms", "mms", "voice"] as const
export const Capability = Schema.Literals(capabilities).annotate({ examples: ["sms"] })
export type Capability = typeof Capability.Type

export const phoneNumberStates = ["ordering", "active", "failed", "releasing", "released"] as const
export const PhoneNumberState = Schema.Literals(phoneNumberStates).annotate({
  description: "`ordering`: the provider is asked for it. `active`: it is the company's. `failed`: it could not be had, which `failure` explains. " +
    "`releasing`: it is given back. `released`: it was.",
  examples: ["active"]
})

const Registration = Schema.Struct({
  kind: Schema.Literals(["none", "a2p_10dlc", "toll_free", "regulatory_bundle"]).annotate({
    description: "What its country asks for before texts or calls leave by it: a brand and a campaign (`a2p_10dlc`, local numbers of the United States), " +
      "`toll_free` verification, or papers of the company (`regulatory_bundle`).",
    examples: ["a2p_10dlc"]
  }),
  state: Schema.Literals(["not_needed", "unregistered", "pending", "approved", "rejected"]).annotate({ examples: ["unregistered"] }),
  reason: Schema.NullOr(line(500)).annotate({ description: "What the provider said, where it refused.", examples: [null] })
}).annotate({ identifier: "NumberRegistration", description: "How far the registration is that the country of the number asks for." })
export type Registration = typeof Registration.Type

/** A number that the company calls and writes from, and is reached at. */
export const phoneNumber = entity("PhoneNumber", {
  id: field.readOnly(PhoneNumberId),
  phone: field.each({ read: Schema.String.annotate({ description: "E.164.", examples: ["+12025550123"] }), create: Phone }),
  label: field.nullable(line(100), { description: "What people call it.", examples: ["Front office"] }),
  state: field.readOnly(PhoneNumberState),
  failure: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "Why it could not be had, or not be given back.", examples: [null] })),
  provider: field.readOnly(Schema.Literals(phoneProviders).annotate({ examples: ["twilio"] })),
  provider_id: field.readOnly(Schema.NullOr(Schema.String).annotate({
    description: "What the provider calls it.", examples: ["PN2a0747eba6abf96b7e3c3ff0b4530f6e"]
  })),
  country: field.readOnly(Schema.String.annotate({ description: "ISO 3166-1, two letters.", examples: ["US"] })),
  capabilities: field.readOnly(Schema.Array(Schema.Literals(capabilities)).annotate({ examples: [["sms", "voice"]] })),
  monthly_price_amount: field.each({
    read: Schema.NullOr(Schema.Int).annotate({
      description: "What it costs a month, in the currency's smallest unit; null where the provider does not say.", examples: [115]
    }),
    create: defaulted(Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_CENTS }))).annotate({
      description: "The most that it may cost a month, as `search_available_numbers` told it; null only where no price was told.", examples: [115]
    }), null)
  }),
  monthly_price_currency: field.each({ read: Schema.NullOr(Currency), create: defaulted(Schema.NullOr(Currency), null) }),
  messages_per_second: field.defaulted(Schema.Finite.check(Schema.isBetween({ minimum: 0.1, maximum: 1_000 })).annotate({
    description: "How many texts a second leave by it at most.", examples: [1]
  }), 1),
  unknown_senders: field.defaulted(Schema.Literals(["create_contact", "keep_apart"]).annotate({
    description: "What becomes of texts and calls of numbers that no contact has: a new contact, or a conversation without one.", examples: ["create_contact"]
  }), "create_contact"),
  routing: field.defaulted(Routing, usualRouting),
  business_hours: field.nullable(NewWeekly, {
    description: "When `routing.open` holds, by the company's clock; the opening hours of the calendar's settings if null. On public holidays nobody is there.",
    examples: [null]
  }, Schema.NullOr(Weekly)),
  voicemail: field.defaulted(VoicemailSettings, usualVoicemail),
  recording: field.defaulted(RecordingSettings, usualRecording),
  text_back: field.nullable(TextBack),
  assignee_id: field.nullable(UserId, { description: "The member who gets the tasks that missed calls make." }),
  registration: field.changeOnly(Registration),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Those of test keys are simulated, and nobody is reached by them." })),
  released_at: field.readOnly(Schema.NullOr(Timestamp)),
  ...versioned
}, {
  description: "A number that the company calls and writes from, and is reached at.",
  label: ({ phone }) => phone,
  filters: { state: PhoneNumberState, country: Country, phone: Phone },
  groups: {
    Number: ["phone", "label", "monthly_price_amount", "monthly_price_currency"],
    Texts: ["messages_per_second", "registration"],
    Calls: ["routing", "business_hours", "voicemail", "recording", "text_back"],
    Answering: ["assignee_id", "unknown_senders"]
  },
  sort: ["id", "created_at"]
})

export const PhoneNumber = phoneNumber.read
export type PhoneNumber = typeof PhoneNumber.Type

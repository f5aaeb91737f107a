import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { Phone } from "#schemas/kernel/phone"
import { line, prose } from "#schemas/kernel/text"
import { SmsText } from "../sms/text.ts"

/** People that one call may ring, and choices of a menu: the keys of a phone. */
const MOST_PEOPLE = 10
const MOST_CHOICES = 10
const MOST_SPOKEN = 1_000

export const spoken = prose(MOST_SPOKEN).check(Schema.isPattern(/\S/u, { expected: "more than white space" }))

const Person = Schema.Struct({
  phone: Phone,
  name: defaulted(Schema.NullOr(line(100)).annotate({ description: "Whose phone it is.", examples: ["Grace"] }), null)
}).annotate({ identifier: "RungPerson" })

const Ring = Schema.Struct({
  type: Schema.Literal("ring"),
  people: Schema.Array(Person).check(Schema.isMinLength(1), Schema.isMaxLength(MOST_PEOPLE)).annotate({
    examples: [[{ phone: "+4722123456", name: "Grace" }]]
  }),
  order: defaulted(Schema.Literals(["in_order", "together"]).annotate({
    description: "`in_order`: one after the other, the first of the list first. `together`: all at once, and who answers first has the call.", examples: ["in_order"]
  }), "in_order"),
  seconds: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 5, maximum: 120 })).annotate({
    description: "How long each phone rings.", examples: [20]
  }), 20),
  otherwise: defaulted(Schema.Literals(["voicemail", "hang_up"]).annotate({ description: "When nobody answers.", examples: ["voicemail"] }), "voicemail")
})

const Voicemail = Schema.Struct({ type: Schema.Literal("voicemail") })

const Say = Schema.Struct({
  type: Schema.Literal("say"),
  text: spoken.annotate({ description: "It is said, and then the call ends.", examples: ["We are closed until Monday."] })
})

const HangUp = Schema.Struct({ type: Schema.Literal("hang_up") })

const ends = [Ring, Voicemail, Say, HangUp] as const

/** Where a call goes in the end. */
const Destination = Schema.Union(ends).annotate({ identifier: "CallDestination", examples: [{ type: "voicemail" }] })
export type Destination = typeof Destination.Type

const Choice = Schema.Struct({
  digit: Schema.Literals(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]).annotate({ description: "The key that is pressed.", examples: ["1"] }),
  go_to: Destination
}).annotate({ identifier: "MenuChoice", examples: [{ digit: "1", go_to: { type: "voicemail" } }] })

const Menu = Schema.Struct({
  type: Schema.Literal("menu"),
  prompt: spoken.annotate({ description: "It is said first, and again after a key that stands for nothing.", examples: ["For the workshop press 1, for all else wait."] }),
  choices: Schema.Array(Choice).check(
    Schema.isMinLength(1), Schema.isMaxLength(MOST_CHOICES),
    Schema.makeFilter((choices) => {
      const place = choices.findIndex(({ digit }, n) => choices.findIndex((other) => other.digit === digit) < n)
      return place === -1 ? undefined : { path: [place, "digit"], issue: "this key has another choice already" }
    })
  ),
  tries: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 })).annotate({ description: "How often the menu is said at most.", examples: [2] }), 2),
  seconds: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 30 })).annotate({ description: "How long a key is waited for.", examples: [5] }), 5),
  otherwise: Destination.annotate({ description: "When no key was pressed that stands for something." })
})
export type Menu = typeof Menu.Type

/** What becomes of a call at first. */
export const CallStep = Schema.Union([...ends, Menu]).annotate({
  identifier: "CallStep",
  description: "`ring` people, ask by a `menu`, take a message (`voicemail`), `say` something, or `hang_up`, by which the caller hears that the line is busy.",
  examples: [{ type: "voicemail" }]
})
export type CallStep = typeof CallStep.Type

/** What becomes of calls to a number. */
export const Routing = Schema.Struct({
  open: CallStep.annotate({ description: "Within business hours." }),
  closed: CallStep.annotate({ description: "Outside of them." }),
  holiday: defaulted(Schema.NullOr(CallStep).annotate({
    description: "On public holidays of the calendar's country on which the company is not open. As `closed` if null.", examples: [null]
  }), null)
}).annotate({
  identifier: "CallRouting",
  description: "What becomes of calls. What is sent replaces all of it.",
  examples: [{
    open: { type: "ring", people: [{ phone: "+4722123456", name: "Grace" }], order: "in_order", seconds: 20, otherwise: "voicemail" },
    closed: { type: "voicemail" }, holiday: null
  }]
})
export type Routing = typeof Routing.Type

/** By which part of a number's routing a call is treated. */
export const rules = ["open", "closed", "holiday"] as const
export type Rule = typeof rules[number]

export const usualRouting: Routing = { open: { type: "voicemail" }, closed: { type: "voicemail" }, holiday: null }

export const VoicemailSettings = Schema.Struct({
  greeting: defaulted(Schema.NullOr(spoken).annotate({
    description: "What the caller hears before the tone; a short sentence with the company's name if null.", examples: ["Leave a message, and we call you back."]
  }), null),
  seconds: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 10, maximum: 600 })).annotate({ description: "How long a message may be.", examples: [120] }), 120),
  transcribe: defaulted(Schema.Boolean.annotate({
    description: "The provider writes down what was said, where it can: Twilio does in English, up to two minutes, at a price of its own.", examples: [false]
  }), false)
}).annotate({ identifier: "VoicemailSettings" })
export type VoicemailSettings = typeof VoicemailSettings.Type

export const usualVoicemail: VoicemailSettings = { greeting: null, seconds: 120, transcribe: false }

export const RecordingSettings = Schema.Struct({
  calls: defaulted(Schema.Boolean.annotate({ description: "Conversations are recorded.", examples: [false] }), false),
  announcement: defaulted(Schema.NullOr(spoken).annotate({
    description: "What the caller hears before that; a short sentence if null. It is left out only where the law of the caller's country and of the number's does not ask for it.",
    examples: ["This call is recorded."]
  }), null)
}).annotate({ identifier: "RecordingSettings" })
export type RecordingSettings = typeof RecordingSettings.Type

export const TextBack = Schema.Struct({
  text: SmsText.annotate({ examples: ["Sorry that we missed your call. We call you back today."] }),
  to: defaulted(Schema.Literals(["consented", "callers"]).annotate({
    description: "`consented`: only numbers for which there is a consent to texts. `callers`: everybody who called from a number that takes texts.", examples: ["consented"]
  }), "consented")
}).annotate({
  identifier: "TextBack",
  description: "The text that goes to whoever called and reached nobody: once for a call, once a day for a number, never to one that opted out, and not in quiet hours.",
  examples: [{ text: "Sorry that we missed your call. We call you back today.", to: "consented" }]
})
export type TextBack = typeof TextBack.Type

export const usualRecording: RecordingSettings = { calls: false, announcement: null }

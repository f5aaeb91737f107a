import { Schema } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { TaskId } from "#schemas/crm/task"
import { entity, field, since, versioned } from "#schemas/kernel/entity"
import { Currency } from "#schemas/kernel/money"
import { Phone } from "#schemas/kernel/phone"
import { phrase } from "#schemas/kernel/phrase"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { Direction } from "../sms/direction.ts"
import { CallId, PhoneNumberId } from "./ids.ts"
import { CallRecording } from "./recording.ts"
import { CallResult } from "./result.ts"
import { rules, spoken } from "./routing.ts"

export const callStates = ["queued", "unknown", "ringing", "in_progress", "completed", "busy", "no_answer", "failed", "canceled"] as const
export const CallState = Schema.Literals(callStates).annotate({
  description: "`queued`: on its way to the provider. `unknown`: the provider did not answer and does not list it, so that it is not placed again. " +
    "`ringing` and `in_progress`: under way. `completed`, `busy`, `no_answer`, `failed` and `canceled`: over.",
  examples: ["completed"]
})
export type CallState = typeof CallState.Type

export const finalStates = ["completed", "busy", "no_answer", "failed", "canceled"] as const
export type FinalState = typeof finalStates[number]
export const isOver = (state: CallState): state is FinalState => (finalStates as ReadonlyArray<CallState>).includes(state)

const contact = ContactId.annotate({ description: "Whom the company speaks with." })

/** A call by phone, in either direction, and what became of it. */
export const call = entity("Call", {
  id: field.readOnly(CallId),
  direction: field.readOnly(Direction.annotate({ description: "`outbound`: the company called. `inbound`: somebody called the company.", examples: ["inbound"] })),
  state: field.readOnly(CallState),
  result: field.readOnly(Schema.NullOr(CallResult)),
  from_phone: field.each({
    read: Schema.String.annotate({ description: "E.164; what the provider says of callers who hide theirs.", examples: ["+12025550123"] }),
    create: Schema.optionalKey(Phone.annotate({ description: "The number of the company that calls; its oldest that can if left out." }))
  }),
  to_phone: field.required(Phone, Schema.String.annotate({ description: "E.164.", examples: ["+12025550100"] })),
  number_id: field.readOnly(Schema.NullOr(PhoneNumberId).annotate({ description: "The number of the company that it came to, or was made from." })),
  contact_id: field.each({
    read: Schema.NullOr(contact),
    create: Schema.optionalKey(contact.annotate({ description: "Whose number it is; the contact with this number if left out." }))
  }),
  say: field.each({
    read: Schema.NullOr(Schema.String).annotate({ description: "What was said to whoever answered.", examples: ["Your bicycle stands ready."] }),
    create: Schema.optionalKey(spoken.annotate({ description: "It is said to whoever answers, and then the call ends.", examples: ["Your bicycle stands ready."] }))
  }),
  bridge_phone: field.each({
    read: Schema.NullOr(Schema.String).annotate({ description: "The phone of the company's that was rung first.", examples: ["+4722123456"] }),
    create: Schema.optionalKey(Phone.annotate({ description: "The phone of somebody of the company: it rings first, and then `to_phone` does.", examples: ["+4722123456"] }))
  }),
  rule: field.readOnly(Schema.NullOr(Schema.Literals(rules)).annotate({
    description: "Of a call that came in: which part of the number's `routing` it was treated by.", examples: ["open"]
  })),
  answered_by: field.readOnly(Schema.NullOr(Schema.String).annotate({
    description: "Of a call that came in: the phone of the person who answered, where only one was rung.", examples: ["+4722123456"]
  })),
  duration_seconds: field.readOnly(Schema.NullOr(Schema.Int).annotate({ description: "From when it was answered, by a person or not, until its end.", examples: [94] })),
  price: field.readOnly(Schema.NullOr(Schema.String).annotate({
    description: "What the provider takes for it, in the currency's main unit; told some time after its end, where it is told.", examples: ["0.0085"]
  })),
  price_currency: field.readOnly(Schema.NullOr(Currency)),
  error_code: field.readOnly(Schema.NullOr(Schema.String).annotate({
    description: "Why it failed: the provider's code, or `unconfirmed` of one whose outcome is unknown.", examples: [null]
  })),
  error_message: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "The same for people.", examples: [null] })),
  task_id: field.readOnly(Schema.NullOr(TaskId).annotate({ description: "The task to call back, where nobody answered." })),
  provider: field.readOnly(Schema.String.annotate({ examples: ["twilio"] })),
  provider_id: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "What the provider calls it.", examples: ["CA0123456789abcdef0123456789abcdef"] })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Made with a live key, or come in. Those of test keys reach nobody." })),
  answered_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "When the provider or a person took it." })),
  ended_at: field.readOnly(Schema.NullOr(Timestamp)),
  ...versioned
}, {
  description: "A call by phone.",
  label: ({ direction, from_phone, to_phone }) => direction === "inbound" ? phrase`from ${from_phone}` : phrase`to ${to_phone}`,
  filters: {
    contact_id: ContactId,
    number_id: PhoneNumberId,
    direction: Direction,
    state: CallState,
    result: CallResult,
    from_phone: Phone,
    to_phone: Phone,
    since: since("created_at", Instant.annotate({ description: "Begun at or after this." }))
  },
  groups: {
    Call: ["direction", "state", "result", "from_phone", "to_phone", "number_id", "contact_id"],
    Course: ["answered_by", "answered_at", "ended_at", "duration_seconds", "events", "recordings"],
    "What was done": ["rule", "say", "bridge_phone", "task_id"],
    Price: ["price", "price_currency"],
    Failure: ["error_code", "error_message"]
  },
  sort: ["id", "created_at"]
})
export const Call = call.read
export type Call = typeof Call.Type

export const NewCall = call.create.annotate({
  description: "Either `say` or `bridge_phone`.",
  examples: [{ to_phone: "+12025550123", bridge_phone: "+4722123456" }]
})

export const callEventKinds = [
  "received", "placed", "ringing", "answered", "menu", "digit", "dialed", "connected", "not_answered", "voicemail", "recorded", "transcribed", "said", "ended"
] as const

export const CallEvent = Schema.Struct({
  at: Timestamp,
  kind: Schema.Literals(callEventKinds).annotate({ examples: ["dialed"] }),
  about: Schema.NullOr(Schema.String).annotate({ description: "The phone that rang, the key that was pressed, how it ended.", examples: ["+4722123456"] })
}).annotate({ identifier: "CallEvent", description: "Something that happened in a call." })
export type CallEvent = typeof CallEvent.Type

export const CallWithEvents = Schema.Struct({
  ...Call.fields,
  events: Schema.Array(CallEvent).annotate({ description: "What happened, the oldest first." }),
  recordings: Schema.Array(CallRecording)
}).annotate({ identifier: "CallWithEvents", ...call.about })

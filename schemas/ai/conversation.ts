import { Schema } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { TaskId } from "#schemas/crm/task"
import { Origin } from "#schemas/kb/passage"
import { PassageId } from "#schemas/kb/ids"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { UserId } from "#schemas/kernel/ids"
import { Timestamp } from "#schemas/kernel/time"
import { ChatMessageId, ConversationId } from "./ids.ts"

export const ConversationStatus = Schema.Literals(["open", "handed_over", "closed"]).annotate({
  description: "`handed_over`: a person sees to it, and the chat answers nothing more.", examples: ["open"]
})
export const Channel = Schema.Literals(["api", "visitor"]).annotate({ description: "Whether it is with a visitor of the company's site.", examples: ["visitor"] })
export const Asker = Schema.Literals(["public", "customers", "staff"]).annotate({
  description: "Whose knowledge answers are made of: what anybody, what customers, or what the company's own people may read.", examples: ["staff"]
})
export type Asker = typeof Asker.Type

const nobody = Schema.NullOr(UserId)

/** Questions to a company's knowledge and their answers. */
export const conversation = entity("Conversation", {
  id: field.readOnly(ConversationId),
  title: field.readOnly(Schema.String.annotate({ description: "The beginning of the first question.", examples: ["How long do refunds take?"] })),
  status: field.changeOnly(ConversationStatus, ConversationStatus),
  channel: field.readOnly(Channel),
  audience: field.readOnly(Asker),
  contact_id: field.changeOnly(Schema.NullOr(ContactId).annotate({ description: "With whom, if that is known." })),
  assignee_id: field.changeOnly(nobody.annotate({ description: "The member who sees to it." })),
  task_id: field.readOnly(Schema.NullOr(TaskId).annotate({ description: "Of the hand-over to a person." })),
  summary: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "What it was about when it was handed over.", examples: ["Asked: How long do refunds take?"] })),
  tokens: field.readOnly(Schema.Int.annotate({ description: "AI tokens that it took.", examples: [1_240] })),
  messages: field.readOnly(Schema.Int.annotate({ description: "Questions and answers together.", examples: [4] })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Conversations of live and of test keys are apart." })),
  last_message_at: field.readOnly(Timestamp),
  ...versioned
}, {
  description: "A conversation with the company's chat.",
  filters: { status: ConversationStatus, channel: Channel, contact_id: ContactId, assignee_id: UserId },
  sort: ["id", "last_message_at"]
})
export const Conversation = conversation.read
export type Conversation = typeof Conversation.Type

/** A passage that an answer stands on. */
export const Citation = Schema.Struct({
  n: Schema.Int.annotate({ description: "As the text points at it: [1].", examples: [1] }),
  passage_id: PassageId,
  origin: Origin,
  title: Schema.String.annotate({ examples: ["Returns and refunds"] }),
  heading: Schema.Array(Schema.String),
  url: Schema.NullOr(Schema.String).annotate({ description: "Where it stands, if it is a page or a file.", examples: ["https://juniper.example/help/returns"] }),
  quote: Schema.String.annotate({ description: "The beginning of the passage.", examples: ["The refund goes back to the card within five working days."] })
}).annotate({ identifier: "Citation" })
export type Citation = typeof Citation.Type

export const Outcome = Schema.Literals(["answered", "unknown", "handed_over"]).annotate({
  description: "`unknown`: the company's knowledge has no answer, and nothing was made up. `handed_over`: a person will answer.", examples: ["answered"]
})
export type Outcome = typeof Outcome.Type

export const chatMessage = entity("ChatMessage", {
  id: field.readOnly(ChatMessageId),
  conversation_id: field.readOnly(ConversationId),
  role: field.readOnly(Schema.Literals(["user", "assistant", "person"]).annotate({
    description: "`assistant`: the chat answered. `person`: somebody of the company did.", examples: ["assistant"]
  })),
  text: field.readOnly(Schema.String.annotate({ description: "[1] and the like point at `citations`.", examples: ["Within five working days [1]."] })),
  outcome: field.readOnly(Schema.NullOr(Outcome).annotate({ description: "`null` of a question, and of what a person wrote." })),
  citations: field.readOnly(Schema.Array(Citation)),
  dropped_citations: field.readOnly(Schema.Int.annotate({ description: "Pointers of the model at passages that it was not given: they were removed.", examples: [0] })),
  provider: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "Who ran the model; `null` where none was asked.", examples: ["openai"] })),
  model: field.readOnly(Schema.NullOr(Schema.String).annotate({ examples: ["gpt-4.1-mini"] })),
  simulated: field.readOnly(Schema.Boolean.annotate({ description: "No model wrote it: it quotes the passages.", examples: [false] })),
  tokens: field.readOnly(Schema.Int.annotate({ description: "AI tokens that it took.", examples: [620] })),
  helpful: field.readOnly(Schema.NullOr(Schema.Boolean).annotate({ description: "What its reader said; `null` for nothing." })),
  comment: field.readOnly(Schema.NullOr(Schema.String).annotate({ examples: ["Clear, thank you."] })),
  author_id: field.readOnly(nobody.annotate({ description: "Of a person's answer: the member who wrote it; `null` where a program did.", examples: [null] })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Of a live key." })),
  ...versioned
}, { description: "A question or an answer.", label: ({ text }) => text.slice(0, 80) })
export const ChatMessage = chatMessage.read
export type ChatMessage = typeof ChatMessage.Type

export const ConversationWithMessages = Schema.Struct({
  ...Conversation.fields,
  latest: Schema.Array(ChatMessage).annotate({ description: "The latest 100 messages, the oldest first." })
}).annotate({ identifier: "ConversationWithMessages", ...conversation.about })

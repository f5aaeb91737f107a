import { Schema } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { line, prose } from "#schemas/kernel/text"
import { Asker, ChatMessage, Citation, Outcome } from "./conversation.ts"
import { ConversationId } from "./ids.ts"

const message = line(4_000).annotate({ description: "What is asked.", examples: ["How long do refunds take?"] })
const conversation_id = Schema.optionalKey(ConversationId.annotate({ description: "To go on with; a new conversation if left out." }))

export const NewChatMessage = Schema.Struct({
  message,
  conversation_id,
  audience: Schema.optionalKey(Asker.annotate({ description: "Of a new conversation: on whose behalf is asked. `staff` if left out." })),
  contact_id: Schema.optionalKey(ContactId.annotate({ description: "Of a new conversation: with whom." }))
}).annotate({ identifier: "NewChatMessage" })

export const NewVisitorMessage = Schema.Struct({
  message,
  conversation_id,
  wants_person: Schema.optionalKey(Schema.Boolean.annotate({ description: "`true`: a person is to answer.", examples: [false] }))
}).annotate({ identifier: "NewVisitorMessage" })

const Source = Schema.Struct({ ...Citation.fields }).annotate({ identifier: "ChatSource" })

/** A piece of an answer while it is made. */
export const ChatPiece = Schema.Union([
  Schema.Struct({ type: Schema.Literal("sources"), sources: Schema.Array(Source) }),
  Schema.Struct({ type: Schema.Literal("text"), text: Schema.String }),
  Schema.Struct({ type: Schema.Literal("restart") }),
  Schema.Struct({
    type: Schema.Literal("end"),
    outcome: Outcome,
    cited: Schema.Array(Schema.Int),
    dropped: Schema.Int,
    provider: Schema.NullOr(Schema.String),
    model: Schema.NullOr(Schema.String),
    simulated: Schema.Boolean,
    tokens: Schema.Int
  })
]).annotate({
  identifier: "ChatPiece",
  description: "`sources`: the passages that were found. `text`: what follows of the answer. `restart`: what was sent of the text does not count, it begins anew. " +
    "`end`: how it ended."
})
export type ChatPiece = typeof ChatPiece.Type
export type ChatEnd = Extract<ChatPiece, { readonly type: "end" }>

export const ChatAnswer = Schema.Struct({
  conversation_id: ConversationId,
  outcome: Outcome,
  message: ChatMessage
}).annotate({ identifier: "ChatAnswer" })

export const Feedback = Schema.Struct({
  helpful: Schema.Boolean.annotate({ examples: [true] }),
  comment: Schema.optionalKey(Schema.NullOr(prose(1_000).annotate({ examples: ["Clear, thank you."] })))
}).annotate({ identifier: "AnswerFeedback" })

export const PersonAnswer = Schema.Struct({
  message: line(4_000).annotate({ description: "What a person of the company answers.", examples: ["Your refund left today."] })
}).annotate({ identifier: "PersonAnswer" })

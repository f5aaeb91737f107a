import { Schema } from "effect"
import { Locale } from "#schemas/company/settings"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import { line } from "#schemas/kernel/text"
import { ThreadId } from "#schemas/messages/sms/ids"
import { ChatPiece } from "./chat.ts"
import { Citation, Outcome } from "./conversation.ts"
import { ConversationId } from "./ids.ts"
import { writtenBy } from "./writing.ts"

const SuggestReply = Schema.Struct({
  conversation_id: Schema.optionalKey(ConversationId.annotate({ description: "A conversation of the chat. Either this or `thread_id`.", examples: [ConversationId.make(42)] })),
  thread_id: Schema.optionalKey(ThreadId.annotate({ description: "A conversation by text; it takes the scope messages:read too." })),
  wish: Schema.optionalKey(line(1_000).annotate({ description: "What the reply is to say besides.", examples: ["It is ready on Friday from 14:00 on."] })),
  tone: Schema.optionalKey(line(200).annotate({ description: "How it speaks; as the settings of the chat say if left out.", examples: ["Warm and brief."] })),
  language: Schema.optionalKey(Locale.annotate({ description: "Of the reply; that of the other side's latest message if left out.", examples: ["en"] }))
}).annotate({ examples: [{ conversation_id: ConversationId.make(42), wish: "It is ready on Friday from 14:00 on." }] }).check(Schema.makeFilter(({ conversation_id, thread_id }) =>
  (conversation_id === undefined) === (thread_id === undefined)
    ? { path: ["conversation_id"], issue: "name either a conversation of the chat or a conversation by text, `thread_id`" } : undefined
)).annotate({ identifier: "SuggestReply" })

const Suggested = Schema.Struct({
  outcome: Outcome,
  reply: Schema.NullOr(Schema.String).annotate({
    description: "To be read, changed and sent by a person; `null` where nothing was found to make it of.", examples: ["The refund is on your card within five working days."]
  }),
  text: Schema.String.annotate({
    description: "The same with [1] and the like, which point at `citations`.", examples: ["The refund is on your card within five working days [1]."]
  }),
  citations: Schema.Array(Citation),
  dropped_citations: Schema.Int.annotate({ description: "Pointers of the model at passages that it was not given: they were removed.", examples: [0] }),
  ...writtenBy
}).annotate({ identifier: "SuggestedReply" })

export const suggest_reply = operation.create("suggest_reply", "/rpc/suggest-reply", SuggestReply, Suggested, {
  status: 200,
  curated: true,
  events: ChatPiece,
  errors: [NotFound, Conflict],
  summary: "Suggest a reply",
  description: "Drafts what the company could answer in a conversation of its chat or by text, in the language of the other side, from knowledge that the other " +
    "side may read, with the passages that it stands on. Nothing is sent. It counts against the AI tokens of the month; past those it is 429 with the date at which they come back."
})

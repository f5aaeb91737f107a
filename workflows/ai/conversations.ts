import { Effect } from "effect"
import { ChatMessages, Conversations } from "#layers/ai/conversations"
import type { Feedback } from "#schemas/ai/chat"
import type * as api from "#schemas/ai/chat.api"
import type { ChatMessage } from "#schemas/ai/conversation"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { requireReferences } from "../crm/references.ts"
import { settleTask } from "../crm/tasks.ts"

/** Messages of a conversation that are told with it. */
export const SHOWN = 100

export const list_conversations = (query: Input<typeof api.list_conversations>) => Conversations.use((conversations) => conversations.page(query))

export const get_conversation = Effect.fnUntraced(function*({ id }: Input<typeof api.get_conversation>) {
  const found = yield* Conversations.use((conversations) => conversations.get(id))
  return { ...found, latest: yield* ChatMessages.use(({ latest }) => latest(id, SHOWN)) }
})

export const update_conversation = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_conversation>) {
  const conversations = yield* Conversations
  const before = yield* conversations.lockForUpdate(id)
  yield* requireReferences(changes)
  const after = yield* Effect.orDie(conversations.update(before, changes))
  /* Whoever closes it has answered. */
  if (before.status === "handed_over" && after.status !== "handed_over" && after.task_id !== null) yield* settleTask(after.task_id)
  return after
})

export const delete_conversation = Effect.fnUntraced(function*({ id }: Input<typeof api.delete_conversation>) {
  const conversations = yield* Conversations
  return yield* conversations.delete(yield* conversations.get(id, { lock: true }))
})

export const reply_to_conversation = Effect.fnUntraced(function*({ id, message }: Input<typeof api.reply_to_conversation>) {
  const { person } = yield* Caller
  const conversations = yield* Conversations
  const before = yield* conversations.get(id, { lock: true })
  if (before.status === "closed") return yield* new Conflict({ message: "This conversation is closed: open it again, and answer then." })
  const author_id = person?.user_id ?? null
  yield* conversations.answered(before, author_id)
  return yield* Effect.orDie(ChatMessages.use((messages) => messages.create({ conversation_id: id, role: "person", text: message, author_id })))
})

/** Keeps what somebody thought of an answer. */
export const rated = Effect.fnUntraced(function*(before: ChatMessage, { comment, helpful }: typeof Feedback.Type) {
  if (before.role !== "assistant") return yield* new Conflict({ message: "Only answers of the chat are rated." })
  return yield* Effect.orDie(ChatMessages.use((messages) => messages.update(before, { helpful, comment: comment ?? null })))
})

export const rate_answer = Effect.fnUntraced(function*({ id, ...feedback }: Input<typeof api.rate_answer>) {
  return yield* rated(yield* ChatMessages.use((messages) => messages.get(id, { lock: true })), feedback)
})

import { Effect } from "effect"
import { ChatMessages, Conversations } from "#layers/ai/conversations"
import type * as api from "#schemas/ai/chat.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { requireReferences } from "../crm/references.ts"
import { settleTask } from "../crm/tasks.ts"

const SHOWN = 100

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

export const rate_answer = Effect.fnUntraced(function*({ comment, helpful, id }: Input<typeof api.rate_answer>) {
  const messages = yield* ChatMessages
  const before = yield* messages.get(id, { lock: true })
  if (before.role !== "assistant") return yield* new Conflict({ message: "This is a question: answers are rated." })
  return yield* Effect.orDie(messages.update(before, { helpful, comment: comment ?? null }))
})

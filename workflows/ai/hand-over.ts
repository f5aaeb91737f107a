import { Effect, Option } from "effect"
import { ChatMessages, Conversations } from "#layers/ai/conversations"
import { Contacts } from "#layers/crm/contacts"
import { Tasks } from "#layers/crm/tasks"
import type { Conversation } from "#schemas/ai/conversation"
import type * as api from "#schemas/ai/chat.api"
import { contact as contactEntity } from "#schemas/crm/contact"
import type { Task } from "#schemas/crm/task"
import type { Input } from "#schemas/kernel/catalog"
import { timed } from "../crm/task-due.ts"
import { create_task } from "../crm/tasks.ts"
import { alertByText } from "../messages/sms/task-alerts.ts"
import { MOST_MESSAGES, summaryOf } from "./memory.ts"

const MOST_OF_TITLE = 200
const MOST_OF_SUMMARY = 2_000

/** Gives a conversation to a person: a task with what it was about. Within the transaction in progress. */
export const handOver = Effect.fnUntraced(function*(before: Conversation, reason: string | undefined) {
  const conversations = yield* Conversations
  const messages = yield* ChatMessages.use(({ latest }) => latest(before.id, MOST_MESSAGES))
  const summary = [...reason === undefined ? [] : [`Reason: ${reason}`], summaryOf(messages, MOST_OF_SUMMARY)].join("\n").trim() || before.title
  const customer = before.contact_id === null ? undefined
    : Option.getOrUndefined(yield* Contacts.use((contacts) => contacts.find(before.contact_id!)))
  const who = customer === undefined ? before.channel === "visitor" ? "a visitor of the site" : "somebody" : contactEntity.label(customer)
  const task = yield* Effect.orDie(create_task({
    title: `Answer ${who}: ${before.title}`.slice(0, MOST_OF_TITLE),
    notes: `${summary}\n\nConversation ${before.id} of the chat was handed over.`,
    due_at: null, assignee_id: before.assignee_id, contact_id: before.contact_id, deal_id: null
  }))
  return yield* Effect.orDie(conversations.update(before, { status: "handed_over", task_id: task.id, summary }, { events: ["conversation.handed_over"] }))
})

const MOST_OF_NOTES = 10_000
const MOST_OF_MESSAGE = 1_000

/**
 * Lets the person know that somebody wrote again: their task is open again if it was not, and tells what was written. Within the transaction in progress.
 */
const passedOn = Effect.fnUntraced(function*({ assignee_id }: Conversation, before: Task, message: string) {
  const tasks = yield* Tasks
  const notes = `${before.notes ?? ""}\n\nWrote again: ${message.slice(0, MOST_OF_MESSAGE).toWellFormed()}`.trim()
  const after = yield* Effect.orDie(tasks.update(before, {
    status: "open", completed_at: null, assignee_id: before.assignee_id ?? assignee_id, ...notes.length <= MOST_OF_NOTES && { notes }
  }, { events: [] }))
  yield* timed(before, after)
  yield* alertByText(after, "assigned")
})

/**
 * What follows of a message that the chat does not answer: a task for a person, or the one that there is, once for what is written together. Answers
 * whether a person is told of it who had the conversation already.
 */
export const passOn = Effect.fnUntraced(function*(conversation: Conversation, message: string, isFirst: boolean) {
  if (conversation.status !== "handed_over" || conversation.task_id === null) return { isNew: true, isTold: false }
  const task = Option.getOrUndefined(yield* Tasks.use((tasks) => tasks.find(conversation.task_id!, { lock: true })))
  if (task === undefined) return { isNew: true, isTold: false }
  const isTold = isFirst || task.status !== "open"
  if (isTold) yield* passedOn(conversation, task, message)
  return { isNew: false, isTold }
})

export const hand_over_conversation = Effect.fnUntraced(function*({ id, reason }: Input<typeof api.hand_over_conversation>) {
  const conversations = yield* Conversations
  const before = yield* conversations.get(id, { lock: true })
  const after = before.status === "handed_over" && before.task_id !== null ? before : yield* handOver(before, reason)
  return {
    conversation: after, task_id: after.task_id!, summary: after.summary ?? "", thread_id: yield* conversations.threadOf(after.contact_id)
  }
})

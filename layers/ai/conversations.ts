import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { chatMessage, type ChatMessage, conversation, type Conversation } from "#schemas/ai/conversation"
import type { ConversationId } from "#schemas/ai/ids"
import type { ContactId } from "#schemas/crm/contact"
import { NotFound } from "#schemas/kernel/errors"
import type { UserId } from "#schemas/kernel/ids"
import { Caller, toNewVisitor } from "#schemas/kernel/tenancy"
import type { ThreadId } from "#schemas/messages/sms/ids"
import { recordChange } from "../kernel/receipts/change-log.ts"
import { repository } from "../kernel/repository.ts"
import { execute, exists, first, now } from "../kernel/sql.ts"
import { periodOf } from "../kernel/limits/token-budget.ts"

/** What is written within so long of what was written before belongs together. */
const BURST = "15 minutes"

/** Conversations of the caller's company with its chat, in the caller's mode. */
export class Conversations extends Context.Service<Conversations>()("layers/ai/Conversations", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const conversations = yield* repository(conversation, {
      table: "ai_conversations", counted: true, sort: { last_message_at: { column: "last_message_at", type: "timestamptz" } }
    })
    const { inTenant } = conversations.sql
    return {
      ...conversations,
      /** One that the caller may go on with: a visitor with their own, a key with those of keys. Fails with `NotFound` for any other. */
      ofAsker: Effect.fnUntraced(function*(id: ConversationId, how?: { readonly lock: true }) {
        const { credential, mode, visitor } = yield* Caller
        const whose = credential === "visitor" ? sql`visitor = ${visitor?.id ?? ""}` : sql`channel = 'api'`
        const found = yield* first(sql<Conversation>`select ${conversations.sql.columns} from ai_conversations
          where ${inTenant} and id = ${id} and livemode = ${mode === "live"} and ${whose} ${sql.literal(how === undefined ? "" : "for update")}`)
        return Option.isSome(found) ? found.value : yield* new NotFound({ message: `There is no such conversation.${toNewVisitor(visitor)}` })
      }),
      /** Counts a question and its answer; told of where a person is to know. */
      add: (before: Conversation, tokens: number, isTold: boolean) =>
        Effect.orDie(conversations.update(before, {
          tokens: before.tokens + tokens, messages: before.messages + 2, last_message_at: now
        }, isTold ? { events: ["conversation.message_received"] } : { noted: false })),
      /** Counts the answer of a person, who sees to it from then on. */
      answered: (before: Conversation, author: UserId | null) =>
        Effect.orDie(conversations.update(before, {
          messages: before.messages + 1, last_message_at: now, status: "handed_over", assignee_id: before.assignee_id ?? author
        }, { noted: false })),
      /** What a new conversation has taken counts for its budget of the day. */
      begin: Effect.fnUntraced(function*(id: ConversationId, tokens: number) {
        const { company_id } = yield* Caller
        yield* execute(sql`insert into ai_scopes as s (company_id, scope, period, used)
          values (${company_id}, ${`conversation:${id}`}, ${periodOf("day", Date.now())}::date, ${tokens})
          on conflict (company_id, scope, period) do update set used = s.used + excluded.used`)
      }),
      /** The conversation by text with a contact that had the latest text. */
      threadOf: (contact: ContactId | null) =>
        contact === null ? Effect.succeed(null) : Effect.flatMap(Caller, ({ mode }) => Effect.map(
          first(sql<{ id: ThreadId }>`select id from sms_threads
            where ${inTenant} and livemode = ${mode === "live"} and contact_id = ${contact} order by last_message_at desc, id desc limit 1`),
          (found) => Option.isSome(found) ? found.value.id : null)),
      delete: Effect.fnUntraced(function*(before: Conversation) {
        yield* execute(sql`delete from ai_messages where ${inTenant} and conversation_id = ${before.id}`)
        yield* execute(sql`delete from ai_conversations where ${inTenant} and id = ${before.id}`)
        yield* recordChange({ object: "conversation", id: before.id, before, after: null })
        return before
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Conversations, Conversations.make)
}

/** What was asked and answered in them. */
export class ChatMessages extends Context.Service<ChatMessages>()("layers/ai/ChatMessages", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const messages = yield* repository(chatMessage, { table: "ai_messages", noun: "answer" })
    return {
      ...messages,
      /** Whether whoever asks has written nothing just now that no person has answered since. */
      isFirstOfBurst: (id: ConversationId) =>
        Effect.map(
          exists(sql`select from (select role, created_at from ai_messages where ${messages.sql.inTenant} and conversation_id = ${id} and role <> 'assistant'
            order by ai_messages.id desc limit 1) m where m.role = 'user' and m.created_at > now() - ${BURST}::interval`),
          (wrote) => !wrote),
      /** The latest of a conversation, the oldest first. */
      latest: (id: ConversationId, most: number) =>
        Effect.map(
          Effect.orDie(sql<ChatMessage>`select ${messages.sql.columns} from ai_messages
            where ${messages.sql.inTenant} and conversation_id = ${id} order by ai_messages.id desc limit ${most}`),
          (found) => found.toReversed()
        )
    }
  })
}) {
  static readonly layer = Layer.effect(ChatMessages, ChatMessages.make)
}

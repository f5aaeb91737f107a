import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#schemas/kernel/ids"
import { Timestamp } from "#schemas/kernel/time"
import type { MessageId, ThreadId } from "#schemas/messages/sms/ids"
import { type Message, message, type MessageState } from "#schemas/messages/sms/message"
import { repository } from "../../kernel/repository.ts"
import { execute, exists, first, now, one } from "../../kernel/sql.ts"

/** What became of a text, as a provider tells it or as we found. */
export interface SmsOutcome {
  readonly state: "sent" | "delivered" | "failed" | "unknown"
  readonly provider_id: string | null
  readonly error_code: string | null
  readonly error_message: string | null
}

/** A text only goes forward: from a state to one of a higher rank. */
const ranks: Readonly<Record<MessageState, number>> = { queued: 0, unknown: 1, sent: 2, delivered: 3, failed: 3, received: 3 }

const eventsOf = (before: MessageState, after: SmsOutcome["state"]) => {
  const sent = before === "sent" ? [] : ["message.sent" as const]
  if (after === "sent") return sent
  if (after === "delivered") return [...sent, "message.delivered" as const]
  return after === "failed" ? ["message.failed" as const] : []
}

/** Texts of the caller's company, of the caller's mode. */
export class SmsMessages extends Context.Service<SmsMessages>()("layers/messages/SmsMessages", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const messages = yield* repository(message, {
      table: "sms_messages",
      counted: true,
      internal: { answers_keyword: Schema.Boolean, asked_at: Schema.NullOr(Timestamp) }
    })
    const { columns, inTenant } = messages.sql
    return {
      ...messages,
      /** Marks that the provider is asked now; false where it may have been asked before. Committed before the call. */
      ask: (id: MessageId) =>
        exists(sql`update sms_messages set asked_at = now() where ${inTenant} and id = ${id} and state = 'queued' and asked_at is null returning id`),
      /** The provider did certainly nothing, so that it may be asked again. */
      unask: (id: MessageId) => execute(sql`update sms_messages set asked_at = null where ${inTenant} and id = ${id} and state = 'queued'`),
      /** Those of the provider's names that texts of the company have. */
      known: (provider: string, names: ReadonlyArray<string>) =>
        Effect.map(
          Effect.orDie(sql<{ provider_id: string }>`select provider_id from sms_messages
            where ${inTenant} and provider = ${provider} and provider_id = any(${[...names]}::text[])`),
          (rows): ReadonlySet<string> => new Set(rows.map(({ provider_id }) => provider_id))
        ),
      /** The one that the provider calls so, locked. */
      named: (provider: string, name: string) =>
        first(sql<Message>`select ${columns} from sms_messages where ${inTenant} and provider = ${provider} and provider_id = ${name} for update`),
      /** The text that was sent between these numbers, of which nobody knows what became, where there is only one. */
      unnamed: (from: string, to: string) =>
        Effect.map(
          Effect.orDie(sql<Message>`select ${columns} from sms_messages where ${inTenant} and livemode and to_phone = ${to} and from_phone = ${from}
            and state = 'unknown' and provider_id is null limit 2 for update`),
          (rows) => rows.length === 1 ? Option.some(rows[0]!) : Option.none<Message>()
        ),
      /** The latest of a conversation, the oldest first. */
      latest: (thread: ThreadId, most: number) =>
        Effect.map(
          Effect.orDie(sql<Message>`select ${columns} from sms_messages where ${inTenant} and thread_id = ${thread} order by id desc limit ${most}`),
          (rows) => rows.toReversed()
        ),
      /** How many answers to keywords the conversation has had within an hour. */
      keywordAnswers: (thread: ThreadId) =>
        Effect.map(
          one(sql<{ n: number }>`select count(*) as n from sms_messages where ${inTenant} and thread_id = ${thread} and answers_keyword
            and created_at > now() - interval '1 hour'`),
          ({ n }) => n
        ),
      /** Writes what became of a text, if that is further than what is known. */
      advance: Effect.fnUntraced(function*(before: Message, outcome: SmsOutcome) {
        const { error_code, error_message, provider_id, state } = outcome
        if (ranks[state] <= ranks[before.state]) return before
        const isOut = state === "sent" || state === "delivered"
        return yield* Effect.orDie(messages.update(before, {
          state, error_code, error_message,
          ...provider_id !== null && { provider_id },
          ...isOut && before.sent_at === null && { sent_at: now },
          ...state === "delivered" && { delivered_at: now }
        }, { events: eventsOf(before.state, state) }))
      }),
      /** Keeps what a provider tells of a text that is not known by that name yet. */
      keepEarly: (company: CompanyId, provider: string, name: string, { error_code, state }: Pick<SmsOutcome, "error_code" | "state">) =>
        execute(sql`insert into sms_early_reports (company_id, provider, provider_id, state, error_code)
          values (${company}, ${provider}, ${name}, ${state}, ${error_code}) on conflict do nothing`),
      /** What was told of it before, the furthest first. */
      early: (provider: string, name: string) =>
        first(sql<Pick<SmsOutcome, "error_code"> & { state: "sent" | "delivered" | "failed" }>`select state, error_code from sms_early_reports
          where ${inTenant} and provider = ${provider} and provider_id = ${name} order by state = 'delivered' desc, state = 'failed' desc limit 1`)
    }
  })
}) {
  static readonly layer = Layer.effect(SmsMessages, SmsMessages.make)
}

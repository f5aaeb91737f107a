import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { EventKind } from "#schemas/kernel/events"
import type { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { Timestamp } from "#schemas/kernel/time"
import { RunId } from "#schemas/workflows/run"
import type { MessageId, ThreadId } from "#schemas/messages/sms/ids"
import { type Message, message, type MessageMedia, type MessageState } from "#schemas/messages/sms/message"
import { repository } from "../../kernel/repository.ts"
import { recordChange } from "../../kernel/receipts/change-log.ts"
import { execute, exists, first, one } from "../../kernel/sql.ts"
import { followed } from "./threads.ts"

/** What became of a text, as a provider tells it or as we found. */
export interface SmsOutcome {
  readonly state: "sent" | "delivered" | "failed" | "unknown"
  readonly provider_id: string | null
  readonly error_code: string | null
  readonly error_message: string | null
}

/** A text only goes forward: from a state to one of a higher rank. */
const ranks: Readonly<Record<MessageState, number>> = {
  scheduled: -1, queued: 0, unknown: 1, sent: 2, delivered: 3, failed: 3, received: 3, canceled: 3
}

const eventsOf = (before: MessageState, after: SmsOutcome["state"]) => {
  const sent = before === "sent" ? [] : ["message.sent" as const]
  if (after === "sent") return sent
  if (after === "delivered") return [...sent, "message.delivered" as const]
  return after === "failed" ? ["message.failed" as const] : []
}

/** A text that leaves, as its row is written. */
export interface NewMessage extends Pick<Message, "contact_id" | "cost" | "encoding" | "from_phone" | "message" | "provider" | "segments" | "template_id" | "to_phone"> {
  readonly answers_keyword: boolean
  /** What became of it, where that is known at once. */
  readonly outcome: SmsOutcome | undefined
  /** It leaves then; at once where nothing is said. */
  readonly send_at?: string | undefined
}

/** A text that came in, as its row is written. */
export type ReceivedMessage = Pick<Message, "contact_id" | "encoding" | "from_phone" | "media" | "message" | "provider" | "provider_id" | "segments" | "thread_id" | "to_phone">

/** A name that a provider gave to a text. */
export interface ProviderName {
  readonly provider: string
  readonly provider_id: string
}

/** What is told of a text in turn; each holds as far as it is further than what came before it. */
export interface Progress {
  readonly before: Message
  readonly outcomes: ReadonlyArray<SmsOutcome>
}

/** The columns that progress changes, as far as there is any. */
const changesOf = ({ before, outcomes }: Progress) => {
  const further = outcomes.reduce<ReadonlyArray<SmsOutcome>>((taken, one) =>
    ranks[one.state] > ranks[taken.at(-1)?.state ?? before.state] ? [...taken, one] : taken, [])
  const last = further.at(-1)
  if (last === undefined) return undefined
  const events = further.flatMap(({ state }, n) => eventsOf(further[n - 1]?.state ?? before.state, state))
  const { error_code, error_message, state } = last
  return {
    before, events,
    row: {
      id: before.id, state, error_code, error_message,
      provider_id: further.findLast(({ provider_id }) => provider_id !== null)?.provider_id ?? before.provider_id,
      is_sent: further.some(({ state }) => state === "sent" || state === "delivered"), is_delivered: state === "delivered"
    }
  }
}

/** Texts of the caller's company, of the caller's mode. */
export class SmsMessages extends Context.Service<SmsMessages>()("layers/messages/SmsMessages", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const messages = yield* repository(message, {
      table: "sms_messages",
      counted: true,
      internal: { answers_keyword: Schema.Boolean, asked_at: Schema.NullOr(Timestamp), media_prefix: Schema.NullOr(Schema.String), schedule_run: Schema.NullOr(RunId) }
    })
    const { columns, inTenant } = messages.sql

    const ofMessages = sql.literal(Object.keys(message.read.fields).map((field) => `m.${field}`).join(", "))

    /** Writes what became of texts, of each as far as it is further than what is known; answers with those that changed. */
    const advanceAll = Effect.fnUntraced(function*(all: ReadonlyArray<Progress>) {
      const changes = all.flatMap((one) => changesOf(one) ?? [])
      if (changes.length === 0) return []
      const rows = yield* Effect.orDie(sql<Message>`update sms_messages m set state = x.state, error_code = x.error_code, error_message = x.error_message,
          provider_id = x.provider_id, sent_at = case when x.is_sent then coalesce(m.sent_at, now()) else m.sent_at end,
          delivered_at = case when x.is_delivered then now() else m.delivered_at end, version = m.version + 1, updated_at = now()
        from jsonb_to_recordset(${JSON.stringify(changes.map(({ row }) => row))}::jsonb)
          as x(id bigint, state text, error_code text, error_message text, provider_id text, is_sent boolean, is_delivered boolean)
        where m.company_id = (select current_company()) and m.id = x.id returning ${ofMessages}`)
      const after = new Map(rows.map((row) => [row.id, row]))
      for (const { before, events } of changes) yield* recordChange({ object: "message", id: before.id, before, after: after.get(before.id)!, events })
      return rows
    })

    return {
      ...messages,
      /** Writes a text that leaves, in its conversation, with one statement. The conversation stays locked until the transaction ends. */
      add: Effect.fnUntraced(function*(text: NewMessage, events: ReadonlyArray<EventKind>) {
        const caller = yield* Caller
        const { answers_keyword, contact_id, cost, encoding, from_phone, message, outcome, provider, segments, send_at, template_id, to_phone } = text
        const { error_code = null, error_message = null, provider_id = null, state = send_at === undefined ? "queued" : "scheduled" } = outcome ?? {}
        const at = (holds: boolean) => sql.literal(holds ? "now()" : "null")
        const after = yield* one(sql<Message>`
          with thread as (${followed(sql, caller, { own_phone: from_phone, phone: to_phone, contact_id, message })})
          insert into sms_messages (company_id, thread_id, direction, state, from_phone, to_phone, message, encoding, segments, cost, contact_id, template_id,
            answers_keyword, error_code, error_message, provider, provider_id, livemode, send_at, sent_at, delivered_at)
          values (${caller.company_id}, (select id from thread), 'outbound', ${state}, ${from_phone}, ${to_phone}, ${message}, ${encoding}, ${segments},
            ${cost === null ? null : JSON.stringify(cost)}, ${contact_id}, ${template_id}, ${answers_keyword}, ${error_code}, ${error_message}, ${provider},
            ${provider_id}, ${caller.mode === "live"}, ${send_at ?? null}, ${at(state === "sent" || state === "delivered" || state === "unknown")}, ${at(state === "delivered")})
          returning ${columns}`)
        yield* recordChange({ object: "message", id: after.id, before: null, after, events })
        return after
      }),
      /** Writes texts that came in, in this order. */
      receive: Effect.fnUntraced(function*(texts: ReadonlyArray<ReceivedMessage>) {
        const { company_id, mode } = yield* Caller
        const rows = yield* Effect.orDie(sql<Message>`
          insert into sms_messages (company_id, thread_id, direction, state, from_phone, to_phone, message, encoding, segments, media, contact_id, provider,
            provider_id, livemode)
          select ${company_id}, thread_id, 'inbound', 'received', from_phone, to_phone, message, encoding, segments, media, contact_id, provider,
            provider_id, ${mode === "live"}
          from jsonb_to_recordset(${JSON.stringify(texts.map((text, n) => ({ ...text, n })))}::jsonb)
            as x(n int, thread_id bigint, from_phone text, to_phone text, message text, encoding text, segments int, media jsonb, contact_id bigint,
              provider text, provider_id text)
          order by n returning ${columns}`)
        const made = rows.toSorted((a, b) => a.id - b.id)
        for (const after of made) yield* recordChange({ object: "message", id: after.id, before: null, after, events: ["message.received"] })
        return made
      }),
      /** Notes where its files will lie, and the run that waits until it leaves. It is no change of the text. */
      setPrefix: (id: MessageId, prefix: string) => execute(sql`update sms_messages set media_prefix = ${prefix} where ${inTenant} and id = ${id}`),
      setSchedule: (id: MessageId, run: RunId) => execute(sql`update sms_messages set schedule_run = ${run} where ${inTenant} and id = ${id}`),
      /** It leaves now, or never. */
      decide: Effect.fnUntraced(function*(before: Message, state: "canceled" | "queued") {
        const after = yield* one(sql<Message>`update sms_messages set state = ${state}, version = version + 1, updated_at = now()
          where ${inTenant} and id = ${before.id} returning ${columns}`)
        yield* recordChange({ object: "message", id: before.id, before, after })
        return after
      }),
      /** Writes how files stand that came with a text. */
      setMedia: Effect.fnUntraced(function*(before: Message, media: ReadonlyArray<MessageMedia>) {
        const after = yield* one(sql<Message>`update sms_messages set media = ${JSON.stringify(media)}::jsonb, version = version + 1, updated_at = now()
          where ${inTenant} and id = ${before.id} returning ${columns}`)
        yield* recordChange({ object: "message", id: before.id, before, after })
      }),
      /** Marks that the provider is asked now; false where it may have been asked before. Committed before the call. */
      ask: (id: MessageId) =>
        exists(sql`update sms_messages set asked_at = now() where ${inTenant} and id = ${id} and state = 'queued' and asked_at is null returning id`),
      /** The same of many. Those that opted out meanwhile, and those that may have been asked before, are not marked; answers with the others. */
      askAll: Effect.fnUntraced(function*(ids: ReadonlyArray<MessageId>) {
        const rows = yield* Effect.orDie(sql<{ id: MessageId }>`update sms_messages m set asked_at = now()
          where m.company_id = (select current_company()) and m.id = any(${[...ids]}::bigint[]) and m.state = 'queued' and m.asked_at is null
            and not exists (select from opt_outs o where o.company_id = m.company_id and o.livemode = m.livemode
              and o.address = address_digest(m.company_id, m.to_phone)) returning m.id`)
        return new Set(rows.map(({ id }) => id))
      }),
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
      /** Keeps others from writing of the same conversations, and of these texts, until the transaction ends. */
      holdAll: Effect.fnUntraced(function*(ids: ReadonlyArray<MessageId>) {
        const those = sql`any(${[...ids]}::bigint[])`
        yield* execute(sql`select from sms_threads where ${inTenant} and id in (select thread_id from sms_messages where ${inTenant} and id = ${those})
          order by phone, id for update`)
        const rows = yield* Effect.orDie(sql<Message>`select ${columns} from sms_messages where ${inTenant} and id = ${those} order by id for update`)
        return new Map(rows.map((row) => [row.id, row]))
      }),
      /** Which texts have these names, and what was told under them before, the furthest first. */
      ofNames: Effect.fnUntraced(function*(names: ReadonlyArray<ProviderName>) {
        if (names.length === 0) return []
        return yield* Effect.orDie(sql<ProviderName & { id: MessageId | null; state: "sent" | "delivered" | "failed" | null; error_code: string | null }>`
          select n.provider, n.provider_id, m.id, e.state, e.error_code
          from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n(provider text, provider_id text)
          left join sms_messages m on m.company_id = (select current_company()) and m.provider = n.provider and m.provider_id = n.provider_id
          left join lateral (select e.state, e.error_code from sms_early_reports e
            where e.company_id = (select current_company()) and e.provider = n.provider and e.provider_id = n.provider_id
            order by e.state = 'delivered' desc, e.state = 'failed' desc limit 1) e on true`)
      }),
      advanceAll,
      /** Writes what became of a text, if that is further than what is known. */
      advance: (before: Message, outcome: SmsOutcome) => Effect.map(advanceAll([{ before, outcomes: [outcome] }]), ([after]) => after ?? before),
      /** Keeps what a provider tells of a text that is not known by that name yet. */
      keepEarly: (company: CompanyId, provider: string, name: string, { error_code, state }: Pick<SmsOutcome, "error_code" | "state">) =>
        execute(sql`insert into sms_early_reports (company_id, provider, provider_id, state, error_code)
          values (${company}, ${provider}, ${name}, ${state}, ${error_code}) on conflict do nothing`)
    }
  })
}) {
  static readonly layer = Layer.effect(SmsMessages, SmsMessages.make)
}

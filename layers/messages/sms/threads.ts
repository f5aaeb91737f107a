import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { ContactId } from "#schemas/crm/contact"
import { Caller } from "#schemas/kernel/tenancy"
import type { ThreadId } from "#schemas/messages/sms/ids"
import { thread } from "#schemas/messages/sms/thread"
import type { PhoneNumber } from "#schemas/messages/voice/phone-number"
import { repository } from "../../kernel/repository.ts"
import { execute, first } from "../../kernel/sql.ts"

/** So much of the latest text stands in a list of conversations. */
const SHOWN = 160

interface Latest {
  readonly own_phone: string
  readonly phone: string
  readonly contact_id: ContactId | null
  readonly message: string
}

/** What came in of one conversation. */
export interface Received extends Latest {
  readonly texts: number
}

/** Who wrote to a number of the company. */
export interface Sender {
  readonly own_phone: string
  readonly phone: string
  /** Whom the latest conversation with the phone is with; else the oldest contact who has it. */
  readonly contact_id: ContactId | null
  /** Nothing where the company has the number no more. */
  readonly unknown_senders: PhoneNumber["unknown_senders"] | null
}

/** Digits as somebody types them, with spaces and signs; of words there are none. */
const digitsOf = (text: string) => /\p{L}/u.test(text) ? "" : text.replaceAll(/\D/g, "")

/**
 * The latest conversation with a number. The conversations with it are few: they are found before they are put in order (`offset 0`), as PostgreSQL would
 * else read all conversations from the latest on, until it meets the number, where it has no statistics of a company yet.
 */
export const latestWith = (sql: SqlClient.SqlClient, live: boolean, phone: Statement.Fragment) => sql<{ own_phone: string; contact_id: ContactId | null }>`
  select own_phone, contact_id from (select own_phone, contact_id, last_message_at, id from sms_threads
    where company_id = (select current_company()) and livemode = ${live} and phone = ${phone} offset 0) with_it
  order by last_message_at desc, id desc limit 1`

/** Notes a text that leaves in its conversation, which begins with the first. */
export const followed = (
  sql: SqlClient.SqlClient, { company_id, mode }: Pick<Caller["Service"], "company_id" | "mode">, { contact_id, message, own_phone, phone }: Latest
) => sql`
  insert into sms_threads as t (company_id, own_phone, phone, contact_id, last_message, last_direction, livemode)
  values (${company_id}, ${own_phone}, ${phone}, ${contact_id}, ${message.slice(0, SHOWN)}, 'outbound', ${mode === "live"})
  on conflict (company_id, livemode, own_phone, phone) do update set
    contact_id = coalesce(t.contact_id, excluded.contact_id), last_message = excluded.last_message,
    last_direction = excluded.last_direction, last_message_at = now(), version = t.version + 1, updated_at = now()
  returning id`

/** Conversations of the caller's company, of the caller's mode: one for each pair of numbers. */
export class SmsThreads extends Context.Service<SmsThreads>()("layers/messages/SmsThreads", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const threads = yield* repository(thread, {
      table: "sms_threads",
      counted: true,
      noun: "conversation",
      computed: {
        contact_name: `(select nullif(concat_ws(' ', c.first_name, c.last_name), '') from contacts c
          where c.company_id = sms_threads.company_id and c.id = sms_threads.contact_id)`
      },
      sort: { last_message_at: { column: "last_message_at", type: "timestamptz" } },
      filter: {
        unread: (unread: boolean) => unread ? sql.literal("unread > 0") : sql.literal("unread = 0"),
        assigned: (assigned: boolean) => assigned ? sql.literal("assignee_id is not null") : sql.literal("assignee_id is null"),
        search: (text: string) => sql`(contact_id in (select id from find_contacts(${text.toLowerCase().split(/\s+/)}))
          or position(lower(${text}) in lower(last_message)) > 0 or (${digitsOf(text)} <> '' and position(${digitsOf(text)} in phone) > 0))`
      }
    })
    const { inTenant } = threads.sql
    return {
      ...threads,
      /** Notes texts that came in, of each conversation together, which begins with the first. They stay locked until the transaction ends. */
      receive: Effect.fnUntraced(function*(all: ReadonlyArray<Received>) {
        const { company_id, mode } = yield* Caller
        const rows = all.map((one) => ({ ...one, message: one.message.slice(0, SHOWN) }))
        return yield* Effect.orDie(sql<{ id: ThreadId; own_phone: string; phone: string; contact_id: ContactId | null }>`
          insert into sms_threads as t (company_id, own_phone, phone, contact_id, unread, last_message, last_direction, livemode)
          select ${company_id}, own_phone, phone, contact_id, texts, message, 'inbound', ${mode === "live"}
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(own_phone text, phone text, contact_id bigint, texts int, message text) order by phone, own_phone
          on conflict (company_id, livemode, own_phone, phone) do update set
            contact_id = coalesce(t.contact_id, excluded.contact_id), unread = t.unread + excluded.unread, last_message = excluded.last_message,
            last_direction = excluded.last_direction, last_message_at = now(), version = t.version + 1, updated_at = now()
          returning id, own_phone, phone, contact_id`)
      }),
      /** Who these are, and what the company's number that each wrote to says of unknown senders. */
      senders: Effect.fnUntraced(function*(pairs: ReadonlyArray<Pick<Latest, "own_phone" | "phone">>) {
        const { mode } = yield* Caller
        const live = mode === "live"
        return yield* Effect.orDie(sql<Sender>`select p.own_phone, p.phone, coalesce(t.contact_id, c.id) as contact_id, n.unknown_senders
          from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p(own_phone text, phone text)
          left join lateral (${latestWith(sql, live, sql`p.phone`)}) t on true
          left join lateral (select id from contacts where ${inTenant} and phone = p.phone and deleted_at is null order by id limit 1) c on true
          left join phone_numbers n on n.company_id = (select current_company()) and n.livemode = ${live} and n.phone = p.own_phone and n.state = 'active'`)
      }),
      /** Keeps others from writing of the same conversation until the transaction ends. */
      hold: Effect.fnUntraced(function*(own_phone: string, phone: string) {
        const { mode } = yield* Caller
        yield* first(sql`select id from sms_threads
          where ${inTenant} and livemode = ${mode === "live"} and own_phone = ${own_phone} and phone = ${phone} for update`)
      }),
      /** Somebody answered. */
      markRead: (id: ThreadId) => execute(sql`update sms_threads set unread = 0 where ${inTenant} and id = ${id}`),
      /** The latest conversation with a number: from which of the company's numbers, and with whom. */
      latestWith: Effect.fnUntraced(function*(phone: string) {
        const { mode } = yield* Caller
        return yield* first(latestWith(sql, mode === "live", sql`${phone}`))
      }),
      /** The contact who has this number: the oldest, where several share it. */
      contactOf: (phone: string): Effect.Effect<ContactId | null> =>
        Effect.map(
          first(sql<{ id: ContactId }>`select id from contacts where ${inTenant} and phone = ${phone} and deleted_at is null order by id limit 1`),
          (found) => Option.isSome(found) ? found.value.id : null
        )
    }
  })
}) {
  static readonly layer = Layer.effect(SmsThreads, SmsThreads.make)
}

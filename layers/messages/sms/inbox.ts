import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#schemas/kernel/ids"
import type { Message, MessageMedia } from "#schemas/messages/sms/message"
import { SystemSql } from "../../database/connections.ts"
import { companyLock } from "../../kernel/company-lock.ts"
import { execute, inTenant as ofTenant } from "../../kernel/sql.ts"

/** A text that a provider handed over. */
export interface NewReceivedText extends Pick<Message, "from_phone" | "message" | "provider" | "to_phone"> {
  readonly company_id: CompanyId
  /** Where the provider keeps what came with it. */
  readonly media: ReadonlyArray<Pick<MessageMedia, "type" | "url">>
  readonly provider_id: string
}

export interface ReceivedText extends Omit<NewReceivedText, "company_id"> {
  readonly id: number
}

/** Texts that came in and are in no conversation yet: within milliseconds they are, unless a process dies or one of them breaks. */
export class SmsInbox extends Context.Service<SmsInbox>()("layers/messages/SmsInbox", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const inTenant = ofTenant(sql)
    const listeners = new Set<(companies: Iterable<CompanyId>) => void>()
    const those = (ids: ReadonlyArray<number>) => sql`any(${[...ids]}::bigint[])`

    return {
      /** Are told in this process whose texts were kept. */
      listeners,
      /** Keeps texts of any companies, each once by the provider's name for it. */
      keep: Effect.fnUntraced(function*(texts: ReadonlyArray<NewReceivedText>) {
        yield* execute(system`with x as (
            select distinct on (company_id, provider, provider_id) * from jsonb_to_recordset(${JSON.stringify(texts.map((text, n) => ({ ...text, n })))}::jsonb)
              as t(n int, company_id bigint, provider text, provider_id text, from_phone text, to_phone text, message text, media jsonb)
            order by company_id, provider, provider_id, n),
          claimed as (
            insert into provider_events (company_id, provider, event_id) select company_id, provider, 'text ' || provider_id from x
            on conflict do nothing returning company_id, provider, event_id)
          insert into sms_inbox (company_id, provider, provider_id, from_phone, to_phone, message, media)
          select company_id, provider, provider_id, from_phone, to_phone, message, media from x
          where (company_id, provider, 'text ' || provider_id) in (select company_id, provider, event_id from claimed) order by n`)
        const companies = new Set(texts.map(({ company_id }) => company_id))
        for (const hear of listeners) hear(companies)
      }),
      /** Companies that have texts which are due. */
      companies: Effect.map(
        Effect.orDie(system<{ company_id: CompanyId }>`select distinct company_id from sms_inbox where due_at <= now()`),
        (rows) => rows.map(({ company_id }) => company_id)
      ),
      /** The oldest of the caller's company that are due; all of a sender, where one is named. */
      next: (most: number, sender: string | undefined) =>
        Effect.map(
          Effect.orDie(sql<{ id: number }>`select id from sms_inbox where ${inTenant}
            and ${sender === undefined ? sql`due_at <= now()` : sql`from_phone = ${sender}`} order by id limit ${most}`),
          (rows) => rows.map(({ id }) => id)
        ),
      /** Takes those that are still there out, within the transaction that puts them into their conversations. Others of the company wait for its end. */
      take: Effect.fnUntraced(function*(ids: ReadonlyArray<number>) {
        yield* Effect.orDie(companyLock(sql, "texts that came in"))
        const rows = yield* Effect.orDie(sql<ReceivedText>`delete from sms_inbox where ${inTenant} and id = ${those(ids)}
          returning id, provider, provider_id, from_phone, to_phone, message, media`)
        return rows.toSorted((a, b) => a.id - b.id)
      }),
      /** It broke: the next time is later. */
      postpone: (id: number) =>
        execute(sql`update sms_inbox set attempts = attempts + 1, due_at = now() + least(interval '1 hour', interval '1 second' * 2 ^ least(attempts, 12))
          where ${inTenant} and id = ${id}`)
    }
  })
}) {
  static readonly layer = Layer.effect(SmsInbox, SmsInbox.make)
}

import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Contact, ContactId } from "#schemas/crm/contact"
import type { CampaignId, Exclusion } from "#schemas/messages/sms/campaign"
import type { TextCost } from "#schemas/messages/sms/prices"
import type { SmsEncoding } from "#schemas/messages/sms/segments"
import type { MessageId } from "#schemas/messages/sms/ids"
import type { Message } from "#schemas/messages/sms/message"
import { Caller } from "#schemas/kernel/tenancy"
import { Contacts } from "../../crm/contacts.ts"
import { compile, type FilterWithFields } from "../../crm/filter.ts"
import { execute, inTenant as ofTenant } from "../../kernel/sql.ts"

/** Who is to be texted, or is left out. */
export interface NewRecipient {
  readonly contact_id: ContactId
  readonly phone: string | null
  readonly variant: number
  readonly reason: Exclusion | null
  readonly due_at: string
}

export interface Recipient {
  readonly id: number
  readonly contact_id: ContactId
  readonly phone: string
  readonly variant: number
  readonly attempts: number
  readonly message_id: MessageId | null
}

/** A text to a recipient, as its row is written. */
export interface NewText {
  readonly recipient_id: number
  readonly contact_id: ContactId
  readonly phone: string
  readonly message: string
  readonly encoding: SmsEncoding
  readonly segments: number
  readonly cost: TextCost | null
}

/** A text that a batch is to send, or may have sent before a crash. */
export interface BatchText extends Pick<Message, "error_code" | "error_message" | "from_phone" | "id" | "message" | "provider" | "provider_id" | "state" | "to_phone"> {
  readonly recipient_id: number
  readonly attempts: number
  readonly asked: boolean
}

export interface Settled {
  readonly id: number
  readonly state: "sent" | "failed" | "unknown"
}

const fields = "id, contact_id, phone, variant, attempts, message_id"
const SHOWN = 160

/** Recipients of campaigns of the caller's company, many at a time. */
export class CampaignRecipients extends Context.Service<CampaignRecipients>()("layers/messages/CampaignRecipients", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { sql: { columns, notDeleted, table } } = yield* Contacts
    const inTenant = ofTenant(sql)
    const json = (rows: ReadonlyArray<object>) => sql`${JSON.stringify(rows)}::jsonb`
    const phonesAmong = (phones: ReadonlyArray<string>) => sql`any(${[...phones]}::text[])`

    return {
      /** The next contacts of a segment, in the order of their ids. */
      audience: (filter: FilterWithFields, after: number, most: number) =>
        Effect.orDie(sql<Contact>`select ${columns} from ${table} where ${inTenant} and ${notDeleted} and ${compile(sql, filter)} and id > ${after}
          order by id limit ${most}`),
      /** Those of the numbers that do not want texts. */
      optedOut: Effect.fnUntraced(function*(phones: ReadonlyArray<string>) {
        const { mode } = yield* Caller
        const rows = yield* Effect.orDie(sql<{ phone: string }>`select p.phone from unnest(${[...phones]}::text[]) as p(phone)
          join opt_outs o on o.company_id = (select current_company()) and o.livemode = ${mode === "live"}
            and o.address = address_digest((select current_company()), p.phone)`)
        return new Set(rows.map(({ phone }) => phone))
      }),
      /** Those of the numbers that had so many texts of other campaigns within so many days. */
      capped: Effect.fnUntraced(function*(phones: ReadonlyArray<string>, campaign: CampaignId, cap: { readonly texts: number; readonly days: number }) {
        const { mode } = yield* Caller
        const rows = yield* Effect.orDie(sql<{ phone: string }>`select phone from campaign_recipients where ${inTenant} and livemode = ${mode === "live"}
          and phone = ${phonesAmong(phones)} and campaign_id <> ${campaign} and state in ('taken', 'sent', 'unknown')
          and updated_at > now() - make_interval(days => ${cap.days}) group by phone having count(*) >= ${cap.texts}`)
        return new Set(rows.map(({ phone }) => phone))
      }),
      /** Those of the numbers that are among the recipients already. */
      present: (campaign: CampaignId, phones: ReadonlyArray<string>) =>
        Effect.map(
          Effect.orDie(sql<{ phone: string }>`select phone from campaign_recipients
            where ${inTenant} and campaign_id = ${campaign} and phone = ${phonesAmong(phones)} and state <> 'excluded'`),
          (rows): ReadonlySet<string> => new Set(rows.map(({ phone }) => phone))
        ),
      add: Effect.fnUntraced(function*(campaign: CampaignId, recipients: ReadonlyArray<NewRecipient>) {
        const { company_id, mode } = yield* Caller
        yield* execute(sql`insert into campaign_recipients (company_id, campaign_id, contact_id, phone, variant, state, reason, due_at, livemode)
          select ${company_id}, ${campaign}, contact_id, phone, variant, case when reason is null then 'waiting' else 'excluded' end, reason, due_at, ${mode === "live"}
          from jsonb_to_recordset(${json(recipients)}) as r(contact_id bigint, phone text, variant int, reason text, due_at timestamptz)`)
      }),
      /** Keeps campaigns of the company from counting texts at the same time. */
      hold: execute(sql`select pg_advisory_xact_lock(hashtextextended('campaigns ' || (select current_company()), 0))`),
      /** The next that are due, locked. */
      due: (campaign: CampaignId, now: string, most: number) =>
        Effect.orDie(sql<Recipient>`select ${sql.literal(fields)} from campaign_recipients where ${inTenant} and campaign_id = ${campaign} and state = 'waiting'
          and due_at <= ${now}::timestamptz order by due_at, id limit ${most} for update skip locked`),
      /** When the next one is due. */
      nextDue: (campaign: CampaignId) =>
        Effect.map(
          Effect.orDie(sql<{ due_at: string | null }>`select min(due_at) as due_at from campaign_recipients
            where ${inTenant} and campaign_id = ${campaign} and state = 'waiting'`),
          ([row]) => row?.due_at ?? null
        ),
      exclude: (those: ReadonlyArray<{ readonly id: number; readonly reason: Exclusion }>) =>
        those.length === 0 ? Effect.void : execute(sql`update campaign_recipients r set state = 'excluded', reason = x.reason, batch = null, updated_at = now()
          from jsonb_to_recordset(${json(those)}) as x(id bigint, reason text) where r.company_id = (select current_company()) and r.id = x.id`),
      defer: (those: ReadonlyArray<{ readonly id: number; readonly due_at: string }>) =>
        those.length === 0 ? Effect.void : execute(sql`update campaign_recipients r set state = 'waiting', due_at = x.due_at, batch = null, updated_at = now()
          from jsonb_to_recordset(${json(those)}) as x(id bigint, due_at timestamptz) where r.company_id = (select current_company()) and r.id = x.id`),
      /** They are tried in this batch. */
      take: (ids: ReadonlyArray<number>, batch: number) =>
        execute(sql`update campaign_recipients set state = 'taken', batch = ${batch}, attempts = attempts + 1, updated_at = now()
          where ${inTenant} and id = any(${[...ids]}::bigint[])`),
      /** The texts of a batch that nobody knows the end of. */
      texts: (campaign: CampaignId, batch: number) =>
        Effect.orDie(sql<BatchText>`select r.id as recipient_id, r.attempts, m.id, m.state, m.asked_at is not null as asked, m.from_phone, m.to_phone, m.message,
            m.provider, m.provider_id, m.error_code, m.error_message
          from campaign_recipients r join sms_messages m on m.company_id = r.company_id and m.id = r.message_id
          where r.company_id = (select current_company()) and r.campaign_id = ${campaign} and r.batch = ${batch} and r.state = 'taken' order by r.id`),
      settle: (those: ReadonlyArray<Settled>) =>
        those.length === 0 ? Effect.void : execute(sql`update campaign_recipients r set state = x.state, updated_at = now()
          from jsonb_to_recordset(${json(those)}) as x(id bigint, state text) where r.company_id = (select current_company()) and r.id = x.id`),
      /** Those who wait are left out; answers with the texts that were written for them. */
      cancelWaiting: (campaign: CampaignId) =>
        Effect.map(
          Effect.orDie(sql<{ message_id: MessageId | null }>`update campaign_recipients set state = 'excluded', reason = 'canceled', updated_at = now()
            where ${inTenant} and campaign_id = ${campaign} and state = 'waiting' returning message_id`),
          (rows) => rows.flatMap(({ message_id }) => message_id === null ? [] : [message_id])
        ),
      /** Writes the texts of a batch, each in its conversation. */
      write: Effect.fnUntraced(function*(texts: ReadonlyArray<NewText>, from: string, provider: string) {
        const { company_id, mode } = yield* Caller
        if (texts.length === 0) return
        const live = mode === "live"
        yield* execute(sql`with x as (select * from jsonb_to_recordset(${json(texts)})
            as x(recipient_id bigint, contact_id bigint, phone text, message text, encoding text, segments int, cost jsonb)),
          threads as (
            insert into sms_threads as t (company_id, own_phone, phone, contact_id, unread, last_message, last_direction, livemode)
            select ${company_id}, ${from}, phone, contact_id, 0, left(message, ${SHOWN}), 'outbound', ${live} from x order by phone
            on conflict (company_id, livemode, own_phone, phone) do update set contact_id = coalesce(t.contact_id, excluded.contact_id),
              last_message = excluded.last_message, last_direction = excluded.last_direction, last_message_at = now(), version = t.version + 1, updated_at = now()
            returning id, phone),
          made as (
            insert into sms_messages (company_id, thread_id, direction, state, from_phone, to_phone, message, encoding, segments, cost, contact_id, provider, livemode)
            select ${company_id}, t.id, 'outbound', 'queued', ${from}, x.phone, x.message, x.encoding, x.segments, x.cost, x.contact_id, ${provider}, ${live}
            from x join threads t on t.phone = x.phone returning id, to_phone)
          update campaign_recipients r set message_id = made.id from made join x on x.phone = made.to_phone
          where r.company_id = (select current_company()) and r.id = x.recipient_id`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(CampaignRecipients, CampaignRecipients.make).pipe(Layer.provide(Contacts.layer))
}

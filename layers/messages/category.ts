import type { SqlClient } from "effect/sql"
import { sealedColumns } from "../auth/sealed-columns.ts"
import type { CountingCondition } from "#schemas/categories"
import { category, type CountedRows, type SoughtPerson, type TimelineSource } from "../kernel/category.ts"
import { measures } from "./measures.ts"

/** Years of e-mails to customers, after which nobody asks whether one was sent. */
const KEPT_DAYS = 1_095

/** What people said is kept for a year unless the company says less. */
const RECORDINGS_KEPT_DAYS = 365

const emails: TimelineSource = (sql, contact) => sql`
  select 'email_' || id as id, 'customer_email' as kind, coalesce(sent_at, created_at) as at, subject as title, 'email' as object, id as object_id,
    jsonb_build_object('template', template, 'state', state, 'recipient', recipient) as data
  from emails where company_id = (select current_company()) and contact_id = ${contact}`

const texts: TimelineSource = (sql, contact) => sql`
  select 'message_' || id as id, 'text_message' as kind, created_at as at, left(message, 160) as title, 'message' as object, id as object_id,
    jsonb_build_object('direction', direction, 'state', state, 'from_phone', from_phone, 'to_phone', to_phone, 'thread_id', thread_id) as data
  from sms_messages where company_id = (select current_company()) and contact_id = ${contact}`

const calls: TimelineSource = (sql, contact) => sql`
  select 'call_' || id as id, 'phone_call' as kind, created_at as at,
    case direction when 'inbound' then 'Called' else 'Was called' end || coalesce(': ' || replace(result, '_', ' '), '') as title, 'call' as object, id as object_id,
    jsonb_build_object('direction', direction, 'state', state, 'result', result, 'from_phone', from_phone, 'to_phone', to_phone, 'duration_seconds', duration_seconds) as data
  from calls where company_id = (select current_company()) and contact_id = ${contact}`

const countedCalls: CountedRows<CountingCondition<"calls">> = {
  rows: (sql, { direction, result }) => sql`calls k where k.company_id = contacts.company_id and k.contact_id = contacts.id and k.livemode
    ${direction === undefined ? sql.literal("") : sql`and k.direction = ${direction}`} ${result === undefined ? sql.literal("") : sql`and k.result = ${result}`}`,
  moment: "k.created_at"
}

const countedTexts: CountedRows<CountingCondition<"messages">> = {
  rows: (sql, { direction }) => sql`sms_messages m where m.company_id = contacts.company_id and m.contact_id = contacts.id and m.livemode
    and m.state not in ('scheduled', 'canceled')
    ${direction === undefined ? sql.literal("") : sql`and m.direction = ${direction}`}`,
  moment: "m.created_at"
}

const phonesOf = (sql: SqlClient.SqlClient, { ids }: SoughtPerson) =>
  sql`(select c.phone from contacts c where c.company_id = r.company_id and c.id = any(${[...ids]}::bigint[]) and c.phone is not null)`

const ofThreads = (sql: SqlClient.SqlClient, person: SoughtPerson) =>
  sql`(r.contact_id = any(${[...person.ids]}::bigint[]) or r.phone in ${phonesOf(sql, person)})`

/* Also of conversations with a number that was theirs before it was known whose it is. */
const ofTexts = (sql: SqlClient.SqlClient, person: SoughtPerson) => sql`(r.contact_id = any(${[...person.ids]}::bigint[])
  or exists (select from sms_threads t where t.company_id = r.company_id and t.id = r.thread_id
    and (t.contact_id = any(${[...person.ids]}::bigint[]) or t.phone in ${phonesOf(sql, person)})))`

/* Also of calls with a number that was theirs before it was known whose it is. */
const ofCalls = (sql: SqlClient.SqlClient, person: SoughtPerson) => sql`(r.contact_id = any(${[...person.ids]}::bigint[])
  or r.from_phone in ${phonesOf(sql, person)} or r.to_phone in ${phonesOf(sql, person)})`

const ofRecordings = (sql: SqlClient.SqlClient, person: SoughtPerson) => sql`exists (select from calls k where k.company_id = r.company_id and k.id = r.call_id
  and (k.contact_id = any(${[...person.ids]}::bigint[]) or k.from_phone in ${phonesOf(sql, person)} or k.to_phone in ${phonesOf(sql, person)}))`

export const emailKeys = sealedColumns({
  table: "email_keys",
  key: { company_id: "bigint", domain: "text" },
  columns: ["private_key"],
  about: ({ company_id }: { readonly company_id: number }) => `DKIM key of company ${company_id}`
})

export const messages = category({
  measures,
  sealed: [emailKeys],
  timeline: [emails, texts, calls],
  conditions: { messages: countedTexts, calls: countedCalls },
  personal: [
    { object: "email", table: "emails", since: "created_at", texts: ["subject", "text", "html"], json: ["attachments"], versioned: true, hidden: ["reference", "key"] },
    /* They are about the company's own people, who are no contacts; only what was written freely may name a contact. */
    { object: "phone_number", table: "phone_numbers", about: "never", texts: ["label"], json: ["routing", "voicemail", "recording", "text_back"], versioned: true },
    {
      object: "message", table: "sms_messages", about: ofTexts, since: "created_at", texts: ["message"], json: ["media"], versioned: true,
      hidden: ["answers_keyword", "asked_at", "media_prefix", "schedule_run"]
    },
    {
      object: "call_recording", table: "call_recordings", about: ofRecordings, since: "created_at", texts: ["transcript"], versioned: true,
      hidden: ["prefix"]
    },
    {
      object: "call", table: "calls", about: ofCalls, since: "created_at", texts: ["say"], json: ["plan"], versioned: true,
      hidden: ["plan", "run_id", "closed", "asked_at"]
    },
    {
      object: "received_text", table: "sms_inbox", about: (sql, person) => sql`r.from_phone in ${phonesOf(sql, person)}`, texts: ["message"], json: ["media"],
      deletable: true, hidden: ["attempts", "due_at"]
    },
    { object: "thread", table: "sms_threads", about: ofThreads, texts: ["last_message"], versioned: true },
    {
      object: "opt_out", table: "opt_outs", about: (sql, person) => sql`r.phone in ${phonesOf(sql, person)}`, texts: ["text"], hidden: ["address"],
      kept: {
        reason: "Nobody writes to the number again; it is known by its digest alone.", without: ["phone", "text", "message_id"]
      }
    },
    {
      object: "sms_opt_out_link", table: "sms_opt_out_links", about: (sql, person) => sql`r.phone in ${phonesOf(sql, person)}`, hidden: ["address", "code"],
      kept: { reason: "The link in texts that they got still ends texts; the number is known by its digest alone.", without: ["phone"] }
    },
    { object: "sms_template", table: "sms_templates", about: "never", texts: ["name", "text"], versioned: true },
    { object: "campaign_recipient", table: "campaign_recipients", hidden: ["batch", "attempts"] },
    { object: "campaign", table: "campaigns", about: "never", texts: ["name"], json: ["variants"], versioned: true, hidden: ["wakes"] },
    { object: "sms_consent", table: "sms_consents", since: "created_at", texts: ["text"], versioned: true }
  ],
  expiring: [
    { table: "emails", column: "created_at", days: KEPT_DAYS, every: "1 hour" },
    { table: "sms_messages", column: "created_at", days: KEPT_DAYS, every: "1 hour" },
    { table: "sms_spending", column: "day", days: 400, every: "1 hour" },
    { table: "calls", column: "created_at", days: KEPT_DAYS, every: "1 hour" },
    { table: "call_recordings", column: "created_at", days: RECORDINGS_KEPT_DAYS, every: "1 hour" },
    { table: "sms_inbox", column: "created_at", days: 30, every: "1 hour" },
    { table: "sms_early_reports", column: "created_at", days: 7, every: "1 hour" }
  ]
})

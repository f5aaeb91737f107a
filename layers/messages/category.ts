import { sealedColumns } from "../auth/sealed-columns.ts"
import { category, type TimelineSource } from "../kernel/category.ts"

/** Years of e-mails to customers, after which nobody asks whether one was sent. */
const KEPT_DAYS = 1_095

const emails: TimelineSource = (sql, contact) => sql`
  select 'email_' || id as id, 'customer_email' as kind, coalesce(sent_at, created_at) as at, subject as title, 'email' as object, id as object_id,
    jsonb_build_object('template', template, 'state', state, 'recipient', recipient) as data
  from emails where company_id = (select current_company()) and contact_id = ${contact}`

export const emailKeys = sealedColumns({
  table: "email_keys",
  key: { company_id: "bigint", domain: "text" },
  columns: ["private_key"],
  about: ({ company_id }: { readonly company_id: number }) => `DKIM key of company ${company_id}`
})

export const messages = category({
  sealed: [emailKeys],
  timeline: [emails],
  personal: [
    { object: "email", table: "emails", since: "created_at", texts: ["subject", "text", "html"], json: ["attachments"], versioned: true, hidden: ["reference", "key"] },
    /* They are about the company's own people, who are no contacts; only what was written freely may name a contact. */
    { object: "phone_number", table: "phone_numbers", about: "never", texts: ["label"], json: ["routing", "voicemail", "recording"], versioned: true },
    { object: "sms_consent", table: "sms_consents", since: "created_at", texts: ["text"], versioned: true }
  ],
  expiring: [{ table: "emails", column: "created_at", days: KEPT_DAYS, every: "1 hour" }]
})

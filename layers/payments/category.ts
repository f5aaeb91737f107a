import { sealedColumns } from "../auth/sealed-columns.ts"
import type { CountingCondition } from "#schemas/categories"
import { category, type CountedRows, type TimelineSource } from "../kernel/category.ts"
import { measures } from "./measures.ts"

/** A quote that was sent expires by time alone. */
export const STATE_OF_QUOTE = "case when state = 'sent' and valid_until <= company_now(livemode) then 'expired' else state end"

const placedOrders: TimelineSource = (sql, contact) => sql`
  select 'order_' || id as id, 'order_placed' as kind, created_at as at, coalesce(reference, 'Order ' || id) as title, 'order' as object, id as object_id,
    jsonb_build_object('amount', amount, 'currency', currency, 'state', state, 'payment_state', payment_state, 'livemode', livemode) as data
  from orders where company_id = (select current_company()) and contact_id = ${contact}`

const takenPayments: TimelineSource = (sql, contact) => sql`
  select 'payment_' || id as id, 'payment' as kind, created_at as at, coalesce(description, 'Payment ' || id) as title, 'payment' as object,
    id as object_id, jsonb_build_object('amount', amount, 'currency', currency, 'state', state, 'refunded_amount', refunded_amount,
      'livemode', livemode) as data
  from payments where company_id = (select current_company()) and contact_id = ${contact}`

const finalizedInvoices: TimelineSource = (sql, contact) => sql`
  select 'invoice_' || id as id, 'invoice_finalized' as kind, finalized_at as at, number as title, 'invoice' as object, id as object_id,
    jsonb_build_object('amount', amount, 'paid_amount', paid_amount, 'currency', currency, 'state', state, 'livemode', livemode) as data
  from invoices where company_id = (select current_company()) and contact_id = ${contact} and finalized_at is not null`

const offeredQuotes: TimelineSource = (sql, contact) => sql`
  select 'quote_' || id as id, 'quote' as kind, coalesce(accepted_at, sent_at, created_at) as at, coalesce(reference, 'Quote ' || id) as title, 'quote' as object,
    id as object_id, jsonb_build_object('amount', amount, 'currency', currency, 'state', ${sql.literal(STATE_OF_QUOTE)}, 'livemode', livemode) as data
  from quotes where company_id = (select current_company()) and contact_id = ${contact}`

const begunSubscriptions: TimelineSource = (sql, contact) => sql`
  select 'subscription_' || s.id as id, 'subscription_begun' as kind, s.created_at as at, p.name as title, 'subscription' as object, s.id as object_id,
    jsonb_build_object('amount', s.amount, 'currency', s.currency, 'state', s.state, 'livemode', s.livemode) as data
  from subscriptions s join plans p on p.company_id = s.company_id and p.id = s.plan_id
  where s.company_id = (select current_company()) and s.contact_id = ${contact}`

const books = "The company's books count it; it no longer names the person."

/** Days after which a provider does not tell the same again. */
const EVENT_DAYS = 60

/** What addresses of pages hold, for answers that tell them again. */
export const addressesOf = (table: string, noun: string) =>
  sealedColumns({ table, key: { token_hash: "text" }, columns: ["token"], about: ({ token_hash }) => `${noun} ${token_hash}` })

export const linkTokens = addressesOf("payment_links", "payment link")
export const quoteTokens = addressesOf("quotes", "quote")

const countedOrders: CountedRows<CountingCondition<"orders">> = {
  rows: (sql, { payment_state }) => sql`orders o where o.company_id = contacts.company_id and o.contact_id = contacts.id and o.livemode and o.state <> 'cancelled'
    ${payment_state === undefined ? sql.literal("") : sql`and o.payment_state = ${payment_state}`}`,
  moment: "o.created_at"
}

/** Cards are paid through payments; what was paid otherwise stands in the invoice. */
const revenue: CountedRows<CountingCondition<"revenue">> = {
  rows: (sql, { currency }) => sql`(
      select p.currency, p.captured_amount - p.refunded_amount as amount, p.created_at as at from payments p
        where p.company_id = contacts.company_id and p.contact_id = contacts.id and p.livemode
      union all select i.currency, (one ->> 'amount')::bigint, (one ->> 'received_on')::timestamptz from invoices i, jsonb_array_elements(i.payments) one
        where i.company_id = contacts.company_id and i.contact_id = contacts.id and i.livemode and one ->> 'method' <> 'card') r
    where r.currency = ${currency === undefined ? sql`(select c.currency from companies c where c.id = contacts.company_id)` : sql`${currency}`}`,
  moment: "r.at",
  sum: "r.amount"
}

export const payments = category({
  measures,
  conditions: { orders: countedOrders, revenue },
  sealed: [linkTokens, quoteTokens],
  expiring: [{ table: "provider_events", column: "received_at", days: EVENT_DAYS, every: "1 hour" }],
  timeline: [placedOrders, takenPayments, finalizedInvoices, offeredQuotes, begunSubscriptions],
  personal: [
    {
      object: "payment", table: "payments", texts: ["description", "failure_message"], versioned: true,
      hidden: ["token", "customer", "intent", "held", "capture_amount", "refunding_amount", "showing"],
      kept: { reason: books, without: ["contact_id", "token", "customer", "action_url"] }
    },
    {
      object: "payment_method", table: "payment_methods", texts: ["failure_message"], versioned: true, hidden: ["token", "customer", "showing"],
      kept: { reason: "Payments name it; it can no longer be charged.", without: ["contact_id", "token", "customer", "last4", "exp_month", "exp_year"] }
    },
    {
      object: "order", table: "orders", texts: ["notes", "reference"], json: ["lines", "shipping_address"], versioned: true, hidden: ["order_discount", "promised_amount", "waived_amount"],
      kept: { reason: books, without: ["contact_id", "shipping_address"] }
    },
    {
      object: "invoice", table: "invoices", texts: ["notes", "reference", "billing_name"], versioned: true, hidden: ["invoice_discount", "promised_amount", "waived_amount", "paid_out_amount"],
      kept: { reason: "The company must keep its invoices; it no longer names the person.",
        without: ["contact_id", "billing_name", "billing_address", "billing_tax_id"] }
    },
    {
      object: "quote", table: "quotes", texts: ["note", "reference", "accepted_by"], json: ["lines"], versioned: true,
      hidden: ["quote_discount", "token", "token_hash"],
      kept: { reason: "It tells what an order or invoice was made of; it no longer names the person.", without: ["contact_id", "accepted_by", "note"] }
    },
    {
      object: "subscription", table: "subscriptions", versioned: true,
      hidden: ["credit", "anchor_at", "anchor_day", "anchor_period"],
      kept: { reason: "Its invoices name it; it ends with its period.", without: ["contact_id"] }
    }
  ]
})

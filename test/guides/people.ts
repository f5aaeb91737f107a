import { category } from "#layers/kernel/category"

/**
 * A category that keeps anything of people says so here, in its layers/<category>/category.ts: export_person then shows the rows and
 * erase_person deletes them, or takes the person out of those that have to stay. Rows are found by contact_id unless `about` says
 * otherwise; `texts` and `json` are the columns in which any row of the company may name somebody. A migration makes the
 * table erasable (`call make_erasable('messages')`) and grants service_app update of these columns. Its schemas/<category>/category.ts
 * says of each kind what it holds and why (`personal`); with `retained` there and `since` here companies set how long. Receipts, events and answers of your writes need nothing: they are erased by what they say.
 */
export const messages = category({
  personal: [
    { object: "message", table: "messages", since: "created_at", texts: ["body"], json: ["headers"] },
    {
      object: "invoice", table: "invoices", texts: ["memo"], hidden: ["search_text"],
      kept: { reason: "The law has the company keep its books for ten years.", without: ["contact_id", "billing_name", "billing_address"] }
    },
    { object: "voucher", table: "vouchers", about: (sql, { ids }) => sql`r.given_to = any(${[...ids]}::bigint[])` },
    { object: "template", table: "templates", about: "never", texts: ["body"], versioned: true }
  ],
  expiring: [{ table: "messages", column: "created_at", days: 730 }]
})

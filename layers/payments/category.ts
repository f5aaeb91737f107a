import { category, type TimelineSource } from "../kernel/category.ts"

const placedOrders: TimelineSource = (sql, contact) => sql`
  select 'order_' || id as id, 'order_placed' as kind, created_at as at, coalesce(reference, 'Order ' || id) as title, 'order' as object, id as object_id,
    jsonb_build_object('amount', amount, 'currency', currency, 'state', state, 'payment_state', payment_state, 'livemode', livemode) as data
  from orders where company_id = (select current_company()) and contact_id = ${contact}`

export const payments = category({
  timeline: [placedOrders],
  personal: [
    {
      object: "order", table: "orders", texts: ["notes", "reference"], json: ["lines"], versioned: true, hidden: ["order_discount"],
      kept: { reason: "The company's books count it; it no longer names the person.", without: ["contact_id"] }
    }
  ]
})

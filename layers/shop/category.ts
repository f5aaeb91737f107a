import type { CountingCondition } from "#schemas/categories"
import { category, type CountedRows, type TimelineSource } from "../kernel/category.ts"
import { measures } from "./measures.ts"

/** A cart that nobody changes expires by time alone. */
export const STATE_OF_CART = "case when state = 'open' and expires_at <= company_now(livemode) then 'expired' else state end"

/** Of a cart that nobody changes: when it counts as left. */
export const CART_LEFT_AFTER = "3 hours"

/** Holds for a cart that was left for hours, of which nobody has told yet. A change puts its end off by 30 days. */
export const CART_IS_LEFT = (testTime: string) => `state = 'open' and reachable and abandoned_at is null
  and expires_at <= case when livemode then now() else ${testTime} end + interval '30 days' - interval '${CART_LEFT_AFTER}'`

const shippedFulfillments: TimelineSource = (sql, contact) => sql`
  select 'fulfillment_' || id as id, 'order_shipped' as kind, shipped_at as at, coalesce('Shipment by ' || carrier, 'Shipment') as title,
    'fulfillment' as object, id as object_id, jsonb_build_object('order_id', order_id, 'state', state, 'tracking_number', tracking_number,
      'tracking_url', tracking_url, 'livemode', livemode) as data
  from fulfillments where company_id = (select current_company()) and contact_id = ${contact} and shipped_at is not null`

const takenReturns: TimelineSource = (sql, contact) => sql`
  select 'return_' || id as id, 'goods_returned' as kind, created_at as at, coalesce(reason, 'Return ' || id) as title, 'return' as object,
    id as object_id, jsonb_build_object('order_id', order_id, 'amount', amount, 'currency', currency, 'livemode', livemode) as data
  from returns where company_id = (select current_company()) and contact_id = ${contact}`

const purchases: CountedRows<CountingCondition<"purchases">> = {
  rows: (sql, { product_id, tag, variant_id }) => sql`orders o join order_items i on i.company_id = o.company_id and i.order_id = o.id
    where o.company_id = contacts.company_id and o.contact_id = contacts.id and o.livemode and o.state in ('paid', 'partially_fulfilled', 'fulfilled')
    ${product_id === undefined ? sql.literal("") : sql`and i.product_id = ${product_id}`}
    ${variant_id === undefined ? sql.literal("") : sql`and i.variant_id = ${variant_id}`}
    ${tag === undefined ? sql.literal("") : sql`and exists (select from products p where p.company_id = i.company_id and p.id = i.product_id and ${tag} = any(p.tags))`}`,
  moment: "o.created_at",
  sum: "i.quantity - i.returned"
}

const sold = "The order and the company's books count it; it no longer names the person."

export const shop = category({
  measures,
  conditions: { purchases },
  timeline: [shippedFulfillments, takenReturns],
  personal: [
    {
      object: "cart", table: "carts", texts: ["email"], json: ["shipping_address"], versioned: true, hidden: ["visitor", "seen", "abandoned_at", "reachable"],
      kept: { reason: "Its order names it; it no longer names the person.", without: ["contact_id", "email", "shipping_address", "visitor"] }
    },
    {
      object: "fulfillment", table: "fulfillments", versioned: true,
      kept: { reason: sold, without: ["contact_id", "tracking_number", "tracking_url"] }
    },
    { object: "return", table: "returns", texts: ["reason"], json: ["items"], versioned: true, kept: { reason: sold, without: ["contact_id"] } }
  ]
})

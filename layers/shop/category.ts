import { category } from "../kernel/category.ts"

/** A cart that nobody changes expires by time alone. */
export const STATE_OF_CART = "case when state = 'open' and expires_at <= company_now(livemode) then 'expired' else state end"

export const shop = category({
  personal: [
    {
      object: "cart", table: "carts", texts: ["email"], json: ["shipping_address"], versioned: true, hidden: ["visitor", "seen", "abandoned_at", "reachable"],
      kept: { reason: "Its order names it; it no longer names the person.", without: ["contact_id", "email", "shipping_address", "visitor"] }
    }
  ]
})

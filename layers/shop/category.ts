import { category } from "../kernel/category.ts"

/** A cart that nobody changes expires by time alone. */
export const STATE_OF_CART = "case when state = 'open' and expires_at <= company_now(livemode) then 'expired' else state end"

/** Holds for a cart that was left for hours, of which nobody has told yet. A change puts its end off by 30 days. */
export const CART_IS_LEFT = (testTime: string) => `state = 'open' and reachable and abandoned_at is null
  and expires_at <= case when livemode then now() else ${testTime} end + interval '30 days' - interval '3 hours'`

export const shop = category({
  personal: [
    {
      object: "cart", table: "carts", texts: ["email"], json: ["shipping_address"], versioned: true, hidden: ["visitor", "seen", "abandoned_at", "reachable"],
      kept: { reason: "Its order names it; it no longer names the person.", without: ["contact_id", "email", "shipping_address", "visitor"] }
    }
  ]
})

import { Schema } from "effect"
import { Timestamp } from "#schemas/kernel/time"
import { OrderId, OrderState } from "#schemas/payments/order"
import { PaymentId } from "#schemas/payments/payment"
import { durable } from "../durable.ts"

/** What receipts say was done. */
export const VERB = "checkout_cart"

/** The payment of a checkout was declined, or not confirmed in time: everything was given back. */
export class CheckoutFailed extends Schema.TaggedError<CheckoutFailed>()("CheckoutFailed", { code: Schema.String, message: Schema.String }) {}

/** Takes the payment of an order whose goods are set aside. Where that cannot be done, everything is given back. */
export const CheckoutRun = durable({
  name: "shop.checkout", version: 1, payload: { order_id: OrderId, payment_id: Schema.NullOr(PaymentId) },
  success: Schema.Struct({ order_id: OrderId, state: OrderState }), error: CheckoutFailed
})

/** Calls off the orders that nobody paid in time: all whose time is over by then, of one company and mode. */
export const CheckoutExpiry = durable({ name: "shop.checkout_expiry", version: 1, payload: { at: Timestamp } })

/** Minutes between two such runs of a company: one timer serves all orders whose time is over within them. */
const EVERY = 5

/** Begins the run that calls off what is not paid by then, once for all orders of these minutes. */
export const expectExpiry = (expires_at: string) => {
  const every = EVERY * 60_000
  const at = new Date(Math.ceil(Date.parse(expires_at) / every) * every).toISOString()
  return CheckoutExpiry.start({ at }, { key: `checkouts until ${at}` })
}

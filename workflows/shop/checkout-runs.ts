import { Schema } from "effect"
import { Timestamp } from "#schemas/kernel/time"
import { OrderId, OrderState } from "#schemas/payments/order"
import { PaymentId } from "#schemas/payments/payment"
import { durable } from "../durable.ts"
import { expectBy } from "../shared-timer.ts"

/** What receipts say was done. */
export const VERB = "checkout_cart"

/** The payment of a checkout was declined, or not confirmed in time: everything was given back. */
export class CheckoutFailed extends Schema.TaggedError<CheckoutFailed>()("CheckoutFailed", { code: Schema.String, message: Schema.String }) {}

/** Takes the payment of an order whose goods are set aside. Where that cannot be done, everything is given back. */
export const CheckoutRun = durable({
  name: "shop.checkout", version: 1, payload: { order_id: OrderId, payment_id: Schema.NullOr(PaymentId) },
  success: Schema.Struct({ order_id: OrderId, state: OrderState }), error: CheckoutFailed,
  searchAttributes: { order_id: { type: "number", from: ({ order_id }) => order_id }, payment_id: { type: "number", from: ({ payment_id }) => payment_id } }
})

/** Calls off the orders that nobody paid in time: all whose time is over by then, of one company and mode. */
export const CheckoutExpiry = durable({ name: "shop.checkout_expiry", version: 1, payload: { at: Timestamp } })

/** Sees to it that an order that is not paid by then is called off. */
export const expectExpiry = (expires_at: string) => expectBy(CheckoutExpiry, expires_at)

import { Schema } from "effect"
import { PostalAddress } from "#schemas/company/address"
import { Email } from "#schemas/kernel/email"
import { Cents, inCents } from "#schemas/kernel/money"
import { prose } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { PaymentMethodId } from "#schemas/payments/method"
import { OrderId } from "#schemas/payments/order"
import { Started } from "#schemas/workflows/run"
import { CartId, ShippingRateId } from "./ids.ts"

/** What a checkout adds to the cart. */
export const CheckoutRequest = Schema.Struct({
  expected_total: Schema.optionalKey(Schema.Int.annotate({
    description: "What the customer was shown, in the smallest unit: where the cart comes to another sum by now, that is a conflict, which tells it.",
    examples: [12_500]
  })),
  payment_method: Schema.optionalKey(prose(200).annotate({
    description: "What is charged: a token of the payment provider. Without a method, the answer names a page on which the customer pays.",
    examples: ["pm_card_visa"]
  })),
  payment_method_id: Schema.optionalKey(PaymentMethodId.annotate({ description: "What is charged: a saved method of the cart's contact." })),
  email: Schema.optionalKey(Email.annotate({
    description: "Whose order it is, where the cart has no contact: the contact of this address, who is made where there is none.",
    examples: ["grace@navy.example"]
  })),
  shipping_address: Schema.optionalKey(PostalAddress),
  shipping_rate_id: Schema.optionalKey(ShippingRateId.annotate({ description: "One of those that `quote_shipping` tells." })),
  notes: Schema.optionalKey(prose(2_000).annotate({ examples: ["Leave it with the neighbour."] }))
}).annotate({ identifier: "CheckoutRequest", examples: [{ payment_method: "pm_card_visa", email: "grace@navy.example" }] })
export type CheckoutRequest = typeof CheckoutRequest.Type

/** A checkout that has begun: the order stands and its goods are set aside. */
export const StartedCheckout = Schema.Struct({
  ...Started.fields,
  cart_id: CartId,
  order_id: OrderId.annotate({ description: "The order, which is `paid` once the run has ended well, and `cancelled` where it could not be paid." }),
  amount: Cents.annotate({ description: inCents("What is to be paid.") }),
  currency: Schema.String.annotate({ examples: ["USD"] }),
  pay_url: Schema.NullOr(Schema.String).annotate({
    description: "Without a payment method: the page on which the customer pays.",
    examples: ["https://example.com/pay/8Fq3vT1mXo2kZr7YwLc0aHnB5uJdEpGsKiVtQyM4CbA"]
  }),
  reserved_until: Timestamp.annotate({ description: "Where it is not paid by then, the order is cancelled and its goods can be sold to others." })
}).annotate({ identifier: "StartedCheckout" })
export type StartedCheckout = typeof StartedCheckout.Type

import { Conflict } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { CheckoutRequest, StartedCheckout } from "./checkout.ts"
import { CartId } from "./ids.ts"

export const checkout_cart = operation.create("checkout_cart", "/carts/:id/checkout", CheckoutRequest, StartedCheckout, {
  params: { id: CartId },
  status: 202,
  errors: [Conflict],
  summary: "Check out a cart",
  description: "Prices the cart a last time, sets its goods aside, and makes the order, all at once or not at all: what somebody else bought " +
    "meanwhile, a price that changed and a discount that was used up are a conflict, which says so. A workflow run then takes the payment. Where it " +
    "is declined, the order is cancelled, goods and discounts are given back, and the cart is open again; the run then has failed, and its error says why (`get_workflow_run`). It waits for no consent: the customer pays, with what they chose themselves. Without a payment method the customer " +
    "pays on a page, within an hour.",
  surfaces: ["tenant-site"],
  visitors: ["publishable_key", "host"]
})

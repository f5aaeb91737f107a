import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { Cart, CartCodes, CartItems, NewCart } from "./cart.ts"
import { CartExplanation } from "./cart-explanation.ts"

/** Visitors see and change what they made themselves. */
const open = { visitors: ["publishable_key", "host"], surfaces: ["tenant-site"] } as const

export const create_cart = operation.create("create_cart", "/carts", NewCart, Cart, {
  ...open,
  errors: [NotFound, Conflict],
  summary: "Make a cart",
  description: "Makes a cart for a contact, for whoever an e-mail address reaches, or for nobody yet; a visitor's is the visitor's alone. With " +
    "`merge_cart_ids` it takes over other carts: that of a visitor who turned out to be a contact, say."
})

export const get_cart = operation.get("get_cart", "/carts/:id", Cart, {
  ...open,
  noConditionalGet: true,
  summary: "Get a cart",
  description: "What is in a cart and what it costs now: prices, discounts, shipping and tax are worked out at each read. `changed` says what is " +
    "different since the last one, `faults` what keeps it from being checked out. Who holds something in a cart has not reserved it."
})

export const set_cart_items = operation.replace("set_cart_items", "/carts/:id/items", CartItems, Cart, {
  ...open,
  errors: [Conflict],
  summary: "Set the items of a cart",
  description: "Replaces what is in a cart; an empty list empties it. Contact, e-mail address, shipping address and rate are changed where they are " +
    "sent. An item that is not for sale is refused; one that is sold out is taken, and told in `faults`. With `If-Match`, only if nobody changed it since."
})

export const apply_discount = operation.replace("apply_discount", "/carts/:id/discount", CartCodes, Cart, {
  ...open,
  errors: [Conflict],
  summary: "Set the discount codes of a cart",
  description: "Replaces the codes of a cart; an empty list takes all away. `discounts` says what each takes off, `refused_codes` which take nothing " +
    "off, and why: they stay in the cart, and hold once they fit. Discounts without a code apply by themselves. With `If-Match`, only if nobody changed it since."
})

export const explain_cart = operation.get("explain_cart", "/carts/:id/explain", CartExplanation, {
  ...open,
  summary: "Explain a cart",
  description: "Tells why a cart costs what it costs: each price, discount, tax and shipping rate with its numbers, and why codes take nothing off."
})

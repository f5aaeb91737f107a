import { addressOf } from "../addresses.ts"
import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { agreed, line } from "./samples/request.ts"

const price = { currency: "USD", amount: 2_400 }
const items = [{ variant_id: "$VARIANT", quantity: 2 }]

const steps: ReadonlyArray<Step> = [
  {
    title: "Something to sell",
    text: "A product has a variant for each choice of its options. One that is active is for sale at once. Amounts are in the smallest unit: 2400 is 24.00.",
    lines: [
      line("POST", "/ecommerce/products", {
        body: {
          title: "Linen shirt", state: "active", options: [{ name: "Size", values: ["M", "L"] }],
          variants: [
            { options: ["M"], sku: "SHIRT-$$-M", prices: [{ ...price, compare_at_amount: 2_900 }], weight_grams: 210, low_stock_at: 3 },
            { options: ["L"], sku: "SHIRT-$$-L", prices: [price], weight_grams: 230, low_stock_at: 3 }
          ]
        },
        keep: { as: "PRODUCT" }
      }),
      line("GET", "/ecommerce/products/$PRODUCT", { keep: { as: "VARIANT", at: ["variants", 0, "id"] } })
    ]
  },
  {
    title: "What lies where",
    text: "A change of stock waits for a person: the first line asks, the second is the person who agrees, and the third does it. A key that the owner " +
      "has given a standing consent for adjust_inventory needs only the third, without the confirmation.",
    lines: agreed("POST", "/ecommerce/inventory/adjustments", { items: [{ variant_id: "$VARIANT", change: 10 }], reason: "Delivered" })
  },
  {
    title: "What it costs to send",
    text: "The rates are set all at once, in place of those before: here one for the United States, free from 150.00 on, and one for everywhere else.",
    lines: [line("PUT", "/ecommerce/shipping/rates", {
      body: {
        rates: [
          { name: "Standard", zone: "United States", countries: ["US"], currency: "USD", bands: [{ from: 0, amount: 690 }], free_above: 15_000 },
          { name: "International", zone: "Rest of the world", currency: "USD", by: "weight", bands: [{ from: 0, amount: 2_490 }, { from: 1_000, amount: 3_990 }] }
        ]
      }
    })]
  },
  {
    title: "A discount",
    text: "With a code, or without one for every cart that it fits.",
    lines: [line("POST", "/ecommerce/discounts", {
      body: { title: "Hello", code: "HELLO$$", takes_off: { type: "percent", percentage: 10 }, usage_limit_per_contact: 1, combines_with: ["shipping"] }
    })]
  },
  {
    title: "A cart",
    text: "Each answer says what the cart costs now, and what keeps it from being sold. Pages of a shop of your own do the same with a publishable key.",
    lines: [
      line("POST", "/ecommerce/carts", {
        body: {
          email: "grace+$$@navy.example", items,
          shipping_address: { line1: "1 Mill Lane", postal_code: "97301", city: "Salem", region: "OR", country: "US" }
        },
        keep: { as: "CART" }
      }),
      line("POST", "/ecommerce/shipping/quote", { body: { cart_id: "$CART" }, keep: { as: "RATE", at: ["rates", 0, "shipping_rate_id"] } }),
      line("PUT", "/ecommerce/carts/$CART/items", { body: { items, shipping_rate_id: "$RATE" } }),
      line("PUT", "/ecommerce/carts/$CART/discount", { body: { codes: ["HELLO$$"] } })
    ]
  },
  {
    title: "Check it out",
    text: "The goods are set aside and the order is made at once; the payment is taken right after. The second line waits for it. What was not paid is " +
      "cancelled, and its goods can be sold to others.",
    lines: [
      line("POST", "/ecommerce/carts/$CART/checkout", { body: { expected_total: 5_010, payment_method: "pm_card_visa" }, keep: { as: "ORDER", at: ["order_id"] } }),
      line("GET", "/orders/$ORDER", { until: { field: "state", value: "paid" } }),
      line("GET", "/orders/$ORDER")
    ]
  },
  {
    title: "Send it",
    text: "Prepare what is paid, and ship it: the goods leave the stock, and the customer is told where the parcel is.",
    lines: [
      line("POST", "/ecommerce/fulfillments", { body: { order_id: "$ORDER" }, keep: { as: "FULFILLMENT", at: ["fulfillments", 0, "id"] } }),
      line("POST", "/ecommerce/fulfillments/$FULFILLMENT/ship", { body: { carrier: "UPS", tracking_number: "1Z999AA10123456784" } }),
      line("POST", "/ecommerce/fulfillments/$FULFILLMENT/deliver")
    ]
  },
  {
    title: "Take one back",
    text: "It can be sold again, and what was paid of it is refunded: with its part of the discount, to the cent. This waits for a person too.",
    lines: agreed("POST", "/ecommerce/returns", { order_id: "$ORDER", items: [{ line: 1, quantity: 1, reason: "Too small" }] })
  },
  {
    title: "Look at the stock",
    text: "What is on hand, set aside and left to sell, and the journal that sums up to it.",
    lines: [line("GET", "/ecommerce/inventory?product_id=$PRODUCT"), line("GET", "/ecommerce/inventory/movements?variant_id=$VARIANT")]
  }
]

/** From a product to its return, as lines that run one after another. */
export const sellAProduct: Guide = guide({
  id: "sell-a-product",
  title: "Sell a product",
  before: html`With a test key nothing leaves: test keys have a stock of their own, and pay with test cards. These lines run one after another in one
shell; where a person agrees, with the <code>access_token</code> of somebody who may approve.`,
  steps,
  after: html`Whether anything can be sold twice is shown by <code>npm run service -- prove oversell</code>. More:
<a href="${addressOf("list_verbs")}">all verbs</a>, and the shop's part of this documentation.`
})

import { Schema } from "effect"
import { Country } from "#schemas/company/address"
import { NotFound, SharedRecordsProtected } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { Currency } from "#schemas/kernel/money"
import { line } from "#schemas/kernel/text"
import { Items } from "./cart.ts"
import { CartId } from "./ids.ts"
import { NewShippingRates, ShippingOffer, ShippingRate, shippingRate, ShippingRates } from "./shipping.ts"

export const list_shipping_rates = operation.list("list_shipping_rates", "/shipping/rates", ShippingRate, {
  ...shippingRate.list,
  summary: "List shipping rates",
  description: "What it costs to send goods to each part of the world, or to fetch them. Live and test keys share the rates."
})

export const set_shipping_rates = operation.set("set_shipping_rates", "/shipping/rates", NewShippingRates, ShippingRates, {
  errors: [SharedRecordsProtected],
  summary: "Set the shipping rates",
  description: "Replaces all shipping rates, which live and test keys share: one that is not sent is gone. One that is sent with its `id` stays the same to the carts that chose it. For an address those hold that name " +
    "its region, else its country, else all countries; of `pickup` all hold that are for its country."
})

const ShippingQuestion = Schema.Struct({
  cart_id: Schema.optionalKey(Schema.NullOr(CartId).annotate({ description: "The cart that is sent; or `items`.", examples: [null] })),
  items: Schema.optionalKey(Items),
  currency: Schema.optionalKey(Currency.annotate({ description: "Of `items`: the company's currency if left out.", examples: ["USD"] })),
  address: Schema.optionalKey(Schema.NullOr(Schema.Struct({
    country: Country.annotate({ examples: ["GB"] }),
    region: Schema.optionalKey(line(100).annotate({ examples: ["Wales"] }))
  }).annotate({ identifier: "ShippingDestination" })).annotate({ description: "Where it is sent; the cart's address if left out." }))
}).annotate({ identifier: "ShippingQuestion", examples: [{ items: [], currency: "USD", address: { country: "GB" } }] })

const ShippingQuote = Schema.Struct({
  currency: Schema.String.annotate({ examples: ["USD"] }),
  requires_shipping: Schema.Boolean.annotate({ description: "Some of it has to be sent or fetched." }),
  rates: Schema.Array(ShippingOffer).annotate({ description: "Those that fit, cheapest first." })
}).annotate({ identifier: "ShippingQuote" })

export const quote_shipping = operation.act("quote_shipping", "/shipping/quote", ShippingQuote, {
  payload: ShippingQuestion,
  errors: [NotFound],
  visitors: ["publishable_key", "host"],
  surfaces: ["tenant-site"],
  access: "shop:read",
  readOnly: true,
  summary: "Quote shipping",
  description: "The shipping rates that fit a cart, or items that are in none yet, and an address, with what each costs for them."
})

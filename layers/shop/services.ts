import { Layer } from "effect"
import { Carts } from "./carts.ts"
import { Checkouts } from "./checkouts.ts"
import { Discounts } from "./discounts.ts"
import { FulfillmentRecords } from "./fulfillments.ts"
import { Collections } from "./collections.ts"
import { ImportProducts } from "./import-products.ts"
import { LocationsOfCompany } from "./locations.ts"
import { OrderItems } from "./order-items.ts"
import { Products } from "./products.ts"
import { Returns } from "./returns.ts"
import { ShippingRatesOfCompany } from "./shipping-rates.ts"
import { Stock } from "./stock.ts"
import { Variants } from "./variants.ts"

/** Everything the programs of the shop can do. */
export const ShopServices = Layer.mergeAll(
  Carts.layer,
  Checkouts.layer,
  Discounts.layer,
  FulfillmentRecords.layer,
  Collections.layer,
  ImportProducts.layer,
  LocationsOfCompany.layer,
  OrderItems.layer,
  Products.layer,
  Returns.layer,
  ShippingRatesOfCompany.layer,
  Stock.layer,
  Variants.layer
)

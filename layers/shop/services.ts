import { Layer } from "effect"
import { Checkouts } from "./checkouts.ts"
import { Carts } from "./carts.ts"
import { Discounts } from "./discounts.ts"
import { LocationsOfCompany } from "./locations.ts"
import { Products } from "./products.ts"
import { ShippingRatesOfCompany } from "./shipping-rates.ts"
import { Stock } from "./stock.ts"
import { Variants } from "./variants.ts"

/** Everything the programs of the shop can do. */
export const ShopServices = Layer.mergeAll(
  Checkouts.layer,
  Carts.layer,
  Discounts.layer,
  LocationsOfCompany.layer,
  Products.layer,
  ShippingRatesOfCompany.layer,
  Stock.layer,
  Variants.layer
)

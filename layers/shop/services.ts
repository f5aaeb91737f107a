import { Layer } from "effect"
import { Collections } from "./collections.ts"
import { ImportProducts } from "./import-products.ts"
import { LocationsOfCompany } from "./locations.ts"
import { Products } from "./products.ts"
import { Stock } from "./stock.ts"
import { Variants } from "./variants.ts"

/** Everything the programs of the shop can do. */
export const ShopServices = Layer.mergeAll(
  Collections.layer,
  ImportProducts.layer,
  LocationsOfCompany.layer,
  Products.layer,
  Stock.layer,
  Variants.layer
)

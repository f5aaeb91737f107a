import { Layer } from "effect"
import { LocationsOfCompany } from "./locations.ts"
import { Stock } from "./stock.ts"

/** Everything the programs of the shop can do. */
export const ShopServices = Layer.mergeAll(
  LocationsOfCompany.layer,
  Stock.layer
)

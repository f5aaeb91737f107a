import { Layer } from "effect"
import { Checkouts } from "./checkouts.ts"
import { LocationsOfCompany } from "./locations.ts"
import { Stock } from "./stock.ts"

/** Everything the programs of the shop can do. */
export const ShopServices = Layer.mergeAll(
  Checkouts.layer,
  LocationsOfCompany.layer,
  Stock.layer
)

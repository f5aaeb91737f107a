import { Layer } from "effect"
import { FulfillmentRecords } from "./fulfillments.ts"
import { LocationsOfCompany } from "./locations.ts"
import { OrderItems } from "./order-items.ts"
import { Returns } from "./returns.ts"
import { Stock } from "./stock.ts"

/** Everything the programs of the shop can do. */
export const ShopServices = Layer.mergeAll(
  FulfillmentRecords.layer,
  LocationsOfCompany.layer,
  OrderItems.layer,
  Returns.layer,
  Stock.layer
)

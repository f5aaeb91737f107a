import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated } from "#schemas/kernel/gates"
import { checkout_cart } from "./checkout.api.ts"
import { Fulfillment } from "./fulfillment.ts"
import { create_fulfillment, deliver_fulfillment, list_fulfillments, ship_fulfillment } from "./fulfillments.api.ts"
import { adjust_inventory, get_inventory, list_inventory_movements } from "./inventory.api.ts"
import { list_locations, set_locations } from "./locations.api.ts"
import { Return } from "./return.ts"
import { create_return } from "./returns.api.ts"
import { Inventory } from "./stock.ts"

export class Shop extends HttpApiGroup.make("shop")
  .add(checkout_cart)
  .add(get_inventory, adjust_inventory, list_inventory_movements)
  .add(list_locations, set_locations)
  .add(list_fulfillments, create_fulfillment, ship_fulfillment, deliver_fulfillment)
  .add(create_return)
  .middleware(Authenticated)
  .prefix("/ecommerce")
  .annotate(EventRecords, {
    inventory: Inventory,
    fulfillment: Fulfillment,
    return: Return
  })
  .annotateMerge(OpenApi.annotations({
    title: "Shop",
    description: "What a company sells: products, stock, carts and checkout, fulfilment and returns."
  }))
{}

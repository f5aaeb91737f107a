import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated } from "#schemas/kernel/gates"
import { checkout_cart } from "./checkout.api.ts"
import { adjust_inventory, get_inventory, list_inventory_movements } from "./inventory.api.ts"
import { list_locations, set_locations } from "./locations.api.ts"
import { Inventory } from "./stock.ts"

export class Shop extends HttpApiGroup.make("shop")
  .add(checkout_cart)
  .add(get_inventory, adjust_inventory, list_inventory_movements)
  .add(list_locations, set_locations)
  .middleware(Authenticated)
  .prefix("/ecommerce")
  .annotate(EventRecords, {
    inventory: Inventory
  })
  .annotateMerge(OpenApi.annotations({
    title: "Shop",
    description: "What a company sells: products, stock, carts and checkout, fulfilment and returns."
  }))
{}

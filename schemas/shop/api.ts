import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated } from "#schemas/kernel/gates"
import { CartRecord } from "./cart.ts"
import { apply_discount, create_cart, explain_cart, get_cart, set_cart_items } from "./carts.api.ts"
import { create_discount, list_discounts } from "./discounts.api.ts"
import { adjust_inventory, get_inventory, list_inventory_movements } from "./inventory.api.ts"
import { list_locations, set_locations } from "./locations.api.ts"
import { list_shipping_rates, quote_shipping, set_shipping_rates } from "./shipping.api.ts"
import { Inventory } from "./stock.ts"

export class Shop extends HttpApiGroup.make("shop")
  .add(get_inventory, adjust_inventory, list_inventory_movements)
  .add(list_locations, set_locations)
  .add(create_cart, get_cart, set_cart_items, apply_discount, explain_cart)
  .add(list_discounts, create_discount)
  .add(list_shipping_rates, set_shipping_rates, quote_shipping)
  .middleware(Authenticated)
  .prefix("/ecommerce")
  .annotate(EventRecords, {
    cart: CartRecord,
    inventory: Inventory
  })
  .annotateMerge(OpenApi.annotations({
    title: "Shop",
    description: "What a company sells: products, stock, carts and checkout, fulfilment and returns."
  }))
{}

import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated } from "#schemas/kernel/gates"
import { CartRecord } from "./cart.ts"
import { apply_discount, create_cart, explain_cart, get_cart, set_cart_items } from "./carts.api.ts"
import { checkout_cart } from "./checkout.api.ts"
import { create_collection, list_collections, update_collection } from "./collections.api.ts"
import { create_discount, list_discounts } from "./discounts.api.ts"
import { Fulfillment } from "./fulfillment.ts"
import { create_fulfillment, deliver_fulfillment, list_fulfillments, ship_fulfillment } from "./fulfillments.api.ts"
import { adjust_inventory, get_inventory, list_inventory_movements } from "./inventory.api.ts"
import { list_locations, set_locations } from "./locations.api.ts"
import { export_products, import_products } from "./product-files.api.ts"
import { ProductRecord } from "./product.ts"
import {
  archive_product, create_product, create_variant, get_product, list_products, update_product, update_variant
} from "./products.api.ts"
import { Return } from "./return.ts"
import { create_return } from "./returns.api.ts"
import { list_shipping_rates, quote_shipping, set_shipping_rates } from "./shipping.api.ts"
import { Inventory } from "./stock.ts"

export class Shop extends HttpApiGroup.make("shop")
  .add(list_products, get_product, create_product, update_product, archive_product, create_variant, update_variant)
  .add(import_products, export_products)
  .add(list_collections, create_collection, update_collection)
  .add(get_inventory, adjust_inventory, list_inventory_movements)
  .add(list_locations, set_locations)
  .add(create_cart, get_cart, set_cart_items, apply_discount, explain_cart, checkout_cart)
  .add(list_discounts, create_discount)
  .add(list_shipping_rates, set_shipping_rates, quote_shipping)
  .add(list_fulfillments, create_fulfillment, ship_fulfillment, deliver_fulfillment)
  .add(create_return)
  .middleware(Authenticated)
  .prefix("/ecommerce")
  .annotate(EventRecords, {
    product: ProductRecord,
    inventory: Inventory,
    cart: CartRecord,
    fulfillment: Fulfillment,
    return: Return
  })
  .annotateMerge(OpenApi.annotations({
    title: "Shop",
    description: "What a company sells: products, stock, carts and checkout, fulfilment and returns."
  }))
{}

import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated } from "#schemas/kernel/gates"
import { create_collection, list_collections, update_collection } from "./collections.api.ts"
import { adjust_inventory, get_inventory, list_inventory_movements } from "./inventory.api.ts"
import { list_locations, set_locations } from "./locations.api.ts"
import { export_products, import_products } from "./product-files.api.ts"
import { ProductRecord } from "./product.ts"
import {
  archive_product, create_product, create_variant, get_product, list_products, update_product, update_variant
} from "./products.api.ts"
import { Inventory } from "./stock.ts"

export class Shop extends HttpApiGroup.make("shop")
  .add(list_products, get_product, create_product, update_product, archive_product, create_variant, update_variant)
  .add(import_products, export_products)
  .add(list_collections, create_collection, update_collection)
  .add(get_inventory, adjust_inventory, list_inventory_movements)
  .add(list_locations, set_locations)
  .middleware(Authenticated)
  .prefix("/ecommerce")
  .annotate(EventRecords, {
    product: ProductRecord,
    inventory: Inventory
  })
  .annotateMerge(OpenApi.annotations({
    title: "Shop",
    description: "What a company sells: products, stock, carts and checkout, fulfilment and returns."
  }))
{}

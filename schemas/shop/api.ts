import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Authenticated } from "#schemas/kernel/gates"
import { list_locations, set_locations } from "./locations.api.ts"

export class Shop extends HttpApiGroup.make("shop")
  .add(list_locations, set_locations)
  .middleware(Authenticated)
  .prefix("/ecommerce")
  .annotateMerge(OpenApi.annotations({
    title: "Shop",
    description: "What a company sells: products, stock, carts and checkout, fulfilment and returns."
  }))
{}

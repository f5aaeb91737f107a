import { Conflict } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { Collection, collection, CollectionChanges, NewCollection } from "./collection.ts"
import { forVisitors } from "./for-visitors.ts"

export const list_collections = operation.list("list_collections", "/collections", Collection, {
  ...collection.list,
  ...forVisitors,
  summary: "List collections",
  description: "Products that are shown together. `list_products` with `collection_id` lists what one has, whether by hand or by its rule."
})

export const create_collection = operation.create("create_collection", "/collections", NewCollection, Collection, {
  errors: [Conflict],
  summary: "Add a collection",
  description: "Puts products together: those of `product_ids`, in their order, or those that `rule` fits."
})

export const update_collection = operation.update("update_collection", "/collections/:id", CollectionChanges, Collection, {
  errors: [Conflict],
  summary: "Change a collection",
  description: "Changes the fields that are sent and leaves the others; `product_ids` replaces all of them. With a rule it has none that are picked by hand."
})

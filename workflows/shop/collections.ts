import { Effect } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Collections } from "#layers/shop/collections"
import { Products } from "#layers/shop/products"
import type { Input } from "#schemas/kernel/catalog"
import { Caller } from "#schemas/kernel/tenancy"
import type * as api from "#schemas/shop/collections.api"
import type { ProductId } from "#schemas/shop/ids"
import { refuse } from "../payments/costs.ts"

/** Visitors are not told of products that are not for sale. */
export const list_collections = Effect.fnUntraced(function*(query: Input<typeof api.list_collections>) {
  const page = yield* Collections.use((collections) => collections.page(query))
  if ((yield* Caller).visitor === undefined) return page
  const active = yield* Products.use((products) => products.activeAmong(page.items.flatMap(({ product_ids }) => product_ids)))
  return { ...page, items: page.items.map((one) => ({ ...one, product_ids: one.product_ids.filter((id) => active.has(id)) })) }
})

const requireProducts = Effect.fnUntraced(function*(ids: ReadonlyArray<ProductId>) {
  const existing = yield* Products.use((products) => products.existing(ids))
  const place = ids.findIndex((id) => !existing.has(id))
  if (place !== -1) return yield* refuse(`product_ids[${place}]`, "there is no such product", ids[place]!)
})

export const create_collection = Effect.fnUntraced(function*({ product_ids, slug, ...fields }: Input<typeof api.create_collection>) {
  const collections = yield* Collections
  yield* requireProducts(product_ids)
  const { id } = yield* collections.create({ ...fields, slug: slug ?? (yield* collections.freeSlug(fields.title)) }, { noted: false })
  yield* collections.setProducts(id, product_ids)
  const made = yield* Effect.orDie(collections.get(id))
  yield* recordChange({ object: "collection", id, before: null, after: made })
  return made
})

export const update_collection = Effect.fnUntraced(function*({ id, product_ids, ...fields }: Input<typeof api.update_collection>) {
  const collections = yield* Collections
  const before = yield* collections.lockForUpdate(id)
  const { rule = before.rule } = fields
  if (rule !== null && product_ids !== undefined && product_ids.length > 0) {
    return yield* refuse("product_ids", "the collection has a rule: without it (`rule: null`), products can be picked by hand", product_ids[0]!)
  }
  if (product_ids !== undefined) yield* requireProducts(product_ids)
  const members = rule === null ? product_ids : []
  if (members !== undefined) yield* collections.setProducts(id, members)
  return yield* collections.update(before, product_ids === undefined ? fields : { title: before.title, ...fields })
})

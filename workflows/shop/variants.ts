import { Effect } from "effect"
import { Products } from "#layers/shop/products"
import { Variants } from "#layers/shop/variants"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type { ProductId, VariantId } from "#schemas/shop/ids"
import { faultOfValues } from "#schemas/shop/options"
import { MOST_VARIANTS, type ProductRow } from "#schemas/shop/product"
import type * as api from "#schemas/shop/products.api"
import { titleOf, type VariantRecord } from "#schemas/shop/variant"
import { refuse } from "../payments/costs.ts"
import { notedProduct, requireFreeSkus } from "./products.ts"

const requireValues = Effect.fnUntraced(function*({ options }: ProductRow, values: ReadonlyArray<string>) {
  const fault = faultOfValues(options, values)
  if (fault === undefined) return
  const [, place] = fault.path
  yield* refuse(place === undefined ? "options" : `options[${place}]`, fault.issue, place === undefined ? [...values] : values[Number(place)]!)
})

/** A change of one of its variants is a change of the product. */
const changedProduct = Effect.fnUntraced(function*(before: ProductRow, had: ReadonlyArray<VariantRecord>) {
  const [products, variants] = [yield* Products, yield* Variants]
  const has = yield* variants.recordsOf(before.id)
  const after = yield* Effect.orDie(products.update(before, { search_text: products.words(before, has.map(({ sku }) => sku)) }, { noted: false }))
  yield* notedProduct([before, had], [after, has], "product.updated")
})

const withStock = (product: ProductId, variant: VariantId) =>
  Effect.map(Variants.use((variants) => variants.ofProducts([product])), (all) => all.get(product)!.find(({ id }) => id === variant)!)

export const create_variant = Effect.fnUntraced(function*({ id, ...sent }: Input<typeof api.create_variant>) {
  const [products, variants] = [yield* Products, yield* Variants]
  const product = yield* products.get(id, { lock: true })
  const had = yield* variants.recordsOf(id)
  if (had.length >= MOST_VARIANTS) return yield* new Conflict({ message: `The product has ${MOST_VARIANTS} variants, which is the most.` })
  yield* requireValues(product, sent.options)
  const same = had.find(({ options }) => JSON.stringify(options) === JSON.stringify(sent.options))
  if (same !== undefined) return yield* new Conflict({ message: `Variant ${same.id} of the product has the same options.` })
  yield* requireFreeSkus([sent.sku])
  const [made] = yield* variants.insert([{ ...sent, product_id: id, position: (had.at(-1)?.position ?? -1) + 1 }])
  if (made === undefined) return yield* new Conflict({ message: `Another variant has the SKU ${sent.sku}.` })
  yield* changedProduct(product, had)
  return yield* withStock(id, made.id)
})

/** The product is locked before its variant, as where it is changed itself, and both before stock. */
export const update_variant = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_variant>) {
  const [products, variants] = [yield* Products, yield* Variants]
  const { product_id } = yield* variants.get(id)
  const product = yield* Effect.orDie(products.get(product_id, { lock: true }))
  const before = yield* variants.lockForUpdate(id)
  if (Object.keys(changes).length === 0) return yield* withStock(product_id, id)
  const had = yield* variants.recordsOf(product_id)
  const { backorder_limit, options, sku } = changes
  if (options !== undefined) yield* requireValues(product, options)
  if (sku !== undefined) yield* requireFreeSkus([sku], id)
  yield* variants.update(before, { ...changes, ...options !== undefined && { title: titleOf(options) } }, { noted: false })
  if (backorder_limit !== undefined && backorder_limit !== before.backorder_limit) yield* variants.limitBackorders(id, backorder_limit)
  yield* changedProduct(product, had)
  return yield* withStock(product_id, id)
})

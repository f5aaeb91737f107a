import { Effect, Option } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Collections } from "#layers/shop/collections"
import { Products } from "#layers/shop/products"
import { Variants } from "#layers/shop/variants"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type { EventKind } from "#schemas/kernel/events"
import { Caller } from "#schemas/kernel/tenancy"
import type { CollectionId, VariantId } from "#schemas/shop/ids"
import type { Option as ProductOption, ProductRow } from "#schemas/shop/product"
import type * as api from "#schemas/shop/products.api"
import type { VariantRecord } from "#schemas/shop/variant"
import { refuse } from "../payments/costs.ts"

/** Products with their variants, and what is in stock of them. */
export const withVariants = Effect.fnUntraced(function*(products: ReadonlyArray<ProductRow>) {
  const variants = yield* Variants.use((variants) => variants.ofProducts(products.map(({ id }) => id)))
  return products.map((one) => ({ ...one, variants: variants.get(one.id) ?? [] }))
})

export const whole = (product: ProductRow) => Effect.map(withVariants([product]), ([one]) => one!)

/** What a collection asks of products: to be of those that it has by hand, or to fit its rule. */
const collected = Effect.fnUntraced(function*(id: CollectionId | undefined) {
  if (id === undefined) return {}
  const found = yield* Collections.use((collections) => collections.find(id))
  const rule = Option.getOrUndefined(Option.map(found, ({ rule }) => rule)) ?? null
  return rule === null ? { collection_id: id } : { fits: { rule, live: (yield* Caller).mode === "live" } }
})

export const list_products = Effect.fnUntraced(function*({ collection_id, state, ...query }: Input<typeof api.list_products>) {
  const { visitor } = yield* Caller
  const { limit, offset } = query
  if (visitor !== undefined && state !== undefined && state !== "active") return { items: [], total: 0, limit, offset, has_more: false, next_cursor: null }
  const page = yield* Products.use((products) => Effect.flatMap(collected(collection_id), (collection) =>
    products.page({ ...query, ...collection, state: visitor === undefined ? state : "active" })))
  return { ...page, items: yield* withVariants(page.items) }
})

export const get_product = ({ id }: Input<typeof api.get_product>) => Products.use((products) => Effect.flatMap(products.byId(id), whole))

/** Notes a change of a product or of its variants, which events tell together. */
export const notedProduct = (
  before: readonly [ProductRow, ReadonlyArray<VariantRecord>] | null, after: readonly [ProductRow, ReadonlyArray<VariantRecord>], event: EventKind
) => {
  const told = ([product, variants]: typeof after) => ({ ...product, variants })
  return recordChange({ object: "product", id: after[0].id, before: before && told(before), after: told(after), events: [event] })
}

/** Fails with `Conflict` where another variant than `except` has one of these SKUs. */
export const requireFreeSkus = Effect.fnUntraced(function*(skus: ReadonlyArray<string | null | undefined>, except?: VariantId) {
  const holders = yield* Variants.use((variants) => variants.holders(skus.filter((sku) => typeof sku === "string")))
  const other = holders.find(({ id }) => id !== except)
  if (other !== undefined) return yield* new Conflict({ message: `Variant ${other.id} of product ${other.product_id} has the SKU ${other.sku}.` })
})

export const create_product = Effect.fnUntraced(function*({ slug, variants: sent, ...fields }: Input<typeof api.create_product>) {
  const [products, variants] = [yield* Products, yield* Variants]
  const skus = sent.map(({ sku }) => sku)
  yield* requireFreeSkus(skus)
  const product = yield* products.create({
    ...fields, slug: slug ?? (yield* products.freeSlug(fields.title)), search_text: products.words(fields, skus)
  }, { noted: false })
  const made = yield* variants.insert(sent.map((one, position) => ({ ...one, product_id: product.id, position })))
  if (made.length < sent.length) {
    yield* requireFreeSkus(skus)
    return yield* new Conflict({ message: "Another variant has one of these SKUs." })
  }
  yield* notedProduct(null, [product, made], "product.created")
  return yield* whole(product)
})

/** The values that variants have of other options than before. */
const refitted = Effect.fnUntraced(function*(
  before: ReadonlyArray<ProductOption>, after: ReadonlyArray<ProductOption>, variants: ReadonlyArray<VariantRecord>
) {
  const placeBefore = ({ name }: ProductOption, place: number) =>
    before.length === after.length ? place : before.findIndex((one) => one.name.toLowerCase() === name.toLowerCase())
  const places = after.map(placeBefore)
  const changed = variants.map(({ id, options }) => ({ id, options: after.map(({ values }, n) => options[places[n]!] ?? values[0]!) }))
  for (const [place, { name, values }] of after.entries()) {
    const stray = changed.find(({ options }) => !values.includes(options[place]!))
    if (stray !== undefined) return yield* refuse(`options[${place}].values`, `variant ${stray.id} has the ${name} ${stray.options[place]}`, [...values])
  }
  const keys = changed.map(({ options }) => JSON.stringify(options))
  const same = keys.findIndex((key, n) => keys.indexOf(key) < n)
  if (same !== -1) {
    return yield* new Conflict({ message: `Variants ${changed[keys.indexOf(keys[same]!)]!.id} and ${changed[same]!.id} would have the same options.` })
  }
  return changed.filter(({ options }, n) => JSON.stringify(options) !== JSON.stringify(variants[n]!.options))
})

export const update_product = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_product>) {
  const [products, variants] = [yield* Products, yield* Variants]
  const before = yield* products.lockForUpdate(id)
  if (Object.keys(changes).length === 0) return yield* whole(before)
  const had = yield* variants.recordsOf(id)
  if (changes.options !== undefined) yield* variants.setOptions(yield* refitted(before.options, changes.options, had))
  const words = products.words({ ...before, ...changes }, had.map(({ sku }) => sku))
  const after = yield* products.update(before, { ...changes, search_text: words }, { noted: false })
  yield* notedProduct([before, had], [after, changes.options === undefined ? had : yield* variants.recordsOf(id)], "product.updated")
  return yield* whole(after)
})

export const archive_product = Effect.fnUntraced(function*({ id }: Input<typeof api.archive_product>) {
  const [products, variants] = [yield* Products, yield* Variants]
  const before = yield* products.get(id, { lock: true })
  if (before.state === "archived") return yield* whole(before)
  const after = yield* Effect.orDie(products.update(before, { state: "archived" }, { noted: false }))
  const had = yield* variants.recordsOf(id)
  yield* notedProduct([before, had], [after, had], "product.archived")
  return yield* whole(after)
})

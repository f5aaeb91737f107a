import { Effect } from "effect"
import { Companies } from "#layers/kernel/companies"
import { ImportProducts, type WholeProduct } from "#layers/shop/import-products"
import { Products } from "#layers/shop/products"
import { Variants } from "#layers/shop/variants"
import type { Caller } from "#schemas/kernel/tenancy"
import type { ProductRow } from "#schemas/shop/product"
import { ProductFileRow } from "#schemas/shop/product-row"
import type { VariantRecord } from "#schemas/shop/variant"
import type { Importable } from "../imports/importable.ts"
import { cells } from "../imports/rows.ts"
import { importRun } from "../imports/run.ts"
import { after, type Draft, draftOf, fieldsOf, productAfter, productOf } from "./product-drafts.ts"
import { judge, keyOf, type Place } from "./product-rows.ts"
import { notedProduct } from "./products.ts"

const fields: Readonly<Record<keyof ProductFileRow, ReadonlyArray<string>>> = {
  handle: ["slug", "urlhandle"],
  title: [],
  description: ["bodyhtml", "body"],
  state: ["status"],
  tags: ["tag"],
  tax_category: ["taxcode", "varianttaxcode"],
  media: [],
  image_url: ["imagesrc", "productimageurl", "image"],
  image_alt: ["imagealttext"],
  option1_name: [], option1_value: [],
  option2_name: [], option2_value: [],
  option3_name: [], option3_value: [],
  sku: ["variantsku"],
  prices: [],
  price: ["variantprice"],
  compare_at_price: ["variantcompareatprice", "compareatprice"],
  currency: [],
  active: [],
  weight_grams: ["variantgrams", "grams", "weightvaluegrams"],
  length_mm: [], width_mm: [], height_mm: [],
  requires_shipping: ["variantrequiresshipping"],
  track_inventory: [],
  backorder_limit: [],
  low_stock_at: []
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface Row {
  readonly whole: WholeProduct
  readonly variant: VariantRecord
}

const { flag, list, whole: number } = cells

/** Notes what became of products that there were. */
const tellChanged = Effect.fnUntraced(function*(before: ReadonlyArray<WholeProduct>) {
  const ids = before.map(({ product: { id } }) => id)
  yield* Products.use((products) => products.writeWords(ids))
  const now = new Map((yield* ImportProducts.use((products) => products.whole(ids))).map((one) => [one.product.id, one]))
  for (const { product, variants } of before) {
    const after = now.get(product.id)!
    yield* notedProduct([product, variants], [after.product, after.variants], "product.updated")
  }
})

/** A variant can be added where its options are those of the product, and no other has its values. */
const fits = ({ product, variants }: WholeProduct, { names, values }: Draft) =>
  JSON.stringify(names.map((name) => name.toLowerCase())) === JSON.stringify(product.options.map(({ name }) => name.toLowerCase())) &&
  !variants.some(({ options }) => JSON.stringify(options) === JSON.stringify(values))

/** A row is about the variant that has its SKU, or else its options. */
export const productImport: Importable<ProductFileRow, Draft, Row, Caller | Companies | ImportProducts | Products | Variants> = {
  object: "product",
  verb: "import_products",
  workflow: "shop.import",
  access: "shop:read",
  noun: "products",
  fields,
  changes: ProductFileRow,
  cells: {
    tags: list, prices: parsed, media: parsed, active: flag, requires_shipping: flag, track_inventory: flag, state: (text) => text.toLowerCase(),
    weight_grams: number, length_mm: number, width_mm: number, height_mm: number, backorder_limit: number, low_stock_at: number
  },

  batch: Effect.fnUntraced(function*(said) {
    const products = yield* ImportProducts
    const rows = said.map(({ changes }) => changes)
    const distinct = (texts: ReadonlyArray<string | undefined>) => [...new Set(texts.filter((text) => text !== undefined))]
    const found = yield* products.found(distinct(rows.map(({ handle }) => handle)), distinct(rows.map(({ sku }) => sku?.toLowerCase())))
    const limits = rows.some(({ backorder_limit }) => backorder_limit !== undefined)
    const sold = yield* products.oversold(limits ? found.flatMap(({ variants }) => variants.map(({ id }) => id)).toSorted((a, b) => a - b) : [])
    const { currency } = yield* (yield* Companies).own
    const judged = judge(rows, found, ({ id }, limit) => (sold.get(id) ?? 0) > limit ? sold.get(id) : undefined, currency)
    const placeOf = (row: ProductFileRow): Place => {
      const one = judged.get(row)!
      if ("fault" in one) throw new Error(one.fault)
      return one.place
    }
    return {
      key: (row) => {
        const { handle, values } = placeOf(row)
        return keyOf(handle, values)
      },
      after: (before, row) => after(before, row, placeOf(row), currency),
      fault: (row) => {
        const one = judged.get(row)!
        return "fault" in one ? one.fault : undefined
      }
    }
  }),

  holding: Effect.fnUntraced(function*(keys) {
    const wanted = new Set(keys)
    const found = yield* ImportProducts.use((products) => products.found([...new Set(keys.map((key) => JSON.parse(key)[0] as string))], []))
    return new Map(found.flatMap((whole) => whole.variants.flatMap((variant) => {
      const key = keyOf(whole.product.slug, variant.options)
      return wanted.has(key) ? [[key, { record: { whole, variant }, draft: draftOf(whole, variant) }] as const] : []
    })))
  }),

  make: Effect.fnUntraced(function*(all) {
    const [products, variants] = [yield* ImportProducts, yield* Variants]
    const held = new Set((yield* variants.holders(all.flatMap(({ variant }) => variant.sku ?? []))).map(({ sku }) => sku.toLowerCase()))
    const drafts = Map.groupBy(all.filter(({ variant: { sku } }) => sku === null || !held.has(sku.toLowerCase())), ({ handle }) => handle)
    const there = new Map((yield* products.found([...drafts.keys()], [])).map((one) => [one.product.slug, one]))
    const missing = [...drafts].filter(([handle]) => !there.has(handle))
    const made = new Map((yield* products.insert(missing.map(([slug, some]) => ({
      ...productOf(some), slug, skus: some.flatMap(({ variant: { sku } }) => sku ?? [])
    })))).map((one) => [one.slug, one]))
    for (const one of yield* products.found(missing.flatMap(([slug]) => made.has(slug) ? [] : [slug]), [])) there.set(one.product.slug, one)

    const added = [...there.values()].map((whole) => ({ whole, some: drafts.get(whole.product.slug)!.filter((draft) => fits(whole, draft)) }))
      .filter(({ some }) => some.length > 0)
    yield* products.update(added.map(({ some, whole: { product } }) => ({ ...productAfter(product, product, some), id: product.id })))
    const rowsOf = ({ id }: ProductRow, some: ReadonlyArray<Draft>, first: number) =>
      some.map(({ variant }, n) => ({ ...variant, product_id: id, position: first + n }))
    const inserted = yield* variants.insert([
      ...[...made.values()].flatMap((product) => rowsOf(product, drafts.get(product.slug)!, 0)),
      ...added.flatMap(({ some, whole: { product, variants } }) => rowsOf(product, some, (variants.at(-1)?.position ?? -1) + 1))
    ])
    const byProduct = Map.groupBy(inserted, ({ product_id }) => product_id)
    for (const product of made.values()) yield* notedProduct(null, [product, byProduct.get(product.id) ?? []], "product.created")
    yield* tellChanged(added.map(({ whole }) => whole))
    const slugs = new Map([...made.values(), ...added.map(({ whole: { product } }) => product)].map(({ id, slug }) => [id, slug]))
    return { count: inserted.length, keys: new Set(inserted.map(({ options, product_id }) => keyOf(slugs.get(product_id)!, options))) }
  }),

  change: Effect.fnUntraced(function*(records) {
    const products = yield* ImportProducts
    const byProduct = Map.groupBy(records, ({ record: { whole: { product: { id } } } }) => id)
    const now = yield* products.whole([...byProduct.keys()])
    yield* products.update(now.map(({ product }) => {
      const changed = byProduct.get(product.id)!
      return { ...productAfter(product, changed[0]!.record.whole.product, changed.map(({ draft }) => draft)), id: product.id }
    }))
    const changed = records.filter(({ draft, record: { variant } }) => JSON.stringify(draft.variant) !== JSON.stringify(fieldsOf(variant)))
    yield* products.updateVariants(changed.map(({ draft, record: { variant: { id } } }) => ({ ...draft.variant, id })))
    yield* tellChanged(now)
  })
}

export const productImportRun = importRun(productImport)

import { Conflict } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { forVisitors } from "./for-visitors.ts"
import { ProductId } from "./ids.ts"
import { NewProduct, product, Product } from "./product.ts"
import { NewVariant, variant, Variant } from "./variant.ts"

export const list_products = operation.list("list_products", "/products", Product, {
  ...product.list,
  ...forVisitors,
  summary: "List products",
  description: "What the company sells, with variants, prices and stock. `search` finds each of its words anywhere in titles, tags and SKUs, and " +
    "similar spellings where nothing matches exactly. Visitors see `active` products, without what is inactive of them, and of stock only what " +
    "is available.",
  curated: true
})

export const get_product = operation.get("get_product", "/products/:id", Product, {
  ...forVisitors,
  summary: "Get a product",
  description: "One product with its variants, their prices and stock, and its media. Visitors see what is for sale.",
  curated: true,
  /* Stock changes without the product. */
  noConditionalGet: true
})

export const create_product = operation.create("create_product", "/products", NewProduct, Product, {
  errors: [Conflict],
  summary: "Add a product",
  description: "Adds what the company sells, with all of its variants: one for each choice of its `options`, or just one without options. A SKU that " +
    "another variant has is a conflict that names it.",
  curated: true
})

export const update_product = operation.update("update_product", "/products/:id", product.change, Product, {
  errors: [Conflict],
  summary: "Change a product",
  description: "Changes the fields that are sent and leaves the others. `options` replaces them all: as many as before are renamed in their order, " +
    "otherwise they are told by their names, and variants get the first value of an option that is new. Variants are changed by `update_variant`.",
  curated: true
})

export const archive_product = operation.remove("archive_product", "/products/:id", Product, {
  summary: "Archive a product",
  description: "Takes a product out of sale; its orders stay as they are. `update_product` with a `state` takes it back.",
  requiresConsent: true,
  undo: { by: "update_product" }
})

export const create_variant = operation.create("create_variant", "/products/:id/variants", NewVariant, Variant, {
  params: { id: ProductId },
  errors: [Conflict],
  summary: "Add a variant",
  description: "Adds a variant to a product: it names a value of each of the product's options, which no other variant of it has together."
})

export const update_variant = operation.update("update_variant", "/variants/:id", variant.change, Variant, {
  errors: [Conflict],
  summary: "Change a variant",
  description: "Changes the fields that are sent and leaves the others; `prices` replaces all prices. One that is not `active` is not for sale. A lower " +
    "`backorder_limit` than what is sold already beyond what there is, is a conflict."
})

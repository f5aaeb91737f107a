import { Effect } from "effect"
import type { Input } from "#schemas/kernel/catalog"
import type { Cell, Column } from "#schemas/kernel/exports"
import { Accept } from "#schemas/kernel/streams"
import type { Product } from "#schemas/shop/product"
import type * as api from "#schemas/shop/product-files.api"
import { productColumns, type ProductFileRow } from "#schemas/shop/product-row"
import { formatWanted } from "../crm/exports.ts"
import { tagCell } from "../crm/export-rows.ts"
import { wholeList } from "../exports/whole-list.ts"
import { startImport } from "../imports/start.ts"
import { productImport, productImportRun } from "./product-import.ts"
import { list_products } from "./products.ts"

export const import_products = startImport(productImport, productImportRun)

/** The rows of a product: what is its own stands in the first. */
const rowsOf = ({ description, media, options, slug, state, tags, tax_category, title, variants }: Product) =>
  variants.map((variant, n) => ({
    handle: slug,
    ...n === 0 && { title, description, state, tags, tax_category, media },
    ...Object.fromEntries(options.flatMap(({ name }, place) => [
      ...n === 0 ? [[`option${place + 1}_name`, name]] : [], [`option${place + 1}_value`, variant.options[place]!]
    ])),
    sku: variant.sku, active: variant.active, prices: variant.prices, weight_grams: variant.weight_grams, length_mm: variant.length_mm,
    width_mm: variant.width_mm, height_mm: variant.height_mm, requires_shipping: variant.requires_shipping, track_inventory: variant.track_inventory,
    backorder_limit: variant.backorder_limit, low_stock_at: variant.low_stock_at
  }))

/** NDJSON leaves out what is not said, as an import does. */
const withoutNull = (row: object) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

const columns = productColumns.map((name): Column => ({
  name,
  cell: (item) => {
    const value = (item as ProductFileRow)[name]
    return name === "tags" ? tagCell(value as ReadonlyArray<string> | undefined ?? [])
      : typeof value === "object" && value !== null ? JSON.stringify(value) : value as Cell ?? null
  }
}))

export const export_products = Effect.fnUntraced(function*({ format, ...filters }: Input<typeof api.export_products>) {
  return yield* wholeList({
    verb: "products",
    format: formatWanted(format, yield* Accept),
    columns,
    page: (asked) => Effect.map(list_products({ ...filters, sort: "id", ...asked }), (page) =>
      ({ ...page, items: page.items.flatMap(rowsOf).map(withoutNull) }))
  })
})

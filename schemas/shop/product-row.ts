import { Schema } from "effect"
import { WebAddress } from "#schemas/company/settings"
import { Tags } from "#schemas/crm/contact"
import { Currency } from "#schemas/kernel/money"
import { line, prose } from "#schemas/kernel/text"
import { TaxCategory } from "#schemas/payments/tax"
import { NewPrices } from "./price.ts"
import { NewMedium, productStates } from "./product.ts"
import { Slug } from "./slug.ts"
import { OptionValue, Sku, variant } from "./variant.ts"

/** A price in units of its currency, as files of other programs have it: `49.00`. */
const Decimal = Schema.Union([
  Schema.String.check(Schema.isPattern(/^\d{1,12}(?:\.\d{1,4})?$/u, { expected: "a price like 49.00" })),
  Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 999_999_999_999 }))
])

const { active, backorder_limit, height_mm, length_mm, low_stock_at, requires_shipping, track_inventory, weight_grams, width_mm } = variant.change.fields

const optional = Schema.optionalKey
const Name = optional(line(50))
const Value = optional(OptionValue)

/** What a row of a file says of a variant and its product: only what it fills. */
export const ProductFileRow = Schema.Struct({
  handle: optional(Slug),
  title: optional(line(200)),
  description: optional(prose(20_000)),
  state: optional(Schema.Literals(productStates)),
  tags: optional(Tags),
  tax_category: optional(TaxCategory),
  media: optional(Schema.Array(NewMedium).check(Schema.isMaxLength(50))),
  image_url: optional(WebAddress),
  image_alt: optional(prose(500)),
  option1_name: Name, option1_value: Value,
  option2_name: Name, option2_value: Value,
  option3_name: Name, option3_value: Value,
  sku: optional(Sku),
  prices: optional(NewPrices),
  price: optional(Decimal),
  compare_at_price: optional(Decimal),
  currency: optional(Currency),
  active, weight_grams, length_mm, width_mm, height_mm, requires_shipping, track_inventory, backorder_limit, low_stock_at
})
export type ProductFileRow = typeof ProductFileRow.Type

/** The columns of `export_products`, which `import_products` understands. */
export const productColumns = [
  "handle", "title", "description", "state", "tags", "tax_category", "media", "option1_name", "option1_value", "option2_name", "option2_value",
  "option3_name", "option3_value", "sku", "active", "prices", "weight_grams", "length_mm", "width_mm", "height_mm", "requires_shipping",
  "track_inventory", "backorder_limit", "low_stock_at"
] as const satisfies ReadonlyArray<keyof ProductFileRow>

import { Schema } from "effect"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { phrase } from "#schemas/kernel/phrase"
import { line } from "#schemas/kernel/text"
import { ProductId, VariantId } from "./ids.ts"
import { NewPrices, Price } from "./price.ts"

export const Sku = line(100).annotate({ description: "The company's own number of it; one variant has it, whatever the case.", examples: ["MUG-RED-L"] })

/** What a value of an option is called. */
export const OptionValue = line(100).annotate({ examples: ["Red"] })

const whole = (maximum: number, description: string, example: number) =>
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum })).annotate({ description, examples: [example] })

const millimetres = (side: string) => field.nullable(whole(100_000, `${side} of the parcel, in millimetres.`, 120))

/** What is bought: a product in one value of each of its options. */
export const variant = entity("Variant", {
  id: field.readOnly(VariantId),
  product_id: field.readOnly(ProductId),
  sku: field.nullable(Sku),
  title: field.readOnly(Schema.String.annotate({ description: "Its values of the product's options; empty where there are none.", examples: ["Red / Large"] })),
  options: field.defaulted(Schema.Array(OptionValue).check(Schema.isMaxLength(3)).annotate({
    description: "A value of each option of the product, in their order.", examples: [["Red"]]
  }), []),
  position: field.readOnly(Schema.Int.annotate({ description: "Its place among the variants of the product.", examples: [0] })),
  active: field.defaulted(Schema.Boolean.annotate({ description: "It is for sale, as far as its product is." }), true),
  prices: field.required(NewPrices, Schema.Array(Price)),
  weight_grams: field.nullable(whole(10_000_000, "In grams, as it is sent.", 350)),
  length_mm: millimetres("Length"),
  width_mm: millimetres("Width"),
  height_mm: millimetres("Height"),
  requires_shipping: field.defaulted(Schema.Boolean.annotate({ description: "It is goods that are sent, and no service or file." }), true),
  track_inventory: field.defaulted(Schema.Boolean.annotate({ description: "It can be out of stock." }), true),
  backorder_limit: field.defaulted(whole(1_000_000, "So many more than there are may be sold, at each location.", 0), 0),
  low_stock_at: field.nullable(whole(1_000_000, "`inventory.low` tells when no more than so many are available.", 5)),
  ...versioned
}, {
  description: "What is bought: a product in one value of each of its options.",
  label: ({ id, sku, title }) => sku ?? (title === "" ? phrase`variant ${id}` : title),
  groups: {
    Variant: ["sku", "options", "active"],
    Prices: ["prices"],
    Stock: ["track_inventory", "on_hand", "reserved", "available", "backorder_limit", "low_stock_at"],
    Shipping: ["requires_shipping", "weight_grams", "length_mm", "width_mm", "height_mm"]
  }
})
/** As events tell it: without its stock. */
export const VariantRecord = variant.read.annotate({ identifier: "VariantRecord" })
export type VariantRecord = typeof VariantRecord.Type

const stock = (description: string, example: number) => Schema.NullOr(Schema.Int).annotate({ description, examples: [example] })

export const Variant = Schema.Struct({
  ...variant.read.fields,
  on_hand: stock("How many lie at all locations together; `null` where stock is not tracked, and for visitors. Stock of live and of test keys is apart.", 12),
  reserved: stock("How many of them are set aside for orders; `null` where stock is not tracked, and for visitors.", 2),
  available: stock("How many of them can be sold; `null` where stock is not tracked.", 10)
}).annotate({ identifier: "Variant", ...variant.about, description: "What is bought: a product in one value of each of its options." })
export type Variant = typeof Variant.Type

export const NewVariant = variant.create.annotate({
  examples: [{
    sku: "MUG-RED-L", options: ["Red"], active: true, weight_grams: 350, length_mm: 120, width_mm: 90, height_mm: 100,
    prices: [{ currency: "USD", amount: 4_900, compare_at_amount: null, from_quantity: 1 }],
    requires_shipping: true, track_inventory: true, backorder_limit: 0, low_stock_at: 5
  }]
})
export type NewVariant = typeof NewVariant.Type
export type VariantChanges = typeof variant.change.Type

/** What variants of a product are called. */
export const titleOf = (options: ReadonlyArray<string>): string => options.join(" / ")

import { Schema } from "effect"
import { WebAddress } from "#schemas/company/settings"
import { Tag, Tags } from "#schemas/crm/contact"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field, since, versioned } from "#schemas/kernel/entity"
import { line, prose } from "#schemas/kernel/text"
import { Instant } from "#schemas/kernel/time"
import { TaxCategory } from "#schemas/payments/tax"
import { CollectionId, ProductId } from "./ids.ts"
import { faultOfOptions, faultOfVariants } from "./options.ts"
import { Slug } from "./slug.ts"
import { NewVariant, OptionValue, Variant, VariantRecord } from "./variant.ts"

export const MOST_VARIANTS = 100
const MOST_OPTIONS = 3

export const NewMedium = Schema.Struct({
  url: WebAddress.annotate({ description: "An image on https.", examples: ["https://juniper.example/mug.jpg"] }),
  alt: defaulted(prose(500).annotate({ description: "What it shows, for those who do not see it.", examples: ["A red mug"] }), "")
}).annotate({ identifier: "NewProductMedium" })

const Medium = Schema.Struct({
  url: Schema.String.annotate({ examples: ["https://juniper.example/mug.jpg"] }),
  alt: Schema.String.annotate({ description: "What it shows, for those who do not see it; may be empty.", examples: ["A red mug"] })
}).annotate({ identifier: "ProductMedium" })

const NewOption = Schema.Struct({
  name: line(50).annotate({ examples: ["Colour"] }),
  values: Schema.Array(OptionValue).check(Schema.isMinLength(1), Schema.isMaxLength(MOST_VARIANTS)).annotate({ examples: [["Red", "Blue"]] })
}).annotate({ identifier: "NewProductOption" })

const Option = Schema.Struct({
  name: Schema.String.annotate({ examples: ["Colour"] }),
  values: Schema.Array(Schema.String).annotate({ examples: [["Red", "Blue"]] })
}).annotate({ identifier: "ProductOption" })
export type Option = typeof Option.Type

const Options = Schema.Array(NewOption).check(Schema.isMaxLength(MOST_OPTIONS)).annotate({
  description: `What its variants differ in: at most ${MOST_OPTIONS}.`, examples: [[{ name: "Colour", values: ["Red", "Blue"] }]]
}).check(Schema.makeFilter((options: ReadonlyArray<Option>) => faultOfOptions(options)))

export const productStates = ["draft", "active", "archived"] as const
const State = Schema.Literals(productStates).annotate({
  description: "Only `active` ones are for sale, and only those are seen by visitors.", examples: ["active"]
})

/** What a company sells. */
export const product = entity("Product", {
  id: field.readOnly(ProductId),
  state: field.each({
    read: State,
    create: defaulted(Schema.Literals(["draft", "active"]).annotate({ description: "`active` is for sale at once.", examples: ["active"] }), "draft"),
    change: Schema.optionalKey(Schema.Literals(["draft", "active"]).annotate({
      description: "Takes what is archived back too; `archive_product` archives.", examples: ["active"]
    }))
  }),
  title: field.required(line(200).annotate({ examples: ["Stoneware mug"] })),
  slug: field.each({
    read: Schema.String.annotate({ description: "What its address in a shop ends with.", examples: ["stoneware-mug"] }),
    create: Schema.optionalKey(Slug.annotate({ description: "What its address in a shop ends with; made of the title if left out." })),
    change: Schema.optionalKey(Slug)
  }),
  description: field.nullable(prose(20_000), { examples: ["Holds 350 ml."] }),
  tags: field.defaulted(Tags, [], Schema.Array(Schema.String).annotate({ examples: [["kitchen"]] })),
  tax_category: field.defaulted(TaxCategory, "standard"),
  options: field.defaulted(Options, [], Schema.Array(Option)),
  media: field.defaulted(
    Schema.Array(NewMedium).check(Schema.isMaxLength(50)).annotate({ description: "At most 50, the main one first." }), [], Schema.Array(Medium)
  ),
  ...versioned
}, {
  description: "What a company sells.",
  filters: {
    search: line(100).annotate({ examples: ["stonware mug"] }),
    state: State,
    tag: Tag,
    collection_id: CollectionId,
    created_since: since("created_at", Instant),
    updated_since: since("updated_at", Instant)
  },
  columns: ["state", "tags", "tax_category", "created_at"],
  groups: {
    Product: ["title", "state", "slug", "description", "tags", "tax_category"],
    Pictures: ["media"],
    Variants: ["options", "variants"]
  },
  sort: ["id", "title", "created_at"]
})
export type ProductRow = typeof product.read.Type

/** As events tell it: without stock. */
export const ProductRecord = Schema.Struct({ ...product.read.fields, variants: Schema.Array(VariantRecord) }).annotate({ identifier: "ProductRecord" })

export const Product = Schema.Struct({ ...product.read.fields, variants: Schema.Array(Variant) }).annotate({
  identifier: "Product", ...product.about, description: "What a company sells, with its variants: at least one."
})
export type Product = typeof Product.Type

export const NewProduct = Schema.Struct({
  ...product.create.fields,
  variants: Schema.Array(NewVariant).check(Schema.isMinLength(1), Schema.isMaxLength(MOST_VARIANTS)).annotate({
    description: `1 to ${MOST_VARIANTS}, each with another value of the options; just one where there are no options.`
  })
}).check(Schema.makeFilter(({ options, variants }) => faultOfVariants(options, variants))).annotate({
  identifier: "NewProduct",
  examples: [{
    state: "active", title: "Stoneware mug", description: "Holds 350 ml.", tags: ["kitchen"], tax_category: "standard",
    options: [{ name: "Colour", values: ["Red", "Blue"] }], media: [{ url: "https://juniper.example/mug.jpg", alt: "A red mug" }],
    variants: ["Red", "Blue"].map((colour) => ({
      sku: null, options: [colour], active: true, weight_grams: 350, length_mm: null, width_mm: null, height_mm: null,
      prices: [{ currency: "USD", amount: 4_900, compare_at_amount: null, from_quantity: 1 }],
      requires_shipping: true, track_inventory: true, backorder_limit: 0, low_stock_at: 5
    }))
  }]
})

import { Schema, Struct } from "effect"
import { formats, Format, Import } from "#schemas/crm/import"
import { importQuery } from "#schemas/crm/imports.api"
import { MOST_EXPORTED } from "#schemas/kernel/exports"
import { operation } from "#schemas/kernel/endpoints"
import { product } from "./product.ts"
import { productColumns } from "./product-row.ts"

export const import_products = operation.upload("import_products", "/products/import", {
  description: "CSV in UTF-8 whose first row names the columns, separated by commas, semicolons or tabs; or one JSON object a line. Up to 25 MiB.",
  examples: {
    [formats.csv]: "handle,title,state,tags,option1_name,option1_value,sku,price,currency\n" +
      "stoneware-mug,Stoneware mug,active,kitchen;clay,Colour,Red,FILE-MUG-RED,49.00,USD\nstoneware-mug,,,,,Blue,FILE-MUG-BLUE,49.00,USD\n",
    [formats.ndjson]: "{\"handle\":\"stoneware-mug\",\"title\":\"Stoneware mug\",\"sku\":\"FILE-MUG\",\"price\":49,\"currency\":\"USD\",\"tags\":[\"kitchen\"]}\n"
  }
}, Import, {
  query: importQuery,
  summary: "Import products",
  description: "Takes a file of variants, one a row, and works through it in a durable run, as `import_contacts` does; `get_import` tells how far it is. A " +
    "row whose SKU a variant has changes that one, and only what the row fills; a row without a known SKU is the variant of its product (`handle`, the " +
    "slug) with its option values, which is made where there is none. Rows of one `handle` make one product, whose own columns one of them fills. " +
    "Columns go by their names (`title`, `Variant SKU`, `Option1 Value`, `Variant Price`, ...), those of Shopify among them, or by `mapping`. `price` is " +
    "in units of `currency`, the company's if left out; `prices` is a JSON list of all. A row that does not fit is kept with its reason and does not stop " +
    "the others.",
  tierFloor: "builder"
})

export const export_products = operation.download("export_products", "/products/export", {
  description: "In order of their ids, a row for each variant, which `import_products` understands: the first of a product has the columns of the product. " +
    "In CSV several tags stand in one cell, with semicolons between them; `prices` and `media` are JSON.",
  examples: {
    [formats.csv]: `${productColumns.join(",")}\n` +
      "stoneware-mug,Stoneware mug,Holds 350 ml.,active,kitchen;clay,standard,[],Colour,Red,,,,,MUG-RED,true," +
      "\"[{\"\"currency\"\":\"\"USD\"\",\"\"amount\"\":4900,\"\"compare_at_amount\"\":null,\"\"from_quantity\"\":1}]\",350,,,,true,true,0,\n",
    [formats.ndjson]: "{\"handle\":\"stoneware-mug\",\"title\":\"Stoneware mug\",\"state\":\"active\",\"tags\":[\"kitchen\"],\"sku\":\"MUG\"}\n"
  }
}, {
  query: {
    format: Schema.optionalKey(Format.annotate({ description: "Without it, what `Accept` asks for; CSV if it names neither.", examples: ["csv"] })),
    ...Struct.map(product.list.filters, Schema.optionalKey)
  },
  summary: "Export products",
  description: "The products that list_products would give with the same filters, with all of their variants, as one file, up to " +
    `${MOST_EXPORTED.toLocaleString("en")} products; more are a 422.`
})

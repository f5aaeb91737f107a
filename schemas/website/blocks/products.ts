import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { html } from "#schemas/kernel/markup"
import { line, prose } from "#schemas/kernel/text"
import { CollectionId, ProductId } from "#schemas/shop/ids"
import { wordsOf } from "../words.ts"
import { below, blockKind, headingNode, introduction, section } from "./block.ts"
import { drawn, pictureNode } from "./picture.ts"

export const products = blockKind({
  schema: Schema.Struct({
    type: Schema.Literal("products"),
    heading: Schema.optionalKey(line(200)),
    text: Schema.optionalKey(prose(2_000).annotate({ description: "Markdown." })),
    product_ids: Schema.optionalKey(Schema.Array(ProductId).check(Schema.isMinLength(1), Schema.isMaxLength(24)).annotate({ description: "In this order." })),
    collection_id: Schema.optionalKey(CollectionId.annotate({ description: "Where no `product_ids` are named; the newest products without both." })),
    limit: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 24 })), 8)
  }),
  needs: "products",
  example: { type: "products", heading: "From our shop", limit: 4 },
  node: (block, shown, place) => {
    const { from, gone, nothing } = wordsOf(shown.locale)
    const level = below(place, block.heading)
    const products = shown.products(block).slice(0, block.limit)
    return section("products", place, block.heading, [
      introduction(block.text, shown, level),
      products.length === 0 ? html`<p class="muted">${nothing}</p>` : html`
        <ul class="grid">
          ${products.map(({ available, href, picture, price, title, varies }) => html`
            <li class="tile">
              <div class="picture">${picture !== undefined && pictureNode(picture, { sizes: drawn.third, named: true })}</div>
              ${headingNode(level, html`<a href=${href}>${title}</a>`)}
              <p class="muted">${!available ? gone : price !== null && `${varies ? `${from} ` : ""}${shown.formats.money(price)}`}</p>
            </li>`)}
        </ul>`
    ])
  }
})

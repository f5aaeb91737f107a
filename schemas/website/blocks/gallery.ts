import { Schema } from "effect"
import { html } from "#schemas/kernel/markup"
import { line } from "#schemas/kernel/text"
import { MediaId } from "../ids.ts"
import { blockKind, section } from "./block.ts"
import { drawn, pictureNode } from "./picture.ts"

export const gallery = blockKind({
  schema: Schema.Struct({
    type: Schema.Literal("gallery"),
    heading: Schema.optionalKey(line(200)),
    images: Schema.Array(Schema.Struct({ media_id: MediaId, caption: Schema.optionalKey(line(300)) })).check(Schema.isMinLength(1), Schema.isMaxLength(60))
  }),
  example: { type: "gallery", heading: "Our work", images: [{ media_id: 42, caption: "Oak" }, { media_id: 43 }] },
  node: ({ heading, images }, shown, place) => {
    const items = images.flatMap(({ caption, media_id }) => {
      const picture = shown.picture(media_id)
      return picture === undefined ? [] : [html`
        <li><figure>${pictureNode(picture, { sizes: drawn.third })}${caption !== undefined && html`<figcaption>${caption}</figcaption>`}</figure></li>`]
    })
    return items.length > 0 && section("gallery", place, heading, html`<ul class="grid">${items}</ul>`)
  }
})

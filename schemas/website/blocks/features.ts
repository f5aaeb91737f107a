import { Schema } from "effect"
import { html } from "#schemas/kernel/markup"
import { line, prose } from "#schemas/kernel/text"
import { MediaId } from "../ids.ts"
import { markdownNode } from "../markdown.ts"
import { actionsNode, below, blockKind, headingNode, introduction, section } from "./block.ts"
import { Action } from "./link.ts"
import { drawn, pictureNode } from "./picture.ts"

export const features = blockKind({
  schema: Schema.Struct({
    type: Schema.Literal("features"),
    heading: Schema.optionalKey(line(200)),
    text: Schema.optionalKey(prose(2_000).annotate({ description: "Markdown." })),
    items: Schema.Array(Schema.Struct({
      title: line(120),
      text: Schema.optionalKey(prose(2_000).annotate({ description: "Markdown." })),
      media_id: Schema.optionalKey(MediaId),
      action: Schema.optionalKey(Action)
    })).check(Schema.isMinLength(1), Schema.isMaxLength(24))
  }),
  example: {
    type: "features", heading: "What we do", text: "From the first drawing to the last lamp.",
    items: [{ title: "Kitchens", text: "Of oak and stone.", action: { label: "See kitchens", link: { url: "/kitchens" } } }, { title: "Lighting" }]
  },
  node: ({ heading, items, text }, shown, place) => {
    const level = below(place, heading)
    return section("features", place, heading, html`
      ${introduction(text, shown, level)}
      <ul class="grid">
        ${items.map(({ action, media_id, text, title }) => {
          const picture = media_id === undefined ? undefined : shown.picture(media_id)
          return html`
            <li class="card">
              ${picture !== undefined && html`<div class="picture">${pictureNode(picture, { sizes: drawn.third })}</div>`}
              ${headingNode(level, title)}
              ${text !== undefined && html`<div class="prose">${markdownNode(text, shown, level + 1)}</div>`}
              ${action !== undefined && actionsNode([action], shown)}
            </li>`
        })}
      </ul>`)
  }
})

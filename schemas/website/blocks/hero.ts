import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { html } from "#schemas/kernel/markup"
import { line, prose } from "#schemas/kernel/text"
import { MediaId } from "../ids.ts"
import { actionsNode, blockKind, headingNode, introduction } from "./block.ts"
import { Action } from "./link.ts"
import { drawn, pictureNode } from "./picture.ts"

export const hero = blockKind({
  schema: Schema.Struct({
    type: Schema.Literal("hero"),
    eyebrow: Schema.optionalKey(line(80).annotate({ description: "A few words above the title." })),
    title: line(160).annotate({ description: "The heading of the page, where this is its first block." }),
    text: Schema.optionalKey(prose(2_000).annotate({ description: "Markdown." })),
    media_id: Schema.optionalKey(MediaId),
    layout: defaulted(Schema.Literals(["beside", "below", "behind"]).annotate({ description: "Where the image is." }), "beside"),
    actions: Schema.optionalKey(Schema.Array(Action).check(Schema.isMaxLength(3)))
  }),
  titled: true,
  example: {
    type: "hero", eyebrow: "Interiors", title: "Rooms that last", text: "We plan and furnish homes **for those who stay**.", layout: "beside",
    actions: [{ label: "Book a visit", link: { url: "/book" } }]
  },
  node: ({ actions, eyebrow, layout, media_id, text, title }, shown, { first, level }) => {
    const picture = media_id === undefined ? undefined : shown.picture(media_id)
    return html`
      <div class=${`block hero ${picture === undefined ? "plain" : layout}`}>
        <div class="inner">
          <div class="words">
            ${eyebrow !== undefined && html`<p class="eyebrow">${eyebrow}</p>`}
            ${headingNode(level, title)}
            ${introduction(text, shown, level + 1)}
            ${actionsNode(actions, shown)}
          </div>
          ${picture !== undefined && html`<div class="picture">${pictureNode(picture, { sizes: layout === "beside" ? drawn.half : drawn.full, first })}</div>`}
        </div>
      </div>`
  }
})

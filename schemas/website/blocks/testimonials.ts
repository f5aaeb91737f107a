import { Schema } from "effect"
import { html } from "#schemas/kernel/markup"
import { line, prose } from "#schemas/kernel/text"
import { MediaId } from "../ids.ts"
import { blockKind, section } from "./block.ts"
import { drawn, pictureNode } from "./picture.ts"

export const testimonials = blockKind({
  schema: Schema.Struct({
    type: Schema.Literal("testimonials"),
    heading: Schema.optionalKey(line(200)),
    items: Schema.Array(Schema.Struct({
      quote: prose(1_500).check(Schema.isMinLength(1)),
      name: line(120).annotate({ description: "Of who said it, with their consent." }),
      role: Schema.optionalKey(line(120)),
      media_id: Schema.optionalKey(MediaId)
    })).check(Schema.isMinLength(1), Schema.isMaxLength(24)).annotate({ description: "What customers said, as the company wrote it down." })
  }),
  example: { type: "testimonials", heading: "What customers say", items: [{ quote: "They listened first.", name: "Grace Hopper", role: "Homeowner" }] },
  node: ({ heading, items }, shown, place) => section("testimonials", place, heading, html`
    <ul class="grid">
      ${items.map(({ media_id, name, quote, role }) => {
        const picture = media_id === undefined ? undefined : shown.picture(media_id)
        return html`
          <li class="card">
            <figure>
              <blockquote><p>${quote}</p></blockquote>
              <figcaption>
                ${picture !== undefined && pictureNode(picture, { sizes: drawn.small, named: true })}
                <span><strong>${name}</strong>${role !== undefined && html`<span class="muted">${role}</span>`}</span>
              </figcaption>
            </figure>
          </li>`
      })}
    </ul>`)
})

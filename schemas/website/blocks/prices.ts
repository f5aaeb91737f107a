import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { html } from "#schemas/kernel/markup"
import { line, prose } from "#schemas/kernel/text"
import { actionsNode, below, blockKind, headingNode, introduction, section } from "./block.ts"
import { Action } from "./link.ts"

export const prices = blockKind({
  schema: Schema.Struct({
    type: Schema.Literal("prices"),
    heading: Schema.optionalKey(line(200)),
    text: Schema.optionalKey(prose(2_000).annotate({ description: "Markdown." })),
    items: Schema.Array(Schema.Struct({
      name: line(80),
      price: line(60).annotate({ description: "As it is read, as in `$ 90`." }),
      unit: Schema.optionalKey(line(60).annotate({ description: "As in `a month`." })),
      note: Schema.optionalKey(line(300)),
      points: defaulted(Schema.Array(line(160)).check(Schema.isMaxLength(20)).annotate({ description: "What is in it." }), []),
      action: Schema.optionalKey(Action),
      recommended: defaulted(Schema.Boolean, false)
    })).check(Schema.isMinLength(1), Schema.isMaxLength(12))
  }),
  example: {
    type: "prices", heading: "Prices", items: [
      { name: "First visit", price: "$ 90", note: "We get to know each other.", points: ["One hour", "A sketch"], recommended: true },
      { name: "Plan", price: "$ 1,900", unit: "a room", points: ["Drawings", "A list of all materials"], recommended: false }
    ]
  },
  node: ({ heading, items, text }, shown, place) => {
    const level = below(place, heading)
    return section("prices", place, heading, html`
      ${introduction(text, shown, level)}
      <ul class="grid">
        ${items.map(({ action, name, note, points, price, recommended, unit }) => html`
          <li class=${recommended ? "card recommended" : "card"}>
            ${headingNode(level, name)}
            <p class="price"><strong>${price}</strong>${unit !== undefined && html`<span> ${unit}</span>`}</p>
            ${note !== undefined && html`<p class="muted">${note}</p>`}
            ${points.length > 0 && html`<ul class="points">${points.map((point) => html`<li>${point}</li>`)}</ul>`}
            ${action !== undefined && actionsNode([action], shown)}
          </li>`)}
      </ul>`)
  }
})

import { Schema } from "effect"
import { html } from "#schemas/kernel/markup"
import { line, prose } from "#schemas/kernel/text"
import { markdownNode } from "../markdown.ts"
import { below, blockKind, section } from "./block.ts"

export const text = blockKind({
  schema: Schema.Struct({
    type: Schema.Literal("text"),
    heading: Schema.optionalKey(line(200)),
    text: prose(50_000).annotate({
      description: "Markdown: CommonMark with tables, without HTML. Links lead to `page:42`, `post:42`, `media:42`, paths or addresses; images are `media:42`."
    })
  }),
  example: { type: "text", heading: "How we work", text: "First we *listen*.\n\n- We visit you\n- We draw\n- We build\n\nSee [our work](/work)." },
  node: ({ heading, text }, shown, place) =>
    section("text", place, heading, html`<div class="prose">${markdownNode(text, shown, below(place, heading))}</div>`)
})

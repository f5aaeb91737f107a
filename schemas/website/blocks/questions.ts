import { Schema } from "effect"
import { html } from "#schemas/kernel/markup"
import { line, prose } from "#schemas/kernel/text"
import { markdownNode } from "../markdown.ts"
import { below, blockKind, section } from "./block.ts"

export const questions = blockKind({
  schema: Schema.Struct({
    type: Schema.Literal("questions"),
    heading: Schema.optionalKey(line(200)),
    items: Schema.Array(Schema.Struct({
      question: line(300), answer: prose(5_000).check(Schema.isMinLength(1)).annotate({ description: "Markdown." })
    })).check(Schema.isMinLength(1), Schema.isMaxLength(60))
  }),
  example: { type: "questions", heading: "Questions", items: [{ question: "How long does it take?", answer: "A room takes **six weeks**." }] },
  node: ({ heading, items }, shown, place) => section("questions", place, heading, html`
    <div class="list">
      ${items.map(({ answer, question }) => html`
        <details><summary>${question}</summary><div class="prose">${markdownNode(answer, shown, below(place, heading))}</div></details>`)}
    </div>`)
})

import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { line, prose } from "#schemas/kernel/text"
import { actionsNode, below, blockKind, introduction, section } from "./block.ts"
import { Action } from "./link.ts"

export const buttons = blockKind({
  schema: Schema.Struct({
    type: Schema.Literal("buttons"),
    heading: Schema.optionalKey(line(200)),
    text: Schema.optionalKey(prose(2_000).annotate({ description: "Markdown." })),
    actions: Schema.Array(Action).check(Schema.isMinLength(1), Schema.isMaxLength(4)),
    look: defaulted(Schema.Literals(["plain", "banner"]), "plain")
  }),
  example: {
    type: "buttons", heading: "Shall we begin?", text: "The first hour is free.", actions: [{ label: "Write to us", link: { url: "/contact" } }], look: "banner"
  },
  node: ({ actions, heading, look, text }, shown, place) =>
    section(`buttons ${look}`, place, heading, [introduction(text, shown, below(place, heading)), actionsNode(actions, shown)])
})

import { Schema } from "effect"
import { html } from "#schemas/kernel/markup"
import { blockKind, section } from "./block.ts"

export const divider = blockKind({
  schema: Schema.Struct({ type: Schema.Literal("divider") }),
  example: { type: "divider" },
  node: (_, _shown, place) => section("divider", place, undefined, html`<hr />`)
})

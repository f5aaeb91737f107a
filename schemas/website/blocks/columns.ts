import { Schema } from "effect"
import { html, type Node } from "#schemas/kernel/markup"
import { line } from "#schemas/kernel/text"
import { below, type BlockKind, blockKind, section } from "./block.ts"
import { buttons } from "./buttons.ts"
import { form } from "./form.ts"
import { image } from "./image.ts"
import { map } from "./map.ts"
import { questions } from "./questions.ts"
import type { Shown } from "./shown.ts"
import { text } from "./text.ts"
import type { Place } from "./block.ts"

/** What a column may hold. */
const Inner = Schema.Union([text.schema, image.schema, buttons.schema, form.schema, map.schema, questions.schema])
type Inner = typeof Inner.Type

const kinds = { text, image, buttons, form, map, questions }

const innerNode = <B extends Inner>(block: B, shown: Shown, place: Place): Node =>
  (kinds[block.type] as unknown as BlockKind<Schema.Codec<B>>).node(block, shown, place)

export const columns = blockKind({
  schema: Schema.Struct({
    type: Schema.Literal("columns"),
    heading: Schema.optionalKey(line(200)),
    columns: Schema.Array(Schema.Struct({
      blocks: Schema.Array(Inner).check(Schema.isMinLength(1), Schema.isMaxLength(12))
    })).check(Schema.isMinLength(2), Schema.isMaxLength(4)).annotate({ description: "Side by side where there is room." })
  }),
  example: {
    type: "columns", heading: "Our workshop", columns: [
      { blocks: [{ type: "text", text: "In an old *boat shed*." }] },
      { blocks: [{ type: "text", heading: "Open", text: "Monday to Friday." }, { type: "map", address: "12 Harbour Lane, Whitby" }] }
    ]
  },
  node: ({ columns, heading }, shown, place) => {
    const level = below(place, heading) as Place["level"]
    return section("columns", place, heading, html`
      <div class=${`row of-${columns.length}`}>
        ${columns.map(({ blocks }, n) => html`
          <div>${blocks.map((block, m) => innerNode(block, shown, { ...place, id: `${place.id}-${n + 1}-${m + 1}`, level, narrow: true }))}</div>`)}
      </div>`)
  }
})

import { Schema, SchemaTransformation } from "effect"
import { html as markup } from "#schemas/kernel/markup"
import { prose } from "#schemas/kernel/text"
import { sanitised, sanitisedFor } from "../sanitised.ts"
import { blockKind, section } from "./block.ts"

export const html = blockKind({
  schema: Schema.Struct({
    type: Schema.Literal("html"),
    html: prose(100_000).pipe(Schema.decode(SchemaTransformation.transform({ decode: sanitised, encode: (text) => text }))).annotate({
      description: "HTML of text, lists, tables and links; scripts, styles, forms and frames are taken out. Addresses are written as in Markdown."
    })
  }),
  example: { type: "html", html: "<p>Made <em>by hand</em>.</p>" },
  node: ({ html }, shown, place) =>
    section("html", place, undefined, markup`<div class="prose" dangerouslySetInnerHTML=${{ __html: sanitisedFor(html, shown, place.level) }}></div>`)
})

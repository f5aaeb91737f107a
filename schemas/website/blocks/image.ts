import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { html } from "#schemas/kernel/markup"
import { line, prose } from "#schemas/kernel/text"
import { MediaId } from "../ids.ts"
import { blockKind, linked, section } from "./block.ts"
import { Link } from "./link.ts"
import { drawn, pictureNode } from "./picture.ts"

export const image = blockKind({
  schema: Schema.Struct({
    type: Schema.Literal("image"),
    media_id: MediaId,
    alt: Schema.optionalKey(prose(500).annotate({ description: "What it shows; what the file says of it if left out." })),
    caption: Schema.optionalKey(line(500)),
    width: defaulted(Schema.Literals(["text", "wide", "full"]), "wide"),
    link: Schema.optionalKey(Link)
  }),
  example: { type: "image", media_id: 42, alt: "A kitchen in oak", caption: "A kitchen in Bergen, 2025", width: "wide" },
  node: ({ alt, caption, link, media_id, width }, shown, place) => {
    const picture = shown.picture(media_id)
    if (picture === undefined) return null
    const drawing = pictureNode(picture, { sizes: drawn[width], first: place.first, alt })
    const href = link === undefined || (alt ?? picture.alt) === "" ? undefined : shown.href(link)
    return section(`image ${width}`, place, undefined, html`
      <figure>${linked(drawing, href)}${caption !== undefined && html`<figcaption>${caption}</figcaption>`}</figure>`)
  }
})

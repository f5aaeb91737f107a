import { Schema } from "effect"
import { WebAddress } from "#schemas/company/settings"
import { line } from "#schemas/kernel/text"
import { MediaId } from "./ids.ts"

/** What search engines and other sites are told of a page or a post, where it is not what the content itself says. */
export const Seo = Schema.Struct({
  title: Schema.optionalKey(line(200).annotate({
    description: "In search results and the browser's tab; the title if left out.", examples: ["Ceramics made in Oslo"]
  })),
  description: Schema.optionalKey(line(500).annotate({ description: "Below it in search results.", examples: ["Mugs, bowls and classes by the fjord."] })),
  image_media_id: Schema.optionalKey(MediaId.annotate({ description: "Shown where somebody shares its address.", examples: [MediaId.make(42)] })),
  noindex: Schema.optionalKey(Schema.Boolean.annotate({ description: "Search engines leave it out.", examples: [false] })),
  canonical: Schema.optionalKey(WebAddress.annotate({
    description: "Where else the same content is, and rather to be found.", examples: ["https://juniper.example/ceramics"]
  }))
}).annotate({ identifier: "Seo", examples: [{ title: "Ceramics made in Oslo", description: "Mugs, bowls and classes by the fjord." }] })
export type Seo = typeof Seo.Type

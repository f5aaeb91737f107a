import { Schema } from "effect"
import { WebAddress } from "#schemas/company/settings"
import { line } from "#schemas/kernel/text"
import { MediaId, PageId } from "./ids.ts"

/** What a page says of itself to those who search. */
export const NewPageSeo = Schema.Struct({
  title: Schema.optionalKey(Schema.NullOr(line(200)).annotate({ description: "The page's title if null.", examples: ["Interiors that last"] })),
  description: Schema.optionalKey(Schema.NullOr(line(500)).annotate({
    description: "What stands below the title where it was found; made of the text if null.", examples: ["We plan rooms that are lived in for decades."]
  })),
  canonical: Schema.optionalKey(Schema.NullOr(WebAddress).annotate({
    description: "Where the same content is at home, if not here.", examples: ["https://www.juniper.example/about"]
  })),
  image_media_id: Schema.optionalKey(Schema.NullOr(MediaId).annotate({ description: "Shown where the page is shared; one is made of the design if null." })),
  noindex: Schema.optionalKey(Schema.Boolean.annotate({ description: "It is not to be found by searching.", examples: [false] }))
}).annotate({ identifier: "NewPageSeo", description: "What is left out is empty." })

const Point = Schema.Struct({
  rule: Schema.String.annotate({ examples: ["title_length"] }),
  points: Schema.Int.annotate({ description: "What it gives.", examples: [4] }),
  most: Schema.Int.annotate({ description: "What it could give.", examples: [10] }),
  message: Schema.String.annotate({ description: "What is right, or what to change.", examples: ["The title has 9 letters: write 15 to 60, what the page is about first."] }),
  where: Schema.Array(Schema.String).annotate({ description: "Fields and blocks of the page's content.", examples: [["seo.title"]] })
}).annotate({ identifier: "SeoPoint" })
export type SeoPoint = typeof Point.Type

export const PageSeo = Schema.Struct({
  page_id: PageId,
  version: Schema.Int.annotate({ description: "Of the page; the ETag.", examples: [1] }),
  title: Schema.String.annotate({ description: "As it stands in the page.", examples: ["Interiors that last"] }),
  description: Schema.NullOr(Schema.String).annotate({ examples: ["We plan rooms that are lived in for decades."] }),
  canonical: Schema.String.annotate({ examples: ["https://www.juniper.example/about"] }),
  image_media_id: Schema.NullOr(MediaId),
  noindex: Schema.Boolean.annotate({ examples: [false] }),
  locale: Schema.String.annotate({ examples: ["en-GB"] }),
  structured_data: Schema.Array(Schema.JsonObject).annotate({ description: "JSON-LD (schema.org), as it stands in the page." }),
  score: Schema.Int.annotate({ description: "0 to 100: what the points come to, of what they could.", examples: [87] }),
  points: Schema.Array(Point).annotate({ description: "Those that cost most first." })
}).annotate({ identifier: "PageSeo" })
export type PageSeo = typeof PageSeo.Type

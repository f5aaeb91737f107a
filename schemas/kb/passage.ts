import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"
import { PassageId } from "./ids.ts"

/** Who may read it: anybody; customers, who are known; or the company's own people. */
export const audiences = ["public", "customers", "staff"] as const
export const Audience = Schema.Literals(audiences).annotate({
  description: "Who may read it: anybody, also visitors of the site; customers whom the company knows; or its own people alone.", examples: ["public"]
})
export type Audience = typeof Audience.Type

/** What passages can be of. */
export const originKinds = ["entry", "document", "page", "post", "product"] as const
export const OriginKind = Schema.Literals(originKinds).annotate({
  description: "What it is a passage of: an entry of the knowledge base, a document of a source, or a page, a post or a product of the company.", examples: ["entry"]
})
export type OriginKind = typeof OriginKind.Type

export const Origin = Schema.Struct({ kind: OriginKind, id: Id }).annotate({ identifier: "KbOrigin" })
export type Origin = typeof Origin.Type

/** Where a passage stands in what it is of. */
export const Place = Schema.Struct({
  url: Schema.optionalKey(Schema.String.annotate({ description: "Address of the page or file.", examples: ["https://juniper.example/help/returns"] })),
  anchor: Schema.optionalKey(Schema.String.annotate({ description: "Of the heading that it stands under.", examples: ["when-the-money-comes-back"] })),
  page: Schema.optionalKey(Schema.Int.annotate({ description: "Of a file with pages, from 1 on.", examples: [3] })),
  row: Schema.optionalKey(Schema.Int.annotate({ description: "Of a table, from 1 on, without the names of its columns.", examples: [12] }))
}).annotate({ identifier: "KbPlace" })
export type Place = typeof Place.Type

const Span = Schema.Struct({
  start: Schema.Int.annotate({ description: "UTF-16 units from the beginning of the text.", examples: [4] }),
  end: Schema.Int.annotate({ description: "Behind its last one.", examples: [11] })
})

/** A passage that was found. */
export const FoundPassage = Schema.Struct({
  id: PassageId,
  origin: Origin,
  title: Schema.String.annotate({ description: "Of what it is a passage of.", examples: ["Returns and refunds"] }),
  heading: Schema.Array(Schema.String).annotate({ description: "The headings that it stands under, the outermost first.", examples: [["When the money comes back"]] }),
  place: Place,
  language: Schema.String.annotate({ description: "ISO 639.", examples: ["en"] }),
  audience: Audience,
  text: Schema.String.annotate({ examples: ["The refund goes back to the card within five working days."] }),
  highlights: Schema.Array(Span).annotate({ description: "The words in `text` by which it was found." }),
  score: Schema.Finite.annotate({ description: "The greater the better. Only those of one answer compare.", examples: [7.3] }),
  coverage: Schema.Finite.annotate({
    description: "How much of what was asked for it has, from 0 to 1: rare words weigh more than common ones.", examples: [0.8]
  }),
  similarity: Schema.NullOr(Schema.Finite).annotate({
    description: "How much nearer than other passages it is by its meaning, from 0 to 1; `null` where no model compared it.", examples: [null]
  })
}).annotate({ identifier: "FoundPassage" })
export type FoundPassage = typeof FoundPassage.Type

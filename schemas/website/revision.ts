import { Schema } from "effect"
import { Timestamp } from "#schemas/kernel/time"

/** Who made a revision. */
export const Author = Schema.Struct({
  kind: Schema.Literals(["person", "key", "agent", "service"]).annotate({ examples: ["person"] }),
  id: Schema.NullOr(Schema.Int).annotate({ description: "Of the member or the credential; `null` for the service itself.", examples: [7] }),
  label: Schema.String.annotate({ description: "As people know it.", examples: ["Nora Vale"] })
}).annotate({ identifier: "RevisionAuthor" })
export type Author = typeof Author.Type

export const RevisionNumber = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })).annotate({ examples: [1] })

/** One of the states that a page or a post went through. */
export const Revision = Schema.Struct({
  number: Schema.Int.annotate({ description: "1 is the first.", examples: [4] }),
  title: Schema.String.annotate({ examples: ["About us"] }),
  made_by: Author,
  note: Schema.NullOr(Schema.String).annotate({ examples: ["New opening hours"] }),
  published: Schema.Boolean.annotate({ description: "Whether visitors see it now.", examples: [false] }),
  created_at: Timestamp
}).annotate({ identifier: "Revision", description: "One of the states that a page or a post went through. None is ever changed." })
export type Revision = typeof Revision.Type

const Side = Revision.mapFields(({ created_at, made_by, note, number }) => ({ number, made_by, note, created_at })).annotate({ identifier: "RevisionSide" })

const FieldDifference = Schema.Struct({
  field: Schema.String.annotate({ description: "Which field: `seo.title`, or within a block `items[1].text`.", examples: ["title"] }),
  before: Schema.Json.annotate({ description: "`null` where there was nothing.", examples: ["About"] }),
  after: Schema.Json.annotate({ description: "`null` where there is nothing any more.", examples: ["About us"] })
}).annotate({ identifier: "FieldDifference" })
export type FieldDifference = typeof FieldDifference.Type

const BlockDifference = Schema.Struct({
  change: Schema.Literals(["added", "removed", "changed", "moved"]).annotate({ examples: ["changed"] }),
  type: Schema.String.annotate({ description: "Of the block.", examples: ["text"] }),
  before: Schema.NullOr(Schema.Int).annotate({ description: "Which block it was, from 1 on.", examples: [2] }),
  after: Schema.NullOr(Schema.Int).annotate({ description: "Which block it is, from 1 on.", examples: [2] }),
  fields: Schema.Array(FieldDifference).annotate({ description: "What differs in a block that was changed." })
}).annotate({ identifier: "BlockDifference" })
export type BlockDifference = typeof BlockDifference.Type

/** What differs between two revisions. */
export const Comparison = Schema.Struct({
  from: Side,
  to: Side,
  summary: Schema.Array(Schema.String).annotate({
    description: "The same in words, a line for each difference.", examples: [["title: \"About\" became \"About us\""]]
  }),
  fields: Schema.Array(FieldDifference).annotate({ description: "Everything but the blocks." }),
  blocks: Schema.Array(BlockDifference)
}).annotate({ identifier: "RevisionComparison" })
export type Comparison = typeof Comparison.Type

/** Which revisions are compared. */
export const compared = {
  from: Schema.optionalKey(RevisionNumber.annotate({
    description: "The one that is published if left out, or else the one before `to`.", examples: [1]
  })),
  to: Schema.optionalKey(RevisionNumber.annotate({ description: "The newest if left out.", examples: [1] }))
}

export const Preview = Schema.Struct({
  url: Schema.String.annotate({ description: "Shows it to whoever has the address.", examples: ["https://juniper.example/preview/…"] }),
  revision: Schema.NullOr(Schema.Int).annotate({ description: "The revision that it shows; the newest at each time if null.", examples: [null] }),
  expires_at: Timestamp
}).annotate({ identifier: "Preview" })

export const previewed = {
  revision: Schema.optionalKey(RevisionNumber.annotate({ description: "It shows this revision; the newest at each time if left out.", examples: [1] }))
}

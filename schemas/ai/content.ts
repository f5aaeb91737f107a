import { Schema } from "effect"
import { Locale } from "#schemas/company/settings"
import { defaulted } from "#schemas/kernel/defaulted"
import { Id } from "#schemas/kernel/ids"
import { line } from "#schemas/kernel/text"
import { ProductId } from "#schemas/shop/ids"
import { Length, WritingRestart, WritingText, writtenBy } from "./writing.ts"

export const contentKinds = ["page", "blog_post", "product_text", "email", "sms", "ad"] as const
export const ContentKind = Schema.Literals(contentKinds).annotate({ examples: ["page"] })
export type ContentKind = typeof ContentKind.Type

export const GenerateContent = Schema.Struct({
  kind: ContentKind,
  about: line(2_000).annotate({ description: "What it is about, and whom it is for.", examples: ["How our repairs work, for people who have never been here."] }),
  product_id: Schema.optionalKey(ProductId.annotate({ description: "The product that it is about. The text of one that is a draft becomes its description." })),
  audience: defaulted(Schema.Literals(["public", "customers"]).annotate({
    description: "Whose knowledge it may be made of: what anybody may read, or what customers may read too.", examples: ["public"]
  }), "public"),
  tone: Schema.optionalKey(line(200).annotate({ description: "How it speaks; as the settings of the chat say if left out.", examples: ["Warm and brief."] })),
  language: Schema.optionalKey(Locale.annotate({ description: "That of the company if left out.", examples: ["en"] })),
  length: defaulted(Length.annotate({ examples: ["medium"] }), "medium"),
  save: defaulted(Schema.Boolean.annotate({ description: "`false`: it is answered only, and nothing is kept of it.", examples: [true] }), true)
}).annotate({ identifier: "GenerateContent" })

/** Something that the company says of itself, which content may say too. */
export const Fact = Schema.Struct({
  n: Schema.Int.annotate({ description: "As the text points at it: [1].", examples: [1] }),
  kind: Schema.Literals(["company", "product", "service", "knowledge"]).annotate({
    description: "From the company's settings, a product, a service that can be booked, or a passage of its knowledge.", examples: ["knowledge"]
  }),
  id: Schema.NullOr(Id).annotate({ description: "Of the product, the service or the passage; `null` for the company's settings.", examples: [null] }),
  title: Schema.String.annotate({ examples: ["Returns and refunds"] }),
  text: Schema.String.annotate({ examples: ["The refund goes back to the card within five working days."] })
}).annotate({ identifier: "ContentFact" })
export type Fact = typeof Fact.Type

export const ContentPiece = Schema.Union([
  Schema.Struct({ type: Schema.Literal("facts"), facts: Schema.Array(Fact) }),
  WritingText,
  WritingRestart,
  Schema.Struct({ type: Schema.Literal("end"), cited: Schema.Array(Schema.Int), dropped: Schema.Int, ...writtenBy })
]).annotate({
  identifier: "ContentPiece",
  description: "`facts`: what it may say. `text`: what follows of it. `restart`: what was sent of the text does not count, it begins anew. `end`: who wrote it."
})
export type ContentPiece = typeof ContentPiece.Type

const Draft = Schema.Struct({
  object: Schema.Literals(["page", "post", "product", "sms_template"]).annotate({ examples: ["page"] }),
  id: Id
}).annotate({ identifier: "ContentDraft" })
export type Draft = typeof Draft.Type

export const GeneratedContent = Schema.Struct({
  kind: ContentKind,
  title: Schema.NullOr(Schema.String).annotate({ description: "Title, subject or headline; `null` where its kind has none.", examples: ["How our repairs work"] }),
  body: Schema.String.annotate({ description: "As it is kept: Markdown of a page or a post, plain text of all others.", examples: ["Bring your bicycle in. It is ready within two days."] }),
  text: Schema.String.annotate({ description: "The same with [1] and the like, which point at `facts`.", examples: ["Bring your bicycle in. It is ready within two days [1]."] }),
  facts: Schema.Array(Fact).annotate({ description: "What it says of the company, and from where." }),
  dropped_facts: Schema.Int.annotate({ description: "Pointers of the model at facts that it was not given: they were removed.", examples: [0] }),
  unsupported: Schema.Array(Schema.String).annotate({
    description: "Figures and addresses in it that stand in none of the facts and not in `about`: look whether they are right.", examples: [["20 %"]]
  }),
  draft: Schema.NullOr(Draft).annotate({ description: "Where it is kept as a draft, which nobody but the company sees; `null` where it is kept nowhere." }),
  not_saved: Schema.NullOr(Schema.String).annotate({ description: "Why it is kept nowhere.", examples: ["There is no place for drafts of e-mails."] }),
  ...writtenBy
}).annotate({ identifier: "GeneratedContent" })

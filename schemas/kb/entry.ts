import { Schema } from "effect"
import { Locale } from "#schemas/company/settings"
import { Tags } from "#schemas/crm/contact"
import { below, entity, field, since, versioned } from "#schemas/kernel/entity"
import { CompanyId, UserId } from "#schemas/kernel/ids"
import { line, prose } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { EntryId } from "./ids.ts"
import { Audience } from "./passage.ts"

/** The company whose knowledge it is: that of the key. */
export const OwnCompanyId = CompanyId.annotate({ description: "The key's company.", examples: [CompanyId.make(1)] })

const Status = Schema.Literals(["draft", "published"]).annotate({
  description: "A draft is found by nobody. What has open `questions` cannot be published.", examples: ["published"]
})

const Questions = Schema.Array(line(500)).check(Schema.isMaxLength(50)).annotate({
  description: "What only the company can answer before the entry is whole.", examples: [[]]
})

const EntryTags = Tags.annotate({ description: "What it is about; a search can ask for those with a tag.", examples: [["returns"]] })

/** Something that a company knows, written down: an answer to a question, a rule, an instruction. */
export const entry = entity("KbEntry", {
  id: field.readOnly(EntryId),
  title: field.required(line(300).annotate({ description: "A question, or what it is about.", examples: ["Returns and refunds"] })),
  body: field.required(prose(100_000).annotate({
    description: "Markdown: CommonMark with tables. Its headings are where searches and answers point to.",
    examples: ["You may send things back within 30 days.\n\n## When the money comes back\n\nWithin five working days."]
  })),
  language: field.each({
    read: Schema.String.annotate({ description: "BCP 47. Its words are stemmed by the rules of this language.", examples: ["en"] }),
    create: Schema.optionalKey(Locale.annotate({ description: "That of the company if left out.", examples: ["en"] })),
    change: Schema.optionalKey(Locale)
  }),
  audience: field.defaulted(Audience, "public"),
  status: field.defaulted(Status, "published", Schema.Literals(["draft", "published", "archived"]).annotate({ examples: ["published"] })),
  tags: field.defaulted(EntryTags, [], Schema.Array(Schema.String).annotate({ examples: [["returns"]] })),
  questions: field.defaulted(Questions, []),
  owner_id: field.nullable(UserId, { description: "The member of the company who answers for it.", examples: [null] }),
  review_at: field.nullable(Instant, { description: "When somebody is to look whether it still holds.", examples: [null] }, Schema.NullOr(Timestamp)),
  template_id: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "The template and question that it was made from.", examples: ["kb_salon_v1/prices/1"] })),
  reviewed_at: field.readOnly(Timestamp),
  archived_at: field.readOnly(Schema.NullOr(Timestamp)),
  ...versioned
}, {
  description: "Something that a company knows, written down.",
  filters: {
    status: Schema.Literals(["draft", "published", "archived"]),
    audience: Audience,
    language: Locale,
    owner_id: UserId,
    tag: line(100).annotate({ examples: ["returns"] }),
    search: line(100).annotate({ description: "Part of the title.", examples: ["refund"] }),
    review_before: below("review_at", Instant),
    updated_since: since("updated_at", Instant)
  },
  groups: {
    Knowledge: ["title", "body", "language"],
    Use: ["audience", "status", "tags", "questions"],
    Review: ["owner_id", "review_at", "reviewed_at", "archived_at", "template_id"]
  },
  sort: ["id", "title", "created_at", "updated_at"]
})
export const KbEntry = entry.read
export type KbEntry = typeof KbEntry.Type

/** What a version of an entry keeps. */
export type EntryContent = Pick<KbEntry, "audience" | "body" | "language" | "questions" | "tags" | "title">

export const VersionNumber = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })).annotate({ examples: [1] })

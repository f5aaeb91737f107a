import { Schema } from "effect"
import { Locale, WebAddress } from "#schemas/company/settings"
import { Tags } from "#schemas/crm/contact"
import { entity, field, since, versioned } from "#schemas/kernel/entity"
import { line, prose } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { Blocks } from "./blocks.ts"
import { MediaId, PostId } from "./ids.ts"
import { PostSlug } from "./paths.ts"
import { publicationFields, PublicationStatus, scheduleChanges } from "./publication.ts"
import { Seo } from "./seo.ts"

const Author = Schema.Struct({
  name: line(200).annotate({ examples: ["Nora Vale"] }),
  about: Schema.optionalKey(line(500).annotate({ examples: ["Potter and founder"] })),
  url: Schema.optionalKey(WebAddress)
}).annotate({ identifier: "PostAuthor" })

const WrittenTags = Tags.annotate({ description: "What it is about.", examples: [["ceramics"]] })

/** What a revision of a post holds. */
const content = entity("PostContent", {
  title: field.required(line(200).annotate({ examples: ["Our spring glazes"] })),
  slug: field.each({
    read: Schema.String.annotate({ description: "The last part of its address, behind `/blog/`.", examples: ["our-spring-glazes"] }),
    create: Schema.optionalKey(PostSlug.annotate({ description: "The last part of its address, behind `/blog/`; made of the title if left out." })),
    change: Schema.optionalKey(PostSlug)
  }),
  locale: field.nullable(Locale, { description: "Its language; the site's if null.", examples: ["nb-NO"] }),
  translation_of: field.nullable(PostId, { description: "The post that it is a translation of.", examples: [null] }),
  excerpt: field.nullable(prose(1_000), { description: "What lists show of it; its beginning if null.", examples: ["Three greens and a blue."] }),
  body: field.nullable(prose(200_000), { description: "Markdown: CommonMark with tables. Either this or `blocks`.", examples: ["Three *greens* and a blue."] }),
  blocks: field.nullable(Blocks, { description: "Either these or `body`.", examples: [null] }, Schema.NullOr(Schema.toType(Blocks))),
  cover_media_id: field.nullable(MediaId, { description: "The picture above it.", examples: [null] }),
  authors: field.defaulted(Schema.Array(Author).check(Schema.isMaxLength(20)).annotate({ examples: [[{ name: "Nora Vale" }]] }), []),
  tags: field.defaulted(WrittenTags, [], Schema.Array(Schema.String).annotate({ examples: [["ceramics"]] })),
  series: field.nullable(line(200), { description: "What several posts are parts of.", examples: ["A year in glazes"] }),
  posted_at: field.nullable(Instant, {
    description: "The time that it shows, and is sorted by; when it was first published if null.", examples: [null]
  }, Schema.NullOr(Timestamp)),
  seo: field.defaulted(Seo, {})
}, { description: "What a post says." })
export const PostContent = content.read
export type PostContent = typeof PostContent.Type

/** A post of the company's blog, without what it says. Title, slug and tags are the draft's. */
export const post = entity("Post", {
  id: field.readOnly(PostId),
  title: field.readOnly(Schema.String.annotate({ examples: ["Our spring glazes"] })),
  slug: field.readOnly(Schema.String.annotate({ examples: ["our-spring-glazes"] })),
  locale: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "Its language; the site's if null.", examples: ["nb-NO"] })),
  translation_of: field.readOnly(Schema.NullOr(PostId).annotate({ description: "The post that it is a translation of.", examples: [null] })),
  tags: field.readOnly(Schema.Array(Schema.String).annotate({ examples: [["ceramics"]] })),
  ...publicationFields,
  published_slug: field.readOnly(Schema.NullOr(Schema.String).annotate({
    description: "The last part of the address at which visitors see it.", examples: ["our-spring-glazes"]
  })),
  posted_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "The time that visitors are shown, and posts are sorted by." })),
  ...versioned
}, {
  description: "A post of the company's blog.",
  filters: {
    search: line(100).annotate({ description: "Part of the title or the slug.", examples: ["glazes"] }),
    status: PublicationStatus,
    scheduled: Schema.Boolean.annotate({ description: "Whether it goes public, or is taken off, at a time to come." }),
    tag: line(100).annotate({ examples: ["ceramics"] }),
    translation_of: PostId,
    locale: Locale,
    updated_since: since("updated_at", Instant)
  },
  groups: {
    Post: ["title", "slug", "excerpt", "body", "blocks", "cover_media_id", "authors", "tags", "series", "locale", "translation_of"],
    Content: ["seo", "note", "draft", "published"],
    Publication: ["status", "posted_at", "publish_at", "unpublish_at", "problem", "published_slug", "published_at", "first_published_at", "revision", "published_revision", "publish_revision"]
  },
  sort: ["created_at", "updated_at", "title", "id"]
})
export const Post = post.read
export type Post = typeof Post.Type

export const PostWithContent = Schema.Struct({
  ...Post.fields,
  draft: PostContent.annotate({ description: "What the newest revision says." }),
  published: Schema.NullOr(PostContent).annotate({ description: "What visitors see." })
}).annotate({ identifier: "PostWithContent", ...post.about, description: "A post of the company's blog: how it stands, its draft, and what visitors see." })
export type PostWithContent = typeof PostWithContent.Type

export const NewPost = Schema.Struct({ ...content.create.fields, note: scheduleChanges.note })
  /* The typed client checks what it is given, before `null` stands for what was left out. */
  .check(Schema.makeFilter(({ blocks = null, body = null }) =>
    blocks !== null && body !== null ? { path: ["blocks"], issue: "it says what it says in `body` or in `blocks`, not in both" } : undefined
  )).annotate({ identifier: "NewPost" })
export type NewPost = typeof NewPost.Type

export const PostChanges = Schema.Struct({ ...content.change.fields, ...scheduleChanges }).annotate({
  identifier: "PostChanges", description: "Only the fields that change; `null` empties one."
})
export type PostChanges = typeof PostChanges.Type

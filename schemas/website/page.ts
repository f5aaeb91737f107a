import { Schema } from "effect"
import { Locale } from "#schemas/company/settings"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field, since, versioned } from "#schemas/kernel/entity"
import { line } from "#schemas/kernel/text"
import { Instant } from "#schemas/kernel/time"
import { Blocks } from "./blocks.ts"
import { PageId } from "./ids.ts"
import { PageSlug } from "./paths.ts"
import { publicationFields, PublicationStatus, scheduleChanges } from "./publication.ts"
import { Seo } from "./seo.ts"

const parent = Schema.NullOr(PageId).annotate({ description: "The page that it stands below; `null` for none.", examples: [null] })
const locale = field.nullable(Locale, { description: "Its language; the site's if null.", examples: ["nb-NO"] })
const translation = field.nullable(PageId, { description: "The page that it is a translation of.", examples: [null] })

/** What a revision of a page holds. */
const content = entity("PageContent", {
  title: field.required(line(200).annotate({ examples: ["About us"] })),
  slug: field.each({
    read: Schema.String.annotate({ description: "The last part of its address; empty for the home page.", examples: ["about-us"] }),
    create: Schema.optionalKey(PageSlug.annotate({ description: "The last part of its address; made of the title if left out, empty for the home page." })),
    change: Schema.optionalKey(PageSlug)
  }),
  parent_id: field.each({ read: parent, create: defaulted(parent, null), change: Schema.optionalKey(parent) }),
  locale,
  translation_of: translation,
  blocks: field.defaulted(Blocks, [], Schema.toType(Blocks)),
  seo: field.defaulted(Seo, {})
}, { description: "What a page says, and where it stands." })
export const PageContent = content.read
export type PageContent = typeof PageContent.Type

/** A page of the company's site, without what it says. Title, slug and parent are the draft's. */
export const page = entity("Page", {
  id: field.readOnly(PageId),
  title: field.readOnly(Schema.String.annotate({ examples: ["About us"] })),
  slug: field.readOnly(Schema.String.annotate({ examples: ["about-us"] })),
  parent_id: field.readOnly(parent),
  path: field.readOnly(Schema.String.annotate({ description: "Its address within the site, as the draft has it.", examples: ["/about-us"] })),
  locale: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "Its language; the site's if null.", examples: ["nb-NO"] })),
  translation_of: field.readOnly(Schema.NullOr(PageId).annotate({ description: "The page that it is a translation of.", examples: [null] })),
  ...publicationFields,
  published_path: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "The address at which visitors see it.", examples: ["/about-us"] })),
  ...versioned
}, {
  description: "A page of the company's site.",
  filters: {
    search: line(100).annotate({ description: "Part of the title or the path.", examples: ["about"] }),
    status: PublicationStatus,
    scheduled: Schema.Boolean.annotate({ description: "Whether it goes public, or is taken off, at a time to come." }),
    parent_id: PageId,
    translation_of: PageId,
    locale: Locale,
    updated_since: since("updated_at", Instant)
  },
  groups: {
    Page: ["title", "slug", "path", "parent_id", "locale", "translation_of"],
    Content: ["blocks", "seo", "note", "draft", "published"],
    Publication: ["status", "publish_at", "unpublish_at", "problem", "published_path", "published_at", "first_published_at", "revision", "published_revision", "publish_revision"]
  },
  sort: ["path", "title", "created_at", "updated_at", "id"]
})
export const Page = page.read
export type Page = typeof Page.Type

export const PageWithContent = Schema.Struct({
  ...Page.fields,
  draft: PageContent.annotate({ description: "What the newest revision says." }),
  published: Schema.NullOr(PageContent).annotate({ description: "What visitors see." })
}).annotate({ identifier: "PageWithContent", ...page.about, description: "A page of the company's site: how it stands, its draft, and what visitors see." })
export type PageWithContent = typeof PageWithContent.Type

export const NewPage = Schema.Struct({ ...content.create.fields, note: scheduleChanges.note }).annotate({ identifier: "NewPage" })
export type NewPage = typeof NewPage.Type

export const PageChanges = Schema.Struct({ ...content.change.fields, ...scheduleChanges }).annotate({
  identifier: "PageChanges", description: "Only the fields that change; `null` empties one."
})
export type PageChanges = typeof PageChanges.Type


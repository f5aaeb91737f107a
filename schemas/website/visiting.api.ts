import { Schema } from "effect"
import { NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { line } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { openToVisitors, visitedHost } from "#schemas/kernel/visited"
import { PostId } from "./ids.ts"
import { PostContent } from "./post.ts"

const PUBLIC = "/cms/pages/public"

const example = {
  kind: "page", id: 42, path: "/about", title: "About us", locale: "en-GB", description: "We plan and furnish homes for those who stay.", noindex: false,
  url: "https://www.juniper.example/about", languages: [], published_at: "2030-01-07T09:00:00Z", blocks: [{ type: "text", text: "We plan homes." }]
}

export const get_public_page = operation.download("get_public_page", `${PUBLIC}/page`, {
  description: "What visitors see at a path of the site: the whole document with `Accept: text/html`, otherwise JSON with `kind`, `title`, `locale`, " +
    "`description`, `url`, `languages` and `blocks`; where the address has moved, `kind` is `redirect` with `status` and `to`.",
  examples: {
    "application/json": JSON.stringify(example),
    "text/html": "<!doctype html><html lang=\"en-GB\"><head><title>About us</title></head><body><h1>About us</h1></body></html>"
  },
  cache: { seconds: 0, public: true }
}, {
  ...openToVisitors,
  query: {
    ...visitedHost,
    path: line(1_000).annotate({ description: "A path of the site, beginning with a slash; `/` is the start page, `/blog/...` a post.", examples: ["/"] })
  },
  errors: [NotFound],
  summary: "Get a page as visitors see it",
  description: "The page or the post that visitors see at a path of the company's site, as a document or as its blocks. What is not published is not found, " +
    "and neither is anything while the site is not shown."
})

/** A post as visitors see it in lists. */
export const PublicPost = Schema.Struct({
  id: PostId,
  path: Schema.String.annotate({ examples: ["/blog/our-spring-glazes"] }),
  url: Schema.String.annotate({ examples: ["https://www.juniper.example/blog/our-spring-glazes"] }),
  title: PostContent.fields.title,
  excerpt: Schema.String.annotate({ description: "Plain text; the beginning of the post where it has none of its own.", examples: ["Three greens and a blue."] }),
  locale: Schema.String.annotate({ examples: ["en-GB"] }),
  authors: PostContent.fields.authors,
  tags: PostContent.fields.tags,
  series: PostContent.fields.series,
  minutes: Schema.Int.annotate({ description: "How long it takes to read.", examples: [4] }),
  image: Schema.NullOr(Schema.String).annotate({ description: "The address of the picture above it.", examples: ["https://www.juniper.example/media/0a1b/glazes.jpg"] }),
  posted_at: Timestamp,
  published_at: Timestamp.annotate({ description: "When it was last changed for visitors." })
}).annotate({ identifier: "PublicPost" })
export type PublicPost = typeof PublicPost.Type

export const get_public_posts = operation.list("get_public_posts", `${PUBLIC}/posts`, PublicPost, {
  ...openToVisitors,
  query: visitedHost,
  filters: { tag: line(100).annotate({ examples: ["ceramics"] }) },
  errors: [NotFound],
  summary: "List posts as visitors see them",
  description: "The posts of the company's blog that visitors see, newest first, translations left out."
})

export const get_sitemap = operation.download("get_sitemap", `${PUBLIC}/sitemap.xml`, {
  description: "All addresses of the site that are to be found by searching, with when each changed and the same in other languages (sitemaps.org, 0.9).",
  examples: {
    "application/xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">" +
      "<url><loc>https://www.juniper.example/</loc></url></urlset>"
  },
  cache: { seconds: 0, public: true }
}, {
  ...openToVisitors,
  query: visitedHost,
  errors: [NotFound],
  summary: "Get the sitemap",
  description: "The sitemap of the company's site, as search engines read it."
})

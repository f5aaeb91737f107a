import { Schema } from "effect"
import { Text } from "#schemas/kernel/text"

/** Segments that a page's path may have, and characters of the whole. */
const MOST_DEPTH = 10
const MOST_OF_SLUG = 200

const pattern = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/u

/** The last segment of a page's address; empty for the home page. */
export const PageSlug = Text.check(
  Schema.isMaxLength(MOST_OF_SLUG),
  Schema.isPattern(pattern, { expected: "small letters, digits and single hyphens between them; empty for the home page" })
).annotate({ description: "The last part of its address; empty for the home page.", examples: ["about-us"] })

/** The last segment of a post's address, behind `/blog/`. */
export const PostSlug = Text.check(
  Schema.isMinLength(1), Schema.isMaxLength(MOST_OF_SLUG),
  Schema.isPattern(pattern, { expected: "small letters, digits and single hyphens between them" })
).annotate({ description: "The last part of its address, behind `/blog/`.", examples: ["spring-menu"] })

/** The script that tells of page views. */
export const COUNT_SCRIPT = "/count.js"

/** What the service itself shows on a company's host: no page begins like this. */
export const reservedSegments: ReadonlySet<string> = new Set([
  "api", "assets", "blog", "book", "booking", "cart", "chat", "checkout", "feed", "feeds", "forms", "l", "media", "mcp", "o", "order", "orders", "pay", "portal", "preview",
  "quotes", "s", "shop", "healthz", "livez", "metrics", "readyz", "sitemap", "tags", "unsubscribe", "well-known",
  ".well-known", "atom.xml", "count.js", "favicon.ico", "feed.json", "robots.txt", "rss.xml", "sitemap.xml"
])

/** What the service shows among the posts. */
const reservedPosts: ReadonlySet<string> = new Set(["author", "authors", "feed", "page", "search", "series", "tag", "tags"])

/** Why a slug cannot be a post's; nothing where it can. */
export const faultOfPostSlug = (slug: string): string | undefined =>
  reservedPosts.has(slug) ? `the service itself shows something at /blog/${slug}: choose another slug` : undefined

/** The path of the home page. */
export const HOME = "/"

/** The path of a page below another, or below none. */
export const pathOf = (parent: string | null, slug: string): string => parent === null ? `/${slug}` : `${parent}/${slug}`

/** Why a page cannot stand there; nothing where it can. */
export const faultOfPath = (parent: string | null, slug: string): string | undefined => {
  if (slug === "" && parent !== null) return "only the home page has none: it stands below no other page"
  if (parent === HOME) return "every page stands below the home page as it is: leave `parent_id` null"
  if (parent === null && reservedSegments.has(slug)) return `the service itself shows something at /${slug}: choose another slug`
  const depth = pathOf(parent, slug).split("/").length - 1
  return depth > MOST_DEPTH ? `its path would have ${depth} parts, and ${MOST_DEPTH} are the most` : undefined
}

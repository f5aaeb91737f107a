import { element, emptyElement, XML_HEAD } from "./xml.ts"

/** What feeds tell of a post. */
export interface FeedEntry {
  /** Stays the same when the post moves. */
  readonly id: string
  readonly url: string
  readonly title: string
  readonly summary: string
  /** With addresses that hold anywhere. */
  readonly html: string
  readonly published: string
  readonly updated: string
  readonly authors: ReadonlyArray<{ readonly name: string; readonly url?: string }>
  readonly tags: ReadonlyArray<string>
  readonly image: string | undefined
  readonly language: string
}

/** The posts of a site, newest first. */
export interface Feed {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly language: string
  /** Of the list of posts. */
  readonly url: string
  readonly atom: string
  readonly rss: string
  readonly json: string
  readonly icon: string
  readonly updated: string
  /** Who stands for posts without an author. */
  readonly author: string
  readonly entries: ReadonlyArray<FeedEntry>
}

const authorsOf = ({ author }: Feed, { authors }: FeedEntry) => authors.length === 0 ? [{ name: author }] : authors

/** RFC 4287. */
export const atomOf = (feed: Feed): string => {
  const entries = feed.entries.map((entry) => `<entry xml:lang="${entry.language}">${[
    element("id", entry.id),
    element("title", entry.title),
    emptyElement("link", { rel: "alternate", type: "text/html", href: entry.url }),
    element("published", entry.published),
    element("updated", entry.updated),
    ...authorsOf(feed, entry).map(({ name, url }: { readonly name: string; readonly url?: string }) =>
      `<author>${element("name", name)}${element("uri", url)}</author>`),
    ...entry.tags.map((term) => emptyElement("category", { term })),
    element("summary", entry.summary, { type: "text" }),
    element("content", entry.html, { type: "html" })
  ].join("")}</entry>`)
  return `${XML_HEAD}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">${[
    element("id", feed.id),
    element("title", feed.title),
    element("subtitle", feed.description),
    emptyElement("link", { rel: "self", type: "application/atom+xml", href: feed.atom }),
    emptyElement("link", { rel: "alternate", type: "text/html", href: feed.url }),
    element("updated", feed.updated),
    element("icon", feed.icon),
    ...entries
  ].join("\n")}\n</feed>\n`
}

/** As RSS writes times (RFC 822, with four digits of the year). */
const rfc822 = (instant: string) => new Date(instant).toUTCString().replace("GMT", "+0000")

/** RSS 2.0, with what of Atom, Dublin Core and its content module its profile asks for. */
export const rssOf = (feed: Feed): string => {
  const items = feed.entries.map((entry) => `<item>${[
    element("title", entry.title),
    element("link", entry.url),
    element("guid", entry.id, { isPermaLink: "false" }),
    element("pubDate", rfc822(entry.published)),
    ...authorsOf(feed, entry).map(({ name }) => element("dc:creator", name)),
    ...entry.tags.map((tag) => element("category", tag)),
    element("description", entry.summary),
    element("content:encoded", entry.html)
  ].join("")}</item>`)
  const names = [
    "xmlns:atom=\"http://www.w3.org/2005/Atom\"", "xmlns:content=\"http://purl.org/rss/1.0/modules/content/\"", "xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
  ]
  return `${XML_HEAD}<rss version="2.0" ${names.join(" ")}><channel>${[
    element("title", feed.title),
    element("link", feed.url),
    element("description", feed.description),
    element("language", feed.language),
    element("lastBuildDate", rfc822(feed.updated)),
    emptyElement("atom:link", { rel: "self", type: "application/rss+xml", href: feed.rss }),
    ...items
  ].join("\n")}\n</channel></rss>\n`
}

/** JSON Feed 1.1. */
export const jsonFeedOf = (feed: Feed): string => JSON.stringify({
  version: "https://jsonfeed.org/version/1.1",
  title: feed.title,
  home_page_url: feed.url,
  feed_url: feed.json,
  description: feed.description,
  language: feed.language,
  icon: feed.icon,
  authors: [{ name: feed.author }],
  items: feed.entries.map((entry) => ({
    id: entry.id,
    url: entry.url,
    title: entry.title,
    summary: entry.summary,
    content_html: entry.html,
    date_published: entry.published,
    date_modified: entry.updated,
    language: entry.language,
    ...entry.image !== undefined && { image: entry.image },
    ...entry.authors.length > 0 && { authors: entry.authors },
    ...entry.tags.length > 0 && { tags: entry.tags }
  }))
})

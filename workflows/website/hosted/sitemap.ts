import { element, emptyElement, XML_HEAD } from "./xml.ts"

/** An address of a site that is to be found by searching. */
export interface SitemapEntry {
  readonly url: string
  readonly modified: string
  /** The same in other languages and in its own, by language. */
  readonly languages: ReadonlyArray<{ readonly language: string; readonly url: string }>
}

/** The protocol takes no more in one file. */
export const MOST_IN_SITEMAP = 50_000

/** The sitemaps.org protocol 0.9, with the languages of each page. */
export const sitemapOf = (entries: ReadonlyArray<SitemapEntry>): string => {
  const urls = entries.map(({ languages, modified, url }) => `<url>${[
    element("loc", url),
    element("lastmod", modified),
    ...languages.map(({ language, url }) => emptyElement("xhtml:link", { rel: "alternate", hreflang: language, href: url }))
  ].join("")}</url>`)
  return `${XML_HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join("\n")}\n</urlset>\n`
}

/** Everybody may read everything but what is somebody's own: carts, payments, bookings. */
export const robotsOf = (base: string, sitemap: string): string => [
  "User-agent: *",
  ...["/api/", "/pay/", "/portal/", "/shop/cart", "/shop/checkout", "/preview/"].map((path) => `Disallow: ${path.startsWith("/api") ? "" : base}${path}`),
  "",
  `Sitemap: ${sitemap}`,
  ""
].join("\n")

import { html, type Node } from "#schemas/kernel/markup"
import type { SiteShown } from "./site.ts"

/** What those are told who search, or who share an address. */
export interface Head {
  readonly title: string
  readonly description: string | undefined
  readonly canonical: string | undefined
  readonly listed: boolean
  readonly type: "article" | "website"
  readonly image: { readonly url: string; readonly width: number; readonly height: number; readonly alt: string } | undefined
  /** The same in other languages and in its own. */
  readonly languages: ReadonlyArray<{ readonly language: string; readonly url: string }>
  readonly article?: { readonly published: string; readonly modified: string; readonly tags: ReadonlyArray<string> }
  readonly structured: ReadonlyArray<object>
}

const property = (name: string, content: string | undefined): Node => content !== undefined && html`<meta property=${name} content=${content} />`

/* Nothing in it can end the element, and browsers run nothing of it. */
const structuredNode = (data: ReadonlyArray<object>): Node => data.length > 0 && html`
  <script type="application/ld+json" dangerouslySetInnerHTML=${{
    __html: JSON.stringify({ "@context": "https://schema.org", "@graph": data }).replaceAll("<", "\\u003c")
  }}></script>`

const underscored = (locale: string) => locale.replaceAll("-", "_")

/** The language for whoever reads none of them is that of the site. */
const languagesNode = ({ row }: SiteShown, { languages }: Head): Node => languages.length > 1 && [
  ...languages.map(({ language, url }) => html`<link rel="alternate" hreflang=${language} href=${url} />`),
  ...languages.filter(({ language }) => language === row.locale).map(({ url }) => html`<link rel="alternate" hreflang="x-default" href=${url} />`)
]

export const headNode = (site: SiteShown, head: Head, locale: string): Node => {
  const { article, canonical, description, image, listed, structured, title, type } = head
  return [
    html`<title>${title}</title>`,
    description !== undefined && html`<meta name="description" content=${description} />`,
    !listed && html`<meta name="robots" content="noindex" />`,
    canonical !== undefined && html`<link rel="canonical" href=${canonical} />`,
    languagesNode(site, head),
    property("og:type", type),
    property("og:site_name", site.row.name),
    property("og:title", title),
    property("og:description", description),
    property("og:url", canonical),
    property("og:locale", underscored(locale)),
    image !== undefined && [
      property("og:image", image.url), property("og:image:width", String(image.width)), property("og:image:height", String(image.height)),
      property("og:image:alt", image.alt), html`<meta name="twitter:card" content="summary_large_image" />`
    ],
    article !== undefined && [
      property("article:published_time", article.published), property("article:modified_time", article.modified),
      article.tags.map((tag) => property("article:tag", tag))
    ],
    structuredNode(structured)
  ]
}

import { html, type Node, printed } from "#schemas/kernel/markup"
import { formatsOf } from "#schemas/kernel/formats"
import type { NavigationItem, SiteLink } from "#schemas/website/site-settings"
import { pictureNode } from "#schemas/website/blocks/picture"
import { frameWords } from "./words.ts"
import { COUNT_SCRIPT } from "#schemas/website/paths"
import { type Head, headNode } from "./head.ts"
import type { SiteShown } from "./site.ts"

/** A page of a site, as its frame takes it. */
export interface Framed {
  readonly head: Head
  readonly locale: string
  /** Of the page, as the navigation may name it. */
  readonly path: string
  readonly content: Node
  /** Only those see it who were given its address. */
  readonly draft?: boolean
}

/** What the head and the foot of a page depend on. */
interface Around extends Pick<Framed, "locale" | "path"> {
  /** The page itself is in another language. */
  readonly isOther?: boolean
}

const leadsTo = (site: SiteShown, { page_id, url }: Pick<SiteLink, "page_id" | "url">): string | undefined => {
  if (page_id !== null) return site.pathOf("page", page_id)
  return url ?? undefined
}

const isElsewhere = (path: string) => !path.startsWith("/")
const within = ({ base }: SiteShown, path: string) => isElsewhere(path) ? path : path === "/" ? base || "/" : `${base}${path}`

const linkNode = (site: SiteShown, now: string, label: string, path: string): Node =>
  html`<a href=${within(site, path)} aria-current=${path === now ? "page" : undefined}>${label}</a>`

const linksNode = (site: SiteShown, now: string, links: ReadonlyArray<SiteLink>): ReadonlyArray<Node> =>
  links.flatMap((link) => {
    const path = leadsTo(site, link)
    return path === undefined ? [] : [html`<li>${linkNode(site, now, link.label, path)}</li>`]
  })

const entryNode = (site: SiteShown, now: string, entry: NavigationItem): Node => {
  const path = leadsTo(site, entry)
  const own: ReadonlyArray<SiteLink> = path === undefined || entry.children.length === 0 ? [] : [{ label: entry.label, page_id: entry.page_id, url: entry.url }]
  const below = linksNode(site, now, [...own, ...entry.children])
  if (below.length > own.length) return html`<li><details class="below"><summary>${entry.label}</summary><ul>${below}</ul></details></li>`
  return path !== undefined && html`<li>${linkNode(site, now, entry.label, path)}</li>`
}

const navigation = (site: SiteShown, { locale, path }: Around): Node => {
  const { navigation } = site.row
  const words = frameWords(locale)
  return navigation.length > 0 && html`
    <nav class="site-nav" aria-label=${words.main}>
      <details class="phone"><summary>${words.menu}</summary><ul>${navigation.map((entry) => entryNode(site, path, entry))}</ul></details>
      <ul class="wide">${navigation.map((entry) => entryNode(site, path, entry))}</ul>
    </nav>`
}

const brand = ({ base, logo, row }: SiteShown): Node => html`
  <a class="brand" href=${base || "/"} rel="home">
    ${logo !== undefined && pictureNode(logo, { sizes: "12rem", first: true })}
    ${(logo === undefined || logo.alt === "") && html`<span dir="auto">${row.name}</span>`}
  </a>`

const paragraphs = (text: string): Node => text.split(/\n\s*\n/u).map((one) => html`<p dir="auto">${one.trim()}</p>`)

const languageName = (language: string) => new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language

const languageOf = ({ row: { time_zone } }: SiteShown, { isOther = false, locale }: Around) =>
  isOther ? { lang: locale, dir: formatsOf({ locale, time_zone }).direction } : {}

/** What stands above the content of a page; `below` is under the navigation. */
export const siteHeader = (site: SiteShown, around: Around, below: Node = null): Node => html`
  <header class="site-head" ...${languageOf(site, around)}><div class="inner">${brand(site)}${navigation(site, around)}</div>${below}</header>`

/** What stands below the content of a page, with the same in other languages. */
export const siteFooter = (site: SiteShown, around: Around, languages: Head["languages"] = []): Node => {
  const { locale, path } = around
  const { contact_email, contact_phone, footer, name, social } = site.row
  const words = frameWords(locale)
  const links = linksNode(site, path, footer?.links ?? [])
  const others = languages.filter(({ language }) => language !== locale)
  return html`
    <footer class="site-foot" ...${languageOf(site, around)}>
      <div class="inner">
        <div class="about">
          <p class="name" dir="auto">${name}</p>
          ${footer !== null && footer.text !== null && paragraphs(footer.text)}
          ${contact_email !== null && html`<p><a href=${`mailto:${contact_email}`}>${contact_email}</a></p>`}
          ${contact_phone !== null && html`<p><a href=${`tel:${contact_phone}`}>${contact_phone}</a></p>`}
        </div>
        ${links.length > 0 && html`<nav aria-label=${words.more}><ul>${links}</ul></nav>`}
        ${social.length > 0 && html`
          <nav aria-label=${words.elsewhere}><ul>${social.map(({ label, url }) => html`<li><a href=${url} rel="me noopener">${label}</a></li>`)}</ul></nav>`}
        ${others.length > 0 && html`
          <nav aria-label=${words.languages}>
            <ul>${others.map(({ language, url }) => html`<li><a href=${url} hreflang=${language} lang=${language}>${languageName(language)}</a></li>`)}</ul>
          </nav>`}
      </div>
    </footer>`
}

/** What tells of page views, where the company wants them counted. */
const counting = ({ base, row: { analytics_key, count_visits } }: SiteShown): Node => count_visits && html`
  <script src=${`${base}${COUNT_SCRIPT}`} data-site=${analytics_key} data-base=${base} defer></script>`

/** The whole of a page, with the company's navigation and footer around it. */
export const framed = (site: SiteShown, page: Framed): string => {
  const { content, draft = false, head, locale } = page
  const { base, row } = site
  const words = frameWords(locale)
  const { direction } = formatsOf({ locale, time_zone: row.time_zone })
  const feeds = [["application/atom+xml", "feed.xml"], ["application/rss+xml", "rss.xml"], ["application/feed+json", "feed.json"]] as const
  return printed(html`
    <html lang=${locale} dir=${direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${headNode(site, head, locale)}
        ${feeds.map(([type, name]) => html`<link rel="alternate" type=${type} title=${row.name} href=${`${base}/blog/${name}`} />`)}
        <link rel="icon" href=${`${base}/favicon.ico`} />
        <style dangerouslySetInnerHTML=${{ __html: site.style.text }}></style>
        ${!draft && counting(site)}
      </head>
      <body class="site">
        <a class="skip" href="#content">${words.skip}</a>
        ${draft && html`<p class="draft">${words.draft}</p>`}
        ${siteHeader(site, page)}
        <main id="content" tabindex="-1">${content}</main>
        ${siteFooter(site, page, head.languages)}
      </body>
    </html>`)
}

import { HttpServerResponse } from "effect/http"
import { type Formats, formatsOf } from "#schemas/kernel/formats"
import { defaultDesign, designStyles } from "#schemas/website/design"
import type { LinkShown } from "#workflows/payments/link-paying"
import { siteFooter, siteHeader } from "#workflows/website/hosted/layout"
import { hashed, type SiteShown } from "#workflows/website/hosted/site"
import { frameWords } from "#workflows/website/hosted/words"
import { frameStyles } from "#workflows/website/hosted/styles"
import { html, type Node, printed } from "../../dashboard/html.ts"
import { originReferrer, security } from "../../dashboard/response.ts"
import { stylesheet, stylesheetPart } from "../../dashboard/stylesheet.ts"

/** In the page, so that it looks right at the company's own host too, where the service shows nothing else. */
export const styleOf = (...pages: ReadonlyArray<"book" | "chat" | "pay" | "shop">) => hashed(stylesheet(...pages))

const ofSites = stylesheetPart("site")

/** The same within a company's site, in the colours and fonts of its design. */
const styleWithin = ({ row: { design } }: SiteShown, { text }: ReturnType<typeof styleOf>) =>
  hashed(`${text}${frameStyles}${designStyles(design ?? defaultDesign)}${ofSites}`)

export type Company = LinkShown["company"]

/** What the reader of a page is shown. */
export interface Shown {
  readonly title: string
  readonly content: Node
  /** ISO 639; English if left out. */
  readonly language?: string
  /** The content has the heading in it. */
  readonly headed?: boolean
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The browser goes there by itself, at once. */
  readonly forwardTo?: string
  /** Why no money moves, where none does. */
  readonly mark?: string | undefined
}

/** What pages of a kind have around their content. */
interface Frame {
  readonly style: ReturnType<typeof styleOf>
  /** The class of the body. */
  readonly kind?: string
  /** Addresses of images besides the logo. */
  readonly images?: ReadonlyArray<string>
  readonly head: Node
  readonly top: Node
  /** Any page of the web may have it in a frame. */
  readonly embeddable?: boolean
  /** Runs in the page, which does without it as well. */
  readonly script?: ReturnType<typeof hashed>
  /** The page runs scripts of the company's site, which ask nobody else. */
  readonly ownScripts?: boolean
  /** The company's site, whose navigation and foot stand around the page, and where in it the page is. */
  readonly within?: { readonly site: SiteShown; readonly path: string } | undefined
}

const policyOf = ({ logo_url }: Company, { embeddable = false, images = [], ownScripts = false, script, style, within }: Frame) => {
  const origins = new Set([...logo_url === null ? [] : [logo_url], ...images].map((url) => new URL(url).origin))
  return [
    "default-src 'none'", `style-src ${style.hash}`, ...script === undefined ? [] : [`script-src ${script.hash}`],
    ...ownScripts ? ["script-src 'self'", "connect-src 'self'"] : [],
    `img-src ${["data:", ...within === undefined ? [] : ["'self'"], ...origins].join(" ")}`, "form-action 'self'", "base-uri 'none'", `frame-ancestors ${embeddable ? "*" : "'none'"}`
  ].join("; ")
}

/** What keeps a page out of frames, and what lets it into those of pages that take only what says that it may be taken. */
const framing = ({ embeddable = false }: Frame) => {
  const { "x-frame-options": denied, ...open } = security
  return embeddable ? { ...open, "cross-origin-resource-policy": "cross-origin" } : { ...open, "x-frame-options": denied }
}

const LONGEST_HEADER = 500

/** How the reader writes numbers and dates: the first of their browser's languages that is known, or the company's. */
export const formatsFor = (acceptLanguage: string | undefined, { locale, time_zone }: Company): Formats => {
  const wanted = (acceptLanguage ?? "").slice(0, LONGEST_HEADER).split(",").flatMap((one) => {
    const [tag = "", ...more] = one.split(";").map((part) => part.trim())
    const weight = Number(more.find((part) => part.startsWith("q="))?.slice(2) ?? 1)
    return /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(tag) && weight > 0 ? [{ tag, weight }] : []
  }).sort((a, b) => b.weight - a.weight)
  const known = wanted.find(({ tag }) => Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0)
  return formatsOf({ locale: known?.tag ?? locale, time_zone })
}

/** A sum or a date, in the reader's writing. */
export const written = ({ direction, language }: Formats, text: string): Node => html`<bdi lang=${language} dir=${direction}>${text}</bdi>`

/** The company, as its pages name it. */
export const brand = (company: Company): Node => [
  company.logo_url !== null && html`<img src=${company.logo_url} alt="" referrerpolicy="no-referrer" />`, html`<span dir="auto">${company.name}</span>`
]

const contactNode = ({ contact_email }: Company): Node => contact_email !== null && html`
  <footer>Questions? Write to <a href=${`mailto:${contact_email}`}>${contact_email}</a>.</footer>`

/** What stands above and below the content: what the company's site has there, with what the page has itself, or that alone. */
const aroundOf = (company: Company, mark: string | undefined, { kind, top, within }: Frame) => {
  const own = [mark !== undefined && html`<p class="mark">${mark}</p>`, top]
  if (within === undefined) return { kind, icon: "data:,", above: html`<header>${own}</header>`, below: contactNode(company) }
  const { path, site } = within
  const around = { locale: site.row.locale, path, isOther: true }
  return { kind: `site ${kind ?? ""}`.trim(), icon: `${site.base}/favicon.ico`, above: siteHeader(site, around, own), below: siteFooter(site, around) }
}

/** A page that is the company's, as far as the reader sees. */
export const companyResponse = (company: Company, { content, forwardTo, headed = false, headers, language = "en", mark, status = 200, title }: Shown, given: Frame) => {
  const frame = given.within === undefined ? given : { ...given, style: styleWithin(given.within.site, given.style) }
  const { above, below, icon, kind } = aroundOf(company, mark, frame)
  return HttpServerResponse.text(printed(html`
  <html lang=${language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      ${frame.head}
      ${forwardTo !== undefined && html`<meta http-equiv="refresh" content=${`0; url=${forwardTo}`} />`}
      <title>${`${title} · ${company.name}`}</title>
      <link rel="icon" href=${icon} />
      <style dangerouslySetInnerHTML=${{ __html: frame.style.text }}></style>
    </head>
    <body class=${kind}>
      ${frame.script !== undefined && html`<script dangerouslySetInnerHTML=${{ __html: frame.script.text }}></script>`}
      <a class="skip" href="#content">${frameWords(language).skip}</a>
      ${above}
      <main id="content" tabindex="-1">
        ${!headed && html`<h1 dir="auto">${title}</h1>`}
        ${content}
      </main>
      ${below}
    </body>
  </html>`), {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { ...framing(frame), ...originReferrer, "content-security-policy": policyOf(company, frame), "vary": frame.embeddable === true ? "accept-language, sec-fetch-dest" : "accept-language", ...headers }
  })
}

/** Not to be found by searching. */
export const unlisted = html`<meta name="robots" content="noindex" />`

const style = styleOf("pay")

export const payResponse = (company: Company, shown: Shown) =>
  companyResponse(company, shown, { style, head: unlisted, top: html`<p class="whose">${brand(company)}</p>` })

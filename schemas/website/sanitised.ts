import sanitizeHtml from "sanitize-html"
import { type Link, textLinkOf } from "./blocks/link.ts"
import { drawn } from "./blocks/picture.ts"
import type { Shown } from "./blocks/shown.ts"
import type { MediaId } from "./ids.ts"
import { addressIn, levelBelow } from "./markdown.ts"
import { wellNested } from "./nesting.ts"

type Where = Pick<Shown, "href" | "picture" | "file">
type Attributes = sanitizeHtml.Attributes
type Tag = sanitizeHtml.Tag

const headings = ["h1", "h2", "h3", "h4", "h5", "h6"]

const tags = [
  ...headings, "p", "br", "hr", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "pre", "code", "kbd", "samp", "var", "em", "strong", "b", "i", "u", "s",
  "sub", "sup", "small", "mark", "abbr", "cite", "q", "time", "del", "ins", "address", "wbr", "a", "img", "figure", "figcaption",
  "table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "details", "summary", "div", "span", "ruby", "rt", "rp", "bdi"
]

const base: sanitizeHtml.IOptions = {
  allowedTags: tags,
  allowedAttributes: {
    "*": ["lang", "dir"], a: ["href"], img: ["src", "alt", "width", "height", "srcset", "sizes", "loading", "decoding"],
    th: ["colspan", "rowspan", "scope"], td: ["colspan", "rowspan"], ol: ["start", "reversed"], time: ["datetime"], abbr: ["title"]
  },
  allowedSchemes: ["https", "http", "mailto", "tel", "page", "post", "media"],
  allowedSchemesAppliedToAttributes: ["href", "src"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nonTextTags: ["script", "style", "textarea", "option", "xmp", "noscript", "template", "title", "iframe", "noembed", "noframes", "plaintext", "svg", "math"],
  nestingLimit: 60,
  parseStyleAttributes: false,
  exclusiveFilter: ({ attribs, tag }) => tag === "img" && (attribs["src"] ?? "") === ""
}

/** Only numbers, and words of HTML: browsers would make something of anything else. */
const plain: Readonly<Record<string, RegExp>> = {
  colspan: /^[1-9]\d{0,2}$/, rowspan: /^[1-9]\d{0,2}$/, start: /^-?\d{1,6}$/, width: /^[1-9]\d{0,4}$/, height: /^[1-9]\d{0,4}$/,
  scope: /^(?:row|col|rowgroup|colgroup)$/, dir: /^(?:ltr|rtl|auto)$/, lang: /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/,
  datetime: /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/
}

const wellFormed = (tagName: string, attribs: Attributes): Tag => ({
  tagName, attribs: Object.fromEntries(Object.entries(attribs).filter(([name, value]) => plain[name]?.test(value) ?? true))
})

const isShown = (src: string) => {
  const target = textLinkOf(src)
  return target !== undefined && "media_id" in target
}

/** HTML with only what text consists of: as it is kept. Links and images name their targets as in Markdown. */
export const sanitised = (html: string): string => wellNested(sanitizeHtml(html, {
  ...base,
  transformTags: {
    a: (_, { href = "", ...attribs }) =>
      textLinkOf(href.trim()) === undefined ? { tagName: "span", attribs } : { tagName: "a", attribs: { ...attribs, href: href.trim() } },
    img: (_, { alt = "", height, src = "", width }): Tag => ({
      tagName: "img", attribs: isShown(src) ? { src, alt, ...width !== undefined && { width }, ...height !== undefined && { height } } : {}
    }),
    "*": wellFormed
  }
}))

const imageOf = (src: string, alt: string, shown: Where): Attributes => {
  const target = textLinkOf(src)
  const picture = target !== undefined && "media_id" in target ? shown.picture(target.media_id) : undefined
  if (picture === undefined) return {}
  const sizes = picture.sources.at(-1)?.sizes ?? []
  return {
    src: picture.src, alt: alt === "" ? picture.alt : alt, loading: "lazy", decoding: "async",
    ...picture.width !== undefined && { width: String(picture.width) }, ...picture.height !== undefined && { height: String(picture.height) },
    ...sizes.length > 0 && { srcset: sizes.map(({ src, width }) => `${src} ${width}w`).join(", "), sizes: drawn.text }
  }
}

/** The same as it is shown: its headings begin at `top`, and links lead to where their targets are. */
export const sanitisedFor = (html: string, shown: Where, top: number): string => {
  let last: number | undefined
  const heading = (tagName: string, attribs: Attributes): Tag => {
    last = levelBelow(top, Math.max(1, Number(tagName.slice(1)) - 1), last)
    return { tagName: `h${last}`, attribs }
  }
  return wellNested(sanitizeHtml(sanitised(html), {
    ...base,
    transformTags: {
      ...Object.fromEntries(headings.map((name) => [name, heading])),
      a: (_, { href = "", ...attribs }) => {
        const to = addressIn(href, shown)
        return to === undefined ? { tagName: "span", attribs } : { tagName: "a", attribs: { ...attribs, href: to } }
      },
      img: (_, { alt = "", src = "" }) => ({ tagName: "img", attribs: imageOf(src, alt, shown) }),
      "*": wellFormed
    }
  }))
}

/** What HTML says, without its marks. */
export const htmlText = (html: string): string =>
  sanitizeHtml(html.replace(/<(?=\/?(?:p|h\d|li|[dou]l|d[dt]|t[dhr]|div|br|blockquote|figcaption|summary|caption)\b)/giu, " <"), { ...base, allowedTags: [], allowedAttributes: {} })
    .replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", "\"").replaceAll("&amp;", "&").replace(/\s+/gu, " ").trim()

/** What HTML links to, and what it shows. */
export const htmlTargets = (html: string): { readonly links: ReadonlyArray<Link>; readonly media: ReadonlyArray<MediaId> } => {
  const links: Array<Link> = []
  const media: Array<MediaId> = []
  const note = (text: string | undefined) => {
    const target = text === undefined ? undefined : textLinkOf(text)
    if (target === undefined) return
    if ("media_id" in target) media.push(target.media_id)
    else links.push(target)
  }
  sanitizeHtml(sanitised(html), { ...base, onOpenTag: (name, { href, src }) => note(name === "a" ? href : name === "img" ? src : undefined) })
  return { links, media }
}

/** Shortcodes of WordPress in a text: what is known becomes HTML, what only frames is taken away, the rest is told. */

interface Shortcode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly closes: boolean
  readonly end: number
}

/** Those that only lay out what they hold, by the page builders that make them. */
const isFrame = (name: string) => /^(?:vc_|et_pb_|fusion_|av_|tatsu_|fl_|themify_|cs_)/u.test(name) || frames.has(name)
const frames = new Set(["row", "column", "columns", "one_half", "one_third", "two_third", "one_fourth", "three_fourth", "section", "container", "div"])

const known = new Set([
  "caption", "wp_caption", "gallery", "embed", "audio", "video", "playlist", "youtube", "vimeo", "soundcloud", "more", "googlemaps"
])
/** Of plugins that many sites have; others are told apart from words in brackets by their attributes. */
const plugins = [
  "contact-form", "gravityform", "wpforms", "ninja_form", "mc4wp_", "formidable", "rev_slider", "layerslider", "smartslider",
  "metaslider", "elementor", "woocommerce", "product_", "add_to_cart", "recent_", "tablepress", "wpdm", "ngg", "nggallery",
  "instagram-feed", "custom-twitter-feeds", "social", "share", "ez-toc", "ultimate_", "ads", "wp-", "bbp-", "tribe_", "wpgmza",
  "display-posts", "accordion", "toggle", "dropcap", "highlight", "spacer", "divider", "icon", "alert"
]
const pluginNames = new Set([
  "product", "products", "table", "toc", "sitemap", "event", "events", "map", "button", "tab", "tabs", "quote"
])
const isPlugin = (name: string) => pluginNames.has(name) || plugins.some((start) => name.startsWith(start))

const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 45
/** No attribute list is longer. */
const MOST = 4_000

/** The attributes between the name of a shortcode and its bracket: `a="b"`, `a='b'`, `a=b`, and bare values by their number. */
const attributesOf = (text: string): Readonly<Record<string, string>> => {
  const attributes: Record<string, string> = {}
  let bare = 0
  for (const [, name, double, single, plain, value] of text.matchAll(/([\w-]{1,60})=(?:"([^"]*)"|'([^']*)'|([^\s"']+))|([^\s=]+)/gu)) {
    if (name === undefined) attributes[String(bare++)] = value!.replaceAll(/["']/gu, "")
    else attributes[name.toLowerCase()] = double ?? single ?? plain ?? ""
  }
  return attributes
}

/** The shortcode whose bracket is at a place, if there is one. */
const shortcodeAt = (text: string, at: number): Shortcode | undefined => {
  const closes = text[at + 1] === "/"
  const from = at + (closes ? 2 : 1)
  let end = from
  while (end - from < 60 && isLetter(text.charCodeAt(end))) end++
  const name = text.slice(from, end).toLowerCase()
  if (!/^[a-z]/u.test(name)) return undefined
  const close = text.slice(end, end + MOST).indexOf("]")
  if (close === -1) return undefined
  const inner = text.slice(end, end + close)
  if (inner.includes("[") || (inner !== "" && !/^[\s/]/u.test(inner))) return undefined
  const attributes = attributesOf(inner.replace(/\/$/u, ""))
  const named = known.has(name) || isFrame(name) || isPlugin(name) || Object.keys(attributes).some((key) => !/^\d+$/u.test(key))
  return named || closes ? { name, attributes, closes, end: end + close + 1 } : undefined
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("\"", "&quot;").replaceAll("<", "&lt;").replaceAll("&amp;amp;", "&amp;")

const element = (name: string, attributes: Readonly<Record<string, string | undefined>>) =>
  `<${name}${Object.entries(attributes).map(([key, value]) => value === undefined ? "" : ` ${key}="${escaped(value)}"`).join("")}></${name}>`

const file = ({ attributes }: Shortcode) =>
  attributes["src"] ?? attributes["mp3"] ?? attributes["m4a"] ?? attributes["ogg"] ?? attributes["wav"] ?? attributes["mp4"] ?? attributes["webm"]

export interface WithoutShortcodes {
  readonly html: string
  /** Names of those that were left out, once each. */
  readonly left: ReadonlyArray<string>
}

/**
 * A text without its shortcodes. Galleries and embeds become the elements `x-gallery` and `x-embed`; a caption becomes a figure. What
 * is inside a shortcode that is not known stays.
 */
export const withoutShortcodes = (text: string): WithoutShortcodes => {
  if (!text.includes("[")) return { html: text, left: [] }
  const left = new Set<string>()
  const open = new Set<string>()
  let html = ""
  let at = 0
  for (let bracket = text.indexOf("["); bracket !== -1; bracket = text.indexOf("[", Math.max(at, bracket + 1))) {
    const code = shortcodeAt(text, bracket)
    /* Two brackets are how a shortcode is written about. */
    if (code === undefined || text[bracket - 1] === "[") continue
    const { attributes, closes, name } = code
    if (closes && !known.has(name) && !open.has(name) && !isFrame(name)) continue
    html += text.slice(at, bracket)
    at = code.end
    open.add(name)
    if (closes) {
      html += name === "caption" || name === "wp_caption" ? "</x-caption>" : ""
    } else if (name === "caption" || name === "wp_caption") {
      html += `<x-caption${attributes["caption"] === undefined ? "" : ` text="${escaped(attributes["caption"])}"`}>`
    } else if (name === "gallery") html += element("x-gallery", { ids: attributes["ids"] ?? attributes["include"] ?? "" })
    else if (name === "embed" || name === "youtube" || name === "vimeo" || name === "soundcloud") {
      const close = text.indexOf(`[/${name}]`, at)
      const inside = close === -1 || close - at > 2_000 ? "" : text.slice(at, close)
      const url = (inside || attributes["src"] || attributes["url"] || attributes["0"] || "").trim()
      if (inside !== "") at = close + name.length + 3
      html += element("x-embed", { url: /^[\w-]+$/u.test(url) && name === "youtube" ? `https://www.youtube.com/watch?v=${url}` : url })
    } else if (name === "audio" || name === "video") html += file(code) === undefined ? "" : element("x-file", { url: file(code) })
    else if (!isFrame(name) && name !== "more") left.add(name)
  }
  return { html: html + text.slice(at), left: [...left] }
}

import { Readability } from "@mozilla/readability"
import type { Element, Nodes, Root } from "hast"
import { fromHtml } from "hast-util-from-html"
import { defaultHandlers, toMdast } from "hast-util-to-mdast"
import { parseHTML } from "linkedom"
import type { Heading, Root as MarkdownRoot } from "mdast"
import { passagesIn } from "../splitting.ts"
import { type PageFacts, type Reading, upToMost } from "./reading.ts"
import { decoded } from "./text.ts"

const MOST_LINKS = 2_000
const MOST_OF_A_TITLE = 300

/** What is no part of the text, wherever it stands; what is hidden may speak to programs that read pages. */
const apart = "script, style, noscript, template, nav, aside, footer, form, button, iframe, object, svg, canvas, dialog, [hidden], [aria-hidden=true], [role=navigation], " +
  "[role=banner], [role=contentinfo], [role=search], [style*='display:none'], [style*='display: none'], [style*='visibility:hidden']"

const charsetOf = (bytes: Uint8Array) =>
  /<meta\b[^<>]*?\bcharset\s{0,9}=\s{0,9}["']?([\w-]{1,40})/iu.exec(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 2_048)).toString("latin1"))?.[1]

const oneLine = (text: string | null | undefined) => (text ?? "").replace(/\s+/gu, " ").trim()

/** The language that a page says it is in. */
const languageOf = (said: string | null | undefined): string | null => {
  try {
    return said ? new Intl.Locale(said.trim()).language : null
  } catch {
    return null
  }
}

const factsOf = (document: Document, address: string | undefined): PageFacts => {
  const base = URL.parse(document.querySelector("base[href]")?.getAttribute("href") ?? "", address) ?? (address === undefined ? undefined : URL.parse(address))
  const whole = (link: string | null | undefined) => {
    const url = link ? URL.parse(link, base?.href) : null
    if (url === null || !/^https?:$/u.test(url.protocol)) return undefined
    url.hash = ""
    return url.href
  }
  const robots = [...document.querySelectorAll("meta[name=robots i]")].map((meta) => meta.getAttribute("content") ?? "").join(",").toLowerCase()
  const follows = !/\b(?:nofollow|none)\b/u.test(robots)
  const links = new Set<string>()
  for (const anchor of follows ? document.querySelectorAll("a[href], area[href]") : []) {
    if (/\bnofollow\b/iu.test(anchor.getAttribute("rel") ?? "")) continue
    const link = whole(anchor.getAttribute("href"))
    if (link !== undefined) links.add(link)
    if (links.size >= MOST_LINKS) break
  }
  return {
    canonical: whole(document.querySelector("link[rel=canonical]")?.getAttribute("href")) ?? null,
    links: [...links], indexed: !/\b(?:noindex|none)\b/u.test(robots)
  }
}

/** The part of a page that it marks as its own text; else what is left without all that surrounds a text on most pages. */
const textIn = (document: Document): string => {
  const marked = document.querySelectorAll("main, [role=main]")
  const article = marked.length === 1 ? marked : document.querySelectorAll("article")
  const whole = (root: globalThis.Element | null) => {
    for (const one of root?.querySelectorAll(apart) ?? []) one.remove()
    return root?.innerHTML ?? ""
  }
  if (article.length === 1) return whole(article[0]!)
  const kept = document.body?.cloneNode(true) as globalThis.Element | null
  for (const one of document.querySelectorAll(apart)) one.remove()
  const read = new Readability(document, { charThreshold: 200, disableJSONLD: true }).parse()
  return read?.content ?? whole(kept)
}

const idOf = (node: Nodes): string | undefined => {
  if (node.type !== "element") return undefined
  const own = node.properties["id"] ?? (node.tagName === "a" ? node.properties["name"] : undefined)
  return typeof own === "string" && own !== "" ? own : node.children.map(idOf).find((id) => id !== undefined)
}

type Handle = NonNullable<NonNullable<Parameters<typeof toMdast>[1]>["handlers"]>[string]

/** A heading keeps where its page can be entered. */
const heading: Handle = (state, node: Element) => {
  const made: Heading = defaultHandlers.h1(state, node)
  const anchor = idOf(node)
  return anchor === undefined ? made : { ...made, data: { anchor } }
}
const handlers = Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [name, heading]))

/** The passages of a piece of HTML. */
export const passagesOfHtml = (html: string) => {
  const tree = toMdast(fromHtml(html, { fragment: true }) as Root, { handlers, document: true }) as MarkdownRoot
  return passagesIn(tree, {}, ({ data }) => (data as { readonly anchor?: string } | undefined)?.anchor)
}

/** A page: its own text, without what surrounds it on every page of its site. */
export const readHtml = (bytes: Uint8Array, address: string | undefined, said: string | undefined): Reading => {
  const html = decoded(bytes, said ?? charsetOf(bytes))
  const { document } = parseHTML(/<(?:html|body|head)[\s>]/iu.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`)
  const page = factsOf(document, address)
  const language = languageOf(document.documentElement?.getAttribute("lang") ?? document.documentElement?.getAttribute("xml:lang"))
  const named = oneLine(document.querySelector("title")?.textContent)
  const first = oneLine(document.querySelector("h1")?.textContent)
  const title = (first !== "" ? first : named).slice(0, MOST_OF_A_TITLE)
  return { title: title === "" ? null : title, language, ...upToMost(passagesOfHtml(textIn(document))), page }
}

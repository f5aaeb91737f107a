import type { Element, ElementContent, Root as HtmlRoot } from "hast"
import { fromHtml } from "hast-util-from-html"
import { toHtml } from "hast-util-to-html"
import type { Remark } from "./document.ts"
import { isPhrasing, withParagraphs } from "./autop.ts"
import type { Piece, PieceImage } from "./piece.ts"
import { withoutShortcodes } from "./shortcodes.ts"

/** Elements within each other; what is deeper is no text of a person. */
const MOST_DEEP = 60
const MOST_FRAGMENTS = 3

/** What is never part of a text, and what is said of it. */
const dropped: Readonly<Record<string, string | undefined>> = {
  script: "Scripts are not taken.", style: undefined, noscript: undefined, template: undefined, link: undefined, meta: undefined, title: undefined,
  form: "Forms are not taken: make a form of the site and put its block here.", object: "Plugins of browsers are no longer shown.",
  embed: "Plugins of browsers are no longer shown.", applet: "Plugins of browsers are no longer shown.", input: undefined, select: undefined,
  textarea: undefined, button: "Buttons that run scripts are not taken.", canvas: "Drawings by scripts are not taken.",
  svg: "Drawings within a text are not taken: upload them as media.", math: "Formulas are not taken.", frameset: undefined, frame: undefined
}

/** Comments of the block editor without content of their own that mean nothing when they are shown. */
const quiet = new Set(["more", "nextpage", "spacer", "separator", "footnotes", "site-title", "post-title", "post-content", "post-excerpt", "paragraph"])
const lists = new Set(["latest-posts", "query", "posts-list", "archives"])

/** Elements that change how words look. One that holds more than words was never closed. */
const styling = new Set(["a", "b", "big", "em", "font", "i", "s", "small", "span", "strike", "strong", "sub", "sup", "u"])

export interface Prepared {
  readonly root: HtmlRoot
  readonly pieces: ReadonlyArray<Piece>
}

interface Making {
  readonly pieces: Array<Piece>
  readonly tell: (what: string, why: string) => void
  readonly fragment: (key: string) => string | undefined
  readonly notes: ReadonlyMap<string, number>
  readonly depth: number
}

const property = (node: Element, name: string) => {
  const value = node.properties[name]
  return typeof value === "string" ? value : Array.isArray(value) ? value.join(" ") : undefined
}
const hasClass = (node: Element, name: string) => ` ${property(node, "className") ?? ""} `.includes(` ${name} `)

const all = (node: Element | HtmlRoot, tag: string): ReadonlyArray<Element> =>
  (node.children as ReadonlyArray<ElementContent>).flatMap((child) =>
    child.type !== "element" ? [] : [...child.tagName === tag ? [child] : [], ...all(child, tag)])

export const wordsOf = (node: ElementContent | HtmlRoot): string =>
  node.type === "text" ? node.value : "children" in node ? (node.children as ReadonlyArray<ElementContent>).map(wordsOf).join("") : ""

const oneLine = (text: string) => text.replace(/\s+/gu, " ").trim()

/** A picture without the scripts that load it late. */
const imageOf = (img: Element, caption: string | null, link: string | null): PieceImage => ({
  source: property(img, "dataOrigFile") ?? property(img, "dataSrc") ?? property(img, "dataLazySrc") ?? property(img, "src") ?? "",
  alt: oneLine(property(img, "alt") ?? "") || null, caption: oneLine(caption ?? "") || null, link
})

const figured = (figure: Element): PieceImage | undefined => {
  const [img] = all(figure, "img")
  if (img === undefined) return undefined
  const link = all(figure, "a").find((one) => all(one, "img").length > 0)
  const [caption] = all(figure, "figcaption")
  return imageOf(img, caption === undefined ? null : wordsOf(caption), link === undefined ? null : property(link, "href") ?? null)
}

const placed = (making: Making, piece: Piece): Element =>
  ({ type: "element", tagName: "x-piece", properties: { number: String(making.pieces.push(piece) - 1) }, children: [] })

const isComplex = (table: Element) =>
  all(table, "table").length > 0 || [...all(table, "td"), ...all(table, "th")].some(({ properties }) =>
    properties["colSpan"] !== undefined || properties["rowSpan"] !== undefined)

const figure = (node: Element, making: Making): ReadonlyArray<ElementContent> => {
  if (hasClass(node, "wp-block-gallery") || hasClass(node, "gallery")) {
    const figures = all(node, "figure").flatMap((one) => figured(one) ?? [])
    const images = figures.length > 0 ? figures : all(node, "img").map((img) => imageOf(img, null, null))
    return images.length === 0 ? [] : [placed(making, { type: "gallery", images })]
  }
  if (hasClass(node, "wp-block-embed")) {
    const [frame] = all(node, "iframe")
    const url = frame === undefined ? /https?:\/\/\S+/u.exec(wordsOf(node))?.[0] : property(frame, "src")
    return url === undefined ? [] : [placed(making, { type: "embed", url })]
  }
  const found = all(node, "table").length === 0 ? figured(node) : undefined
  return found === undefined ? each(node.children, making) : [placed(making, { type: "image", image: found })]
}

const comment = (value: string, making: Making): ReadonlyArray<ElementContent> => {
  const [, name = "", rest = ""] = /^\s*wp:([a-z0-9/-]{1,80})([^]*)$/u.exec(value) ?? []
  if (name === "" || !rest.trimEnd().endsWith("/")) return []
  const short = name.replace(/^core\//u, "")
  const [, reference] = /"ref":(\d{1,18})/u.exec(rest) ?? []
  if (short === "block" && reference !== undefined) {
    const content = making.depth < MOST_FRAGMENTS ? making.fragment(`wp:${reference}`) : undefined
    if (content !== undefined) return each(rootOf(content, making.tell).children as Array<ElementContent>, { ...making, depth: making.depth + 1 })
    making.tell(`reusable block ${reference}`, "The export does not hold it.")
    return []
  }
  if (lists.has(short)) return [placed(making, { type: "posts" })]
  if (!quiet.has(short)) making.tell(`block ${short}`, "WordPress makes it anew whenever it is shown; there is nothing of it in the export.")
  return []
}

const replaced = (node: Element, making: Making): ReadonlyArray<ElementContent> => {
  const { tagName } = node
  if (tagName in dropped) {
    const why = dropped[tagName]
    if (why !== undefined) making.tell(`<${tagName}>`, why)
    return []
  }
  const address = property(node, "src") ?? property(node, "dataSrc")
  switch (tagName) {
    case "iframe": return address === undefined ? [] : [placed(making, { type: "embed", url: address })]
    case "x-embed": return [placed(making, { type: "embed", url: property(node, "url") ?? "" })]
    case "x-file": return [placed(making, { type: "file", url: property(node, "url") ?? "" })]
    case "x-gallery": return [placed(making, {
      type: "gallery",
      images: (property(node, "ids") ?? "").split(",").flatMap((id) => /^\s*\d+\s*$/u.test(id)
        ? [{ source: `wp:${id.trim()}`, alt: null, caption: null, link: null }] : [])
    })]
    case "audio": case "video": {
      const url = address ?? all(node, "source").map((one) => property(one, "src")).find((one) => one !== undefined)
      return url === undefined ? [] : [placed(making, { type: "file", url })]
    }
    case "x-caption": {
      const [img] = all(node, "img")
      const link = all(node, "a").find((one) => all(one, "img").length > 0)
      if (img === undefined) return each(node.children, making)
      const image = imageOf(img, property(node, "text") ?? wordsOf(node), link === undefined ? null : property(link, "href") ?? null)
      return [placed(making, { type: "image", image })]
    }
    case "img": {
      const image = imageOf(node, null, null)
      return [{ ...node, properties: { src: image.source, alt: image.alt ?? "" } }]
    }
    case "figure": return figure(node, making)
    case "table": return isComplex(node) ? [placed(making, { type: "html", html: toHtml(node) })] : [within(node, making)]
    case "ul": case "div": {
      const isGallery = hasClass(node, "wp-block-gallery") || hasClass(node, "blocks-gallery-grid") || hasClass(node, "gallery")
      if (isGallery && all(node, "img").length > 0) return figure({ ...node, properties: { className: ["gallery"] } }, making)
      return [within(node, making)]
    }
    case "sup": {
      const number = making.notes.get(property(node, "dataFn") ?? "")
      return number === undefined ? [within(node, making)] : [{ type: "text", value: `[${number}]` }]
    }
    default: return [within(node, making)]
  }
}

const each = (nodes: ReadonlyArray<ElementContent>, making: Making): Array<ElementContent> =>
  nodes.flatMap((node) => node.type === "element" ? replaced(node, making) : node.type === "comment" ? comment(node.value, making) : [node])

const within = (node: Element, making: Making): Element => ({ ...node, children: each(node.children, making) })

const holdsMore = (node: Element): boolean =>
  node.children.some((child) => child.type === "text" ? /\n[^\S\n]*\n/u.test(child.value)
    : child.type === "element" && (!isPhrasing(child.tagName) || holdsMore(child)))

/** What was never closed goes on over paragraphs and lists: the elements around them are taken away. */
const closed = <Node extends HtmlRoot | Element>(node: Node): Node => ({
  ...node,
  children: (node.children as ReadonlyArray<ElementContent>).flatMap((child): ReadonlyArray<ElementContent> => {
    if (child.type !== "element") return [child]
    const inner = closed(child)
    return styling.has(inner.tagName) && holdsMore(inner) ? inner.children : [inner]
  })
})

const isDeep = (root: HtmlRoot): boolean => {
  let level: ReadonlyArray<ElementContent> = root.children as ReadonlyArray<ElementContent>
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_DEEP) return true
    level = level.flatMap((node) => node.type === "element" ? node.children : [])
  }
  return false
}

/** The elements of some HTML of WordPress, with its shortcodes read and the paragraphs of its older editor made. */
const rootOf = (html: string, tell: Making["tell"]): HtmlRoot => {
  const read = withoutShortcodes(html)
  for (const name of read.left) tell(`shortcode [${name}]`, "A plugin makes it when it is shown; there is nothing of it in the export.")
  const root = fromHtml(read.html, { fragment: true })
  if (isDeep(root)) {
    tell("nested elements", `There are more than ${MOST_DEEP} elements within each other: only the words are taken.`)
    return { type: "root", children: [{ type: "text", value: read.html.replace(/<[^>]*>?/gu, " ") }] }
  }
  return html.includes("<!-- wp:") ? closed(root) : withParagraphs(closed(root))
}

export interface Source {
  readonly where: string
  readonly footnotes: ReadonlyArray<{ readonly id: string; readonly content: string }>
  /** Content of the export by its key. */
  readonly fragment: (key: string) => string | undefined
  readonly remarks: Array<Remark>
}

/** HTML with pieces of their own taken out, each of which an `x-piece` stands for. What is not taken is told once for each kind. */
export const prepared = (html: string, { footnotes, fragment, remarks, where }: Source): Prepared => {
  const pieces: Array<Piece> = []
  const told = new Set<string>()
  const tell = (what: string, why: string) => {
    if (!told.has(what)) remarks.push({ where, what, why })
    told.add(what)
  }
  const notes = new Map(footnotes.map(({ id }, place) => [id, place + 1]))
  const foot = footnotes.length === 0 ? "" : `<hr><ol>${footnotes.map(({ content }) => `<li>${content}</li>`).join("")}</ol>`
  const root = rootOf(html, tell)
  const children = [...root.children, ...fromHtml(foot, { fragment: true }).children] as Array<ElementContent>
  return { root: { type: "root", children: each(children, { pieces, tell, fragment, notes, depth: 0 }) }, pieces }
}

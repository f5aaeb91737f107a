/** An element of sanitised HTML, or a text as it is written there. */
type Part = string | Element

interface Element {
  readonly tag: string
  /** As they are written. */
  readonly attributes: string
  readonly children: ReadonlyArray<Part>
}

const voids = new Set(["br", "hr", "img", "wbr"])

const headings = ["h1", "h2", "h3", "h4", "h5", "h6"]

/** What only stands between paragraphs. */
const blocks = new Set([
  ...headings, "p", "hr", "ul", "ol", "dl", "blockquote", "pre", "address", "figure", "table", "details", "div"
])

/** What has a place only in certain others. */
const parents: Readonly<Record<string, ReadonlyArray<string>>> = {
  li: ["ul", "ol"], dt: ["dl"], dd: ["dl"], figcaption: ["figure"], summary: ["details"], caption: ["table"], thead: ["table"], tbody: ["table"],
  tfoot: ["table"], tr: ["table", "thead", "tbody", "tfoot"], th: ["tr"], td: ["tr"], rt: ["ruby"], rp: ["ruby"]
}

/** What holds only certain others: nothing else, and no text. */
const holders: Readonly<Record<string, ReadonlyArray<string>>> = {
  ul: ["li"], ol: ["li"], dl: ["dt", "dd"], table: ["caption", "thead", "tbody", "tfoot", "tr"],
  thead: ["tr"], tbody: ["tr"], tfoot: ["tr"], tr: ["th", "td"]
}

/** What holds blocks; all others hold text, and those that are transparent what their parents hold. */
const flows = new Set(["", "div", "blockquote", "li", "dd", "dt", "figure", "figcaption", "th", "td", "details", "address"])
const transparent = new Set(["a", "ins", "del"])

/** Where no heading has a place. */
const unheaded = new Set(["dt", "th", "address"])

const PART = /<(\/?)([a-z][a-z0-9]*)((?:[\s/][^<>]*)?)>|[^<]+/g

/** The tree of sanitised HTML, whose elements are closed in order and whose values have no angle brackets. */
const treeOf = (html: string): ReadonlyArray<Part> => {
  const open: Array<Element & { readonly children: Array<Part> }> = [{ tag: "", attributes: "", children: [] }]
  for (const [text, end, tag, rest = ""] of html.matchAll(PART)) {
    const here = open.at(-1)!
    if (tag === undefined) here.children.push(text)
    else if (end === "/") {
      if (open.length > 1 && here.tag === tag) open.pop()
    } else {
      const element = { tag, attributes: rest.replace(/ ?\/$/, ""), children: [] }
      here.children.push(element)
      if (!voids.has(tag)) open.push(element)
    }
  }
  return open[0]!.children
}

const isBlank = (part: Part) => typeof part === "string" && part.trim() === ""

/** Whether somebody who does not see it is told anything. */
const says = (part: Part): boolean =>
  typeof part === "string" ? !isBlank(part) : part.tag === "img" ? / alt="\s*[^"\s]/.test(part.attributes) : part.children.some(says)

interface Where {
  readonly parent: string
  /** Blocks may stand here. */
  readonly flow: boolean
  readonly above: ReadonlySet<string>
}

const fits = ({ tag }: Element, { above, flow, parent }: Where) =>
  (parents[tag]?.includes(parent) ?? true) && (flow || !blocks.has(tag)) && !(tag === "a" && above.has("a"))
  && !(headings.includes(tag) && [...unheaded].some((one) => above.has(one))) && !(tag === "address" && above.has("address"))

const inside = (element: Element, where: Where): ReadonlyArray<Part> => {
  const { tag } = element
  const children = fitted(element.children, {
    parent: tag, above: new Set([...where.above, tag]), flow: transparent.has(tag) ? where.flow : where.flow && flows.has(tag)
  })
  if (["a", "summary", ...headings].includes(tag) && !children.some(says)) {
    return children.filter((one) => typeof one === "string" || !blocks.has(one.tag))
  }
  if (tag === "details") {
    const summary = children.find((one) => typeof one !== "string" && one.tag === "summary")
    const rest = children.filter((one) => typeof one === "string" || one.tag !== "summary")
    return summary === undefined ? rest : [{ ...element, children: [summary, ...rest] }]
  }
  const held = holders[tag]
  return held !== undefined && children.length === 0 ? [] : [{ ...element, children }]
}

/** What stands where it may; of what may not, what is in it. */
const fitted = (parts: ReadonlyArray<Part>, where: Where): ReadonlyArray<Part> => {
  const held = holders[where.parent]
  return parts.flatMap((part): ReadonlyArray<Part> => {
    const item = { tag: "li", attributes: "", children: [part] }
    if (typeof part === "string") return held === undefined ? [part] : held.includes("li") && !isBlank(part) ? [item] : []
    if (held !== undefined && !held.includes(part.tag)) return held.includes("li") ? fitted([item], where) : fitted(part.children, where)
    return fits(part, where) ? inside(part, where) : fitted(part.children, where)
  })
}

const printed = (part: Part): string =>
  typeof part === "string" ? part
    : voids.has(part.tag) ? `<${part.tag}${part.attributes}>`
    : `<${part.tag}${part.attributes}>${part.children.map(printed).join("")}</${part.tag}>`

/** Sanitised HTML with each element where HTML lets it be: browsers would move it, and others would lose their way. */
export const wellNested = (html: string): string => fitted(treeOf(html), { parent: "", flow: true, above: new Set() }).map(printed).join("")

import type { Element, ElementContent, Root, RootContent } from "hast"

/** Elements that stand within a paragraph; whatever else there is ends one. */
const phrasing = new Set([
  "a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "data", "del", "dfn", "em", "font", "i", "img", "ins", "kbd", "mark", "q", "s", "samp",
  "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"
])
/** Elements whose text is made paragraphs of, too. */
const flowing = new Set(["article", "blockquote", "body", "div", "main", "section"])

export const isPhrasing = (tag: string) => phrasing.has(tag)

const isInline = (node: RootContent) => node.type === "text" || (node.type === "element" && phrasing.has(node.tagName))

const paragraph = (children: Array<ElementContent>): Element => ({ type: "element", tagName: "p", properties: {}, children })
const lineBreak = (): Element => ({ type: "element", tagName: "br", properties: {}, children: [] })

const isBlank = (node: ElementContent) => node.type === "text" && node.value.trim() === ""

/** Nodes of a line as paragraphs: an empty line ends one, and the end of a line is one. */
const paragraphs = (line: ReadonlyArray<ElementContent>): Array<Element> => {
  const all: Array<Array<ElementContent>> = [[]]
  for (const node of line) {
    if (node.type !== "text") {
      all.at(-1)!.push(node)
      continue
    }
    for (const [place, part] of node.value.split(/\n[^\S\n]*\n\s*/u).entries()) {
      if (place > 0) all.push([])
      for (const [number, text] of part.split("\n").entries()) {
        const last = all.at(-1)!
        if (number > 0 && last.some((one) => !isBlank(one)) && !(last.at(-1) as Element).tagName?.includes("br")) last.push(lineBreak())
        if (text !== "") last.push({ type: "text", value: text })
      }
    }
  }
  return all.map((nodes) => {
    while (nodes.length > 0 && ((nodes.at(-1) as Element).tagName === "br" || isBlank(nodes.at(-1)!))) nodes.pop()
    return nodes
  }).filter((nodes) => nodes.some((node) => !isBlank(node))).map(paragraph)
}

/** What WordPress does with a text of its older editor when it is shown: empty lines between paragraphs become their elements. */
export const withParagraphs = <Node extends Root | Element>(parent: Node): Node => {
  const children: Array<ElementContent> = []
  let line: Array<ElementContent> = []
  const endLine = () => {
    children.push(...paragraphs(line))
    line = []
  }
  for (const node of parent.children as Array<ElementContent>) {
    if (isInline(node)) line.push(node)
    else {
      endLine()
      children.push(node.type === "element" && flowing.has(node.tagName) ? withParagraphs(node) : node)
    }
  }
  endLine()
  return { ...parent, children }
}

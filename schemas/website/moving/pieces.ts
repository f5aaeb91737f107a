import { fromHtml } from "hast-util-from-html"
import { toMdast } from "hast-util-to-mdast"
import type { Nodes, Paragraph, PhrasingContent, Root, RootContent } from "mdast"
import { fromMarkdown } from "mdast-util-from-markdown"
import { gfmFromMarkdown, gfmToMarkdown } from "mdast-util-gfm"
import { type Options, toMarkdown } from "mdast-util-to-markdown"
import { gfm } from "micromark-extension-gfm"
import type { MovedDocument } from "./document.ts"
import { prepared, type Source } from "./markup.ts"
import type { Addresses, Piece, PieceImage } from "./piece.ts"

/** A piece between the nodes of a text. */
interface PieceNode {
  readonly type: "piece"
  readonly piece: Piece
}
type Node = Nodes | PieceNode

/** Tables wider than this are printed without spaces that align their cells. */
const printing: Options = { bullet: "-", rule: "-", emphasis: "_", fences: true, extensions: [gfmToMarkdown({ tablePipeAlign: false })] }

const childrenOf = (node: Node): ReadonlyArray<Node> => "children" in node ? node.children as ReadonlyArray<Node> : []

const fromMarkup = (html: string, source: Source): ReadonlyArray<Node> => {
  const { pieces, root } = prepared(html, source)
  const tree = toMdast(root, {
    handlers: { "x-piece": (_, node) => ({ type: "piece", piece: pieces[Number(node.properties["number"])]! }) as never },
    nodeHandlers: { comment: () => undefined }
  })
  return tree.type === "root" ? tree.children : [tree]
}

/** Markdown may hold HTML: between its paragraphs that is read as such, within them only line breaks and pictures are. */
const fromText = (markdown: string, source: Source): ReadonlyArray<Node> => {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const inline = (node: Node): ReadonlyArray<Node> => {
    if (node.type !== "html") return [{ ...node, ..."children" in node && { children: childrenOf(node).flatMap(inline) } } as Node]
    const [element] = fromHtml(node.value, { fragment: true }).children
    if (element?.type !== "element") return []
    if (element.tagName === "br") return [{ type: "break" }]
    const { alt, src } = element.properties
    return element.tagName === "img" && typeof src === "string" ? [{ type: "image", url: src, alt: typeof alt === "string" ? alt : "" }] : []
  }
  return tree.children.flatMap((node) => node.type === "html" ? fromMarkup(node.value, source) : inline(node))
}

const linkOf = (url: string, text: string): Paragraph =>
  ({ type: "paragraph", children: [{ type: "link", url, children: [{ type: "text", value: text }] }] })

const imageNode = ({ alt, caption, source }: PieceImage): PhrasingContent => ({ type: "image", url: source, alt: alt ?? caption ?? "" })

/** A piece where only text can be: in a list, say. */
const asText = (piece: Piece): ReadonlyArray<Nodes> => {
  switch (piece.type) {
    case "image": return [{ type: "paragraph", children: [imageNode(piece.image)] }]
    case "gallery": return [{ type: "paragraph", children: piece.images.map(imageNode) }]
    case "embed": case "file": return [linkOf(piece.url, piece.url)]
    default: return []
  }
}

/** Nodes as Markdown has them: addresses become the new ones, and pictures that are not to be had become their words. */
const settled = (nodes: ReadonlyArray<Node>, addresses: Addresses): ReadonlyArray<Nodes> =>
  nodes.flatMap((node): ReadonlyArray<Nodes> => {
    if (node.type === "piece") return settled(asText(node.piece), addresses)
    if (node.type === "image") {
      const url = addresses.picture(node.url)
      return url === undefined ? node.alt ? [{ type: "text", value: node.alt }] : [] : [{ ...node, url, title: null }]
    }
    const inner = settled(childrenOf(node), addresses)
    const children = "children" in node ? { children: inner } : {}
    if (node.type === "link" || node.type === "definition") {
      const url = addresses.link(node.url)
      return url === undefined ? inner : [{ ...node, ...children, url, title: null } as Nodes]
    }
    if (node.type === "heading") return [{ ...node, ...children, depth: node.depth === 1 ? 2 : node.depth } as Nodes]
    return [{ ...node, ...children } as Nodes]
  })

const printed = (nodes: ReadonlyArray<Node>, addresses: Addresses): string =>
  toMarkdown({ type: "root", children: settled(nodes, addresses) as Array<RootContent> } satisfies Root, printing).trim()

const pictureIn = (node: Node, link: string | null): PieceImage | undefined => {
  if (node.type === "image") return { source: node.url, alt: node.alt ?? null, caption: node.title ?? null, link }
  const [only, second] = node.type === "link" ? childrenOf(node).filter((one) => one.type !== "text" || one.value.trim() !== "") : []
  return node.type === "link" && only !== undefined && second === undefined ? pictureIn(only, node.url) : undefined
}

const isBlank = (node: Node) => node.type === "break" || (node.type === "text" && node.value.trim() === "")

/** A paragraph in parts: its pictures and pieces stand between its words. */
const parted = (node: Paragraph): ReadonlyArray<Node> => {
  const parts: Array<Node> = []
  let words: Array<Node> = []
  const end = () => {
    while (words.length > 0 && isBlank(words.at(-1)!)) words.pop()
    while (words.length > 0 && isBlank(words[0]!)) words.shift()
    if (words.length > 0) parts.push({ type: "paragraph", children: words as Array<PhrasingContent> })
    words = []
  }
  for (const child of childrenOf(node)) {
    const image = pictureIn(child, null)
    if (image === undefined && child.type !== "piece") {
      words.push(child)
      continue
    }
    end()
    parts.push(image === undefined ? child : { type: "piece", piece: { type: "image", image } })
  }
  end()
  return parts
}

/** An address that stands alone in its line: WordPress shows what is there. */
const aloneIn = (node: Node): string | undefined => {
  const [only, second] = node.type === "paragraph" ? childrenOf(node) : []
  if (only === undefined || second !== undefined) return undefined
  const text = only.type === "text" ? only.value.trim() : only.type === "link" && childrenOf(only).length === 1
    && (childrenOf(only)[0] as { readonly value?: string }).value === only.url ? only.url : ""
  return /^https?:\/\/\S+$/u.test(text) ? text : undefined
}

const piecesIn = ({ content, format }: Pick<MovedDocument, "content" | "format">, source: Source, addresses: Addresses): ReadonlyArray<Piece> => {
  const nodes = (format === "html" ? fromMarkup(content, source) : fromText(content, { ...source, footnotes: [] }))
    .flatMap((node) => {
      const alone = aloneIn(node)
      if (alone !== undefined) return [{ type: "piece", piece: { type: "embed", url: alone } } as const]
      return node.type === "paragraph" ? parted(node) : [node]
    })
  const pieces: Array<Piece> = []
  let words: Array<Node> = []
  const end = () => {
    const markdown = printed(words, addresses)
    if (markdown !== "") pieces.push({ type: "text", markdown })
    words = []
  }
  for (const node of nodes) {
    if (node.type !== "piece") words.push(node)
    else {
      end()
      pieces.push(node.piece)
    }
  }
  end()
  return pieces
}

/** A document in pieces, its addresses replaced by the new ones. What was not taken is added to the remarks. */
export const piecesOf: typeof piecesIn = (document, source, addresses) => {
  try {
    return piecesIn(document, source, addresses)
  } catch (error) {
    /* The libraries call themselves for each level: what is nested without end ends the stack. */
    if (!(error instanceof RangeError)) throw error
    source.remarks.push({ where: source.where, what: "nested elements", why: "There are too many within each other: only the words are taken." })
    const words = document.content.replace(/<[^<>]*>/gu, " ").replace(/[\\`*_[\]<>#|]/gu, " ").replace(/\s+/gu, " ").trim()
    return words === "" ? [] : [{ type: "text", markdown: words }]
  }
}

import type { Heading, Nodes, PhrasingContent, Root, RootContent } from "mdast"
import { fromMarkdown } from "mdast-util-from-markdown"
import { gfmFromMarkdown } from "mdast-util-gfm"
import { gfm } from "micromark-extension-gfm"
import type { Place } from "#schemas/kb/passage"
import { slugOf } from "#schemas/shop/slug"
import type { PassageText } from "./passages.ts"

/** UTF-16 units of a passage: what is shorter goes on with the next block under its heading, what is longer is split. */
export const ENOUGH = 700
const MOST = 1_500

const inline = (nodes: ReadonlyArray<PhrasingContent>): string =>
  nodes.map((node): string => {
    if (node.type === "text" || node.type === "inlineCode") return node.value
    if (node.type === "break") return " "
    if (node.type === "image") return node.alt ?? ""
    return "children" in node ? inline(node.children) : ""
  }).join("")

/** What a block says, a line for each item and row. */
const said = (node: Nodes): string => {
  if (node.type === "code") return node.value
  if (node.type === "paragraph" || node.type === "heading") return inline(node.children).replace(/\s+/gu, " ").trim()
  if (node.type === "table") {
    return node.children.map(({ children }) => children.map((cell) => inline(cell.children).trim()).join(" | ")).join("\n")
  }
  if (node.type === "list") return node.children.map((item) => `- ${item.children.map(said).join("\n  ")}`).join("\n")
  return "children" in node ? (node.children as ReadonlyArray<Nodes>).map(said).filter((text) => text !== "").join("\n") : ""
}

/** Pieces of a long text that end with a line or a sentence where they can. */
const pieces = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let rest = text
  while (rest.length > MOST) {
    const window = rest.slice(0, MOST)
    const ends = [...window.matchAll(/\n|[.!?…。！？]["”’)]?(?:\s|$)/gu)].map(({ 0: end, index }) => index + end.length).filter((at) => at > ENOUGH / 2)
    const space = window.lastIndexOf(" ")
    const at = ends.at(-1) ?? (space > ENOUGH / 2 ? space : MOST)
    found.push(rest.slice(0, at).trim())
    rest = rest.slice(at).trimStart()
  }
  return rest === "" ? found : [...found, rest]
}

/** Blocks of text under one heading as the texts of passages: none is much longer than a reader takes in at a glance. */
export const textsOf = (blocks: ReadonlyArray<string>): ReadonlyArray<string> => {
  const texts: Array<string> = []
  for (const block of blocks.flatMap(pieces)) {
    const last = texts.at(-1)
    if (last !== undefined && last.length < ENOUGH && last.length + block.length < MOST) texts[texts.length - 1] = `${last}\n${block}`
    else texts.push(block)
  }
  return texts
}

interface Section {
  readonly heading: ReadonlyArray<string>
  readonly anchor: string | undefined
  readonly blocks: Array<string>
}

/** What the address of a heading ends with, if there is one. */
type AnchorOf = (heading: Heading, text: string) => string | undefined

const sectionsOf = (root: Root, anchorOf: AnchorOf): ReadonlyArray<Section> => {
  const path: Array<string> = []
  let section: Section = { heading: [], anchor: undefined, blocks: [] }
  const sections = [section]
  for (const node of root.children as ReadonlyArray<RootContent>) {
    if (node.type === "heading") {
      path.length = Math.min(path.length, node.depth - 1)
      while (path.length < node.depth - 1) path.push("")
      const text = said(node).slice(0, 300)
      path.push(text)
      section = { heading: path.filter((one) => one !== ""), anchor: text === "" ? undefined : anchorOf(node, text), blocks: [] }
      sections.push(section)
    } else section.blocks.push(said(node))
  }
  return sections
}

/** Passages of a document, by its headings. */
export const passagesIn = (root: Root, place: Place, anchorOf: AnchorOf): ReadonlyArray<PassageText> =>
  sectionsOf(root, anchorOf).flatMap(({ anchor, blocks, heading }) => {
    const at = anchor === undefined ? place : { ...place, anchor }
    return textsOf(blocks).map((text): PassageText => ({ heading, place: at, text }))
  })

/** Passages of Markdown (CommonMark with tables). */
export const passagesOf = (markdown: string, place: Place = {}): ReadonlyArray<PassageText> =>
  passagesIn(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }), place, (_, text) => slugOf(text, "section"))

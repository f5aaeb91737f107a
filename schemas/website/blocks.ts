import { Schema } from "effect"
import type { Node } from "#schemas/kernel/markup"
import type { BlockKind, Need } from "./blocks/block.ts"
import { booking } from "./blocks/booking.ts"
import { buttons } from "./blocks/buttons.ts"
import { columns } from "./blocks/columns.ts"
import { divider } from "./blocks/divider.ts"
import { embed } from "./blocks/embed.ts"
import { features } from "./blocks/features.ts"
import { form } from "./blocks/form.ts"
import { gallery } from "./blocks/gallery.ts"
import { hero } from "./blocks/hero.ts"
import { html } from "./blocks/html.ts"
import { image } from "./blocks/image.ts"
import type { Link } from "./blocks/link.ts"
import { map } from "./blocks/map.ts"
import { posts } from "./blocks/posts.ts"
import { prices } from "./blocks/prices.ts"
import { products } from "./blocks/products.ts"
import { questions } from "./blocks/questions.ts"
import type { Shown } from "./blocks/shown.ts"
import { testimonials } from "./blocks/testimonials.ts"
import { text } from "./blocks/text.ts"
import type { MediaId } from "./ids.ts"
import { markdownTargets, markdownText } from "./markdown.ts"
import { htmlTargets, htmlText } from "./sanitised.ts"

/** Every kind of block, by its type. */
export const kinds = {
  hero, text, image, gallery, columns, features, prices, testimonials, questions, form, map, booking, products, posts, embed, buttons, html, divider
} as const

type Kinds = typeof kinds

const members = Object.values(kinds).map(({ schema }) => schema) as ReadonlyArray<Kinds[keyof Kinds]["schema"]>

/** A part of a page, told apart by its `type`. */
export const Block = Schema.Union(members).annotate({ identifier: "Block" })
export type Block = typeof Block.Type

const MOST_BLOCKS = 100

/** What a page or a post consists of, from top to bottom. */
export const Blocks = Schema.Array(Block).check(Schema.isMaxLength(MOST_BLOCKS)).annotate({
  description: "From top to bottom, at most 100.", examples: [[{ type: "text", text: "We plan and furnish homes for those who stay." }]]
})

type Json = unknown

/** Every text and number of blocks with the name of its field. */
const fieldsOf = (value: Json, name = ""): ReadonlyArray<readonly [name: string, value: string | number]> =>
  typeof value === "string" || typeof value === "number" ? [[name, value]]
    : Array.isArray(value) ? value.flatMap((one) => fieldsOf(one, name))
    : typeof value === "object" && value !== null ? Object.entries(value).flatMap(([name, one]) => fieldsOf(one, name))
    : []

/** Fields that hold Markdown; all other texts are plain. */
const inMarkdown = new Set(["text", "answer"])

/** Fields whose texts are not read: they say how something looks, or where it is. */
const unread = new Set(["type", "layout", "look", "width", "service", "url", "tag", "series"])

const distinct = <T>(values: ReadonlyArray<T>, keyOf: (value: T) => unknown): ReadonlyArray<T> =>
  [...new Map(values.map((value) => [keyOf(value), value])).values()]

/** The media that blocks show or link to, once each. */
export const mediaOf = (blocks: ReadonlyArray<Block>): ReadonlyArray<MediaId> => [...new Set(fieldsOf(blocks).flatMap(([name, value]) =>
  name === "media_id" ? [value as MediaId]
    : typeof value === "number" ? []
    : inMarkdown.has(name) ? markdownTargets(value).media
    : name === "html" ? htmlTargets(value).media : []))]

const directLinks = (value: Json): ReadonlyArray<Link> =>
  Array.isArray(value) ? value.flatMap(directLinks)
    : typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, one]) => name === "link" ? [one as Link] : name === "url" ? [{ url: one as string }] : directLinks(one))
    : []

/** Where blocks lead, once each. */
export const linksOf = (blocks: ReadonlyArray<Block>): ReadonlyArray<Link> => distinct([
  ...directLinks(blocks),
  ...fieldsOf(blocks).flatMap(([name, value]) =>
    typeof value === "number" ? [] : inMarkdown.has(name) ? markdownTargets(value).links : name === "html" ? htmlTargets(value).links : [])
], (link) => JSON.stringify(link))

/** What blocks say, without marks: to be searched, and for excerpts. */
export const textOf = (blocks: ReadonlyArray<Block>): string => fieldsOf(blocks).flatMap(([name, value]) =>
  typeof value === "number" || unread.has(name) ? [] : [inMarkdown.has(name) ? markdownText(value) : name === "html" ? htmlText(value) : value]
).join("\n")

/** Fields that head what stands beside them, each with its mark in Markdown. */
const heads: Readonly<Record<string, string>> = { heading: "##", title: "##", question: "###" }

const markdownIn = (value: Json, name = ""): ReadonlyArray<string> => {
  if (typeof value === "string") {
    if (unread.has(name)) return []
    const mark = heads[name]
    return [mark !== undefined ? `${mark} ${value.replace(/\s+/gu, " ")}` : name === "html" ? htmlText(value) : value]
  }
  if (Array.isArray(value)) return value.flatMap((one) => markdownIn(one, name))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).toSorted(([a], [b]) => Number(b in heads) - Number(a in heads)).flatMap(([name, one]) => markdownIn(one, name))
}

/** What a block says, as Markdown. */
export const markdownOf = (block: Block): string => markdownIn(block).join("\n\n")

/** All blocks, those in columns among them. */
const flattened = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> =>
  blocks.flatMap((block): ReadonlyArray<Block> => block.type === "columns" ? [block, ...block.columns.flatMap(({ blocks }) => blocks)] : [block])

const kindOf = <B extends Block>(block: B) => kinds[block.type] as unknown as BlockKind<Schema.Codec<B>>

/** What has to be read before blocks can be shown. */
export const needsOf = (blocks: ReadonlyArray<Block>): ReadonlySet<Need> =>
  new Set(flattened(blocks).flatMap((block) => kindOf(block).needs ?? []))

/** The blocks of some types, those in columns among them. `Shown` is asked with these very objects. */
export const blocksOf = <T extends Block["type"]>(blocks: ReadonlyArray<Block>, ...types: ReadonlyArray<T>) =>
  flattened(blocks).filter((block): block is Extract<Block, { readonly type: T }> => types.some((type) => type === block.type))

/** The first block's title is the heading of the page, so that no other is to stand above. */
export const hasTitle = (blocks: ReadonlyArray<Block>): boolean => blocks[0] !== undefined && kindOf(blocks[0]).titled === true

/** Blocks as they are shown, from top to bottom, below the heading of the page or with it. */
export const blocksNode = (blocks: ReadonlyArray<Block>, shown: Shown): Node => blocks.map((block, n) => kindOf(block).node(block, shown, {
  id: `block-${n + 1}`, level: n === 0 && hasTitle(blocks) ? 1 : 2, first: n === 0, narrow: false
}))

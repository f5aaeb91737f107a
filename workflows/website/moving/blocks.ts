import { Effect, Schema } from "effect"
import { Block } from "#schemas/website/blocks"
import { isLinkUrl, type Link } from "#schemas/website/blocks/link"
import { type MediaId, PageId, PostId } from "#schemas/website/ids"
import type { MovedDocument, Remark } from "#schemas/website/moving/document"
import type { Addresses, Piece, PieceImage } from "#schemas/website/moving/piece"
import { piecesOf } from "#schemas/website/moving/pieces"
import type { Atlas } from "./atlas.ts"

const MOST_BLOCKS = 100
const MOST_OF_A_BLOCK = 50_000
const MOST_OF_A_BODY = 200_000
const MOST_IMAGES = 60

/** What a document leads to and shows, on this site. */
export interface Surroundings {
  readonly atlas: Atlas
  /** Old addresses of categories and tags, and where theirs are now. */
  readonly terms: (address: string) => string | undefined
  /** The path of an address on the old site; nothing for one elsewhere. */
  readonly oldPath: (address: string) => string | undefined
  readonly fragment: (key: string) => string | undefined
}

const decode = Schema.decodeUnknownEffect(Block)

/** Texts that fit into blocks, parted where a paragraph ends. */
const parts = (text: string): ReadonlyArray<string> => {
  const all: Array<string> = []
  let rest = text
  while (rest.length > MOST_OF_A_BLOCK) {
    const beginning = rest.slice(0, MOST_OF_A_BLOCK)
    const end = ["\n\n", "\n", " "].map((mark) => beginning.lastIndexOf(mark)).find((at) => at > 0) ?? MOST_OF_A_BLOCK
    all.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return [...all, rest]
}

const short = (text: string | null, most: number) => text === null ? undefined : text.slice(0, most)

/** What a document says, here: blocks, or Markdown alone where that says all of it. */
export const contentOf = Effect.fnUntraced(function*(
  document: MovedDocument, { atlas, fragment, oldPath, terms }: Surroundings
) {
  const remarks: Array<Remark> = []
  const { key, kind, where } = document
  const told = new Set<string>()
  const tell = (what: string, why: string) => {
    if (!told.has(what)) remarks.push({ where, what: what.slice(0, 200), why })
    told.add(what)
  }

  const mediaOf = (address: string): MediaId | undefined => {
    const item = atlas.file(address, key)
    if (item?.record_id !== null && item !== undefined) return item.record_id as MediaId
    tell(`picture ${address}`, item === undefined ? "There is no such file in the export, and no address that it could be fetched from." : "Its file was not taken.")
    return undefined
  }
  const recordOf = (address: string): Link | undefined => {
    const found = atlas.document(address, key)
    if (found?.record_id === null || found === undefined) return undefined
    return found.kind === "page" ? { page_id: PageId.make(found.record_id) } : { post_id: PostId.make(found.record_id) }
  }
  const elsewhere = (address: string): string | undefined => {
    if (address.startsWith("#")) return isLinkUrl(address) ? address : undefined
    const term = terms(address)
    if (term !== undefined) return term
    const path = oldPath(address)
    if (path !== undefined) tell(`link ${address}`, "Nothing of the export is there; it leads to the same path of this site.")
    const whole = path ?? (address.startsWith("//") ? `https:${address}` : URL.parse(address)?.href ?? address)
    if (isLinkUrl(whole)) return whole
    tell(`link ${address}`, "It leads to no address that a link may lead to; its words stay.")
    return undefined
  }
  const linkOf = (address: string): Link | undefined => {
    const record = recordOf(address)
    const url = record === undefined ? elsewhere(address) : undefined
    return record ?? (url === undefined ? undefined : { url })
  }
  const fileOf = (address: string) => {
    const file = atlas.file(address, key)
    return file?.record_id === undefined || file.record_id === null ? undefined : `media:${file.record_id}`
  }
  const addresses: Addresses = {
    link: (address) => {
      const record = recordOf(address)
      if (record !== undefined) return "page_id" in record ? `page:${record.page_id}` : "post_id" in record ? `post:${record.post_id}` : record.url
      return fileOf(address) ?? elsewhere(address)
    },
    picture: (address) => {
      const id = mediaOf(address)
      return id === undefined ? undefined : `media:${id}`
    }
  }

  const pieces = piecesOf(document, { where, footnotes: document.footnotes, fragment, remarks }, addresses)

  /** A picture that leads to itself in full leads nowhere. */
  const imageBlock = ({ alt, caption, link, source }: PieceImage) => {
    const media_id = mediaOf(source)
    const to = link === null || fileOf(link) !== undefined ? undefined : linkOf(link)
    const words = { alt: short(alt, 500), caption: short(caption, 500), link: to }
    return media_id === undefined ? [] : [{ type: "image", media_id, ...Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined)) }]
  }
  const textBlocks = (markdown: string) => parts(markdown).map((text) => ({ type: "text", text }))
  const blocksFor = (piece: Piece): ReadonlyArray<object> => {
    switch (piece.type) {
      case "text": return textBlocks(piece.markdown)
      case "image": return imageBlock(piece.image)
      case "gallery": {
        const images = piece.images.flatMap(({ caption, source }) => {
          const media_id = mediaOf(source)
          return media_id === undefined ? [] : [{ media_id, ...caption !== null && { caption: caption.slice(0, 300) } }]
        })
        if (piece.images.length === 0) tell("gallery", "It shows whatever belongs to the document; make one of the pictures that it is to show.")
        return images.length === 0 ? [] : [{ type: "gallery", images: images.slice(0, MOST_IMAGES) }]
      }
      case "embed": return [{ type: "embed", url: piece.url.replace(/^(?:http:)?\/\//u, "https://"), title: document.title.slice(0, 200) }]
      case "html": return [{ type: "html", html: piece.html.slice(0, 100_000) }]
      case "posts": return [{ type: "posts" }]
      case "file": {
        const to = addresses.link(piece.url)
        return to === undefined ? [] : [{ type: "text", text: `[${piece.url.split("/").at(-1)!.replaceAll(/[[\]\\]/gu, "")}](${to})` }]
      }
    }
  }

  const markdownOf = (piece: Piece): string => piece.type === "text" ? piece.markdown
    : ""

  if (kind === "post" && pieces.every(({ type }) => type === "text")) {
    const body = pieces.map(markdownOf).join("\n\n")
    if (body.length <= MOST_OF_A_BODY) return { body, blocks: null, remarks }
  }
  const made: Array<Block> = []
  for (const piece of pieces) {
    for (const block of blocksFor(piece)) {
      const found = yield* Effect.result(decode(block))
      if (found._tag === "Success") made.push(found.success)
      else if (piece.type === "embed") {
        const url = linkOf(piece.url)
        tell(`embed ${piece.url}`, "Nothing of its host can be shown; a link to it stands there.")
        if (url !== undefined && "url" in url) made.push({ type: "text", text: `<${url.url}>` })
      } else tell(piece.type, `It does not fit: ${String(found.failure.message).slice(0, 200)}`)
    }
  }
  if (made.length > MOST_BLOCKS) {
    tell("blocks", `It would be ${made.length} blocks, and a document has ${MOST_BLOCKS}: the last of them are text and pictures alone.`)
    const kept = made.slice(0, MOST_BLOCKS - 20)
    const rest = made.slice(MOST_BLOCKS - 20).map((block) =>
      block.type === "text" ? block.text : block.type === "image" ? `![](media:${block.media_id})` : "").filter((text) => text !== "").join("\n\n")
    return { body: null, blocks: [...kept, ...parts(rest).slice(0, 20).map((text) => ({ type: "text" as const, text }))], remarks }
  }
  return { body: null, blocks: made, remarks }
})

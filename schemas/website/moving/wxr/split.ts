/** Where the items of a WordPress export begin and end, found without reading them: what is within CDATA and comments counts for nothing. */

const CDATA = Buffer.from("<![CDATA[")
const CDATA_END = Buffer.from("]]>")
const COMMENT = Buffer.from("<!--")
const COMMENT_END = Buffer.from("-->")
const DECLARATIONS = ["<!DOCTYPE", "<!ENTITY", "<!doctype", "<!entity"].map((text) => Buffer.from(text))
const ITEM = Buffer.from("<item")
const ITEM_END = Buffer.from("</item>")
const LT = 60
/** What may follow the name of a tag. */
const afterName = new Set([9, 10, 13, 32, 47, 62])

export const declares = "it declares entities or a document type, which no export of WordPress does"

export interface Split {
  /** Each from `<item` to `</item>`: offsets in the bytes. */
  readonly items: ReadonlyArray<{ readonly from: number; readonly to: number }>
  /** Up to where everything is decided; what follows is to be looked at again with more of the file. */
  readonly end: number
  readonly fault?: string
}

const begins = (bytes: Buffer, word: Buffer, at: number) => bytes.compare(word, 0, word.length, at, Math.min(bytes.length, at + word.length)) === 0

/** The items in some bytes that begin outside of any. `most` bounds how many are looked for. */
export const split = (bytes: Buffer, most: number): Split => {
  const items: Array<{ from: number; to: number }> = []
  let from: number | undefined
  let end = 0
  for (let at = bytes.indexOf(LT); at !== -1 && items.length < most;) {
    /* The longest word that matters may go on behind the end. */
    if (at + CDATA.length > bytes.length) break
    let next = at + 1
    const second = bytes[at + 1]
    if (second === 33) {
      const close = begins(bytes, CDATA, at) ? CDATA_END : begins(bytes, COMMENT, at) ? COMMENT_END : undefined
      if (close !== undefined) {
        const closed = bytes.indexOf(close, at + 4)
        if (closed === -1) break
        next = closed + close.length
      } else if (DECLARATIONS.some((word) => begins(bytes, word, at))) return { items, end, fault: declares }
    } else if (from === undefined && begins(bytes, ITEM, at) && afterName.has(bytes[at + ITEM.length] ?? 0)) from = at
    else if (from !== undefined && begins(bytes, ITEM_END, at)) {
      next = at + ITEM_END.length
      items.push({ from, to: next })
      end = next
      from = undefined
    }
    if (from === undefined) end = next
    at = bytes.indexOf(LT, next)
  }
  return { items, end }
}

import { getDocumentProxy } from "unpdf"
import type { PassageText } from "../passages.ts"
import { textsOf } from "../splitting.ts"
import { type Reading, Unreadable, upToMost } from "./reading.ts"

const MOST_PAGES = 2_000
/** A line that is so much taller than most of the text, and not longer than this, is a heading. */
const TALLER = 1.15
const MOST_OF_A_HEADING = 120
/** Lines that stand on so many of the pages surround the text. */
const ON_MOST = 0.5
const FEW_PAGES = 4

interface Line {
  readonly text: string
  readonly height: number
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

const open = async (bytes: Uint8Array): Promise<Pdf> => {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024)).includes("%PDF-")) throw new Unreadable("It is no PDF file.")
  try {
    return await getDocumentProxy(bytes, { disableFontFace: true, useSystemFonts: false, stopAtErrors: false, verbosity: 0 })
  } catch (error) {
    const { message, name } = error as Error
    if (name === "PasswordException") throw new Unreadable("It is encrypted: save it without a password.")
    throw new Unreadable(`It is a broken PDF file: ${message.slice(0, 200).replace(/\.$/u, "")}.`)
  }
}

/** The lines of a page; where the text pauses, an empty one. */
const linesOf = async (pdf: Pdf, number: number): Promise<ReadonlyArray<Line>> => {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  const lines: Array<Line> = []
  let text = ""
  let height = 0
  const flush = () => {
    lines.push({ text: text.replace(/\s+/gu, " ").trim(), height })
    text = ""
    height = 0
  }
  for (const item of items) {
    if (!("str" in item)) continue
    text += item.str
    if (item.str.trim() !== "") height = Math.max(height, item.height)
    if (item.hasEOL) flush()
  }
  flush()
  page.cleanup()
  return lines
}

/** The height that most of the text has. */
const usualHeight = (lines: Iterable<Line>): number => {
  const letters = new Map<number, number>()
  for (const { height, text } of lines) letters.set(Math.round(height), (letters.get(Math.round(height)) ?? 0) + text.length)
  return [...letters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

/** A file with pages: each passage knows on which one it stands. */
export const readPdf = async (bytes: Uint8Array): Promise<Reading> => {
  const pdf = await open(bytes)
  const pages: Array<ReadonlyArray<Line>> = []
  const broken: Array<number> = []
  for (let number = 1; number <= Math.min(pdf.numPages, MOST_PAGES); number++) {
    try {
      pages.push(await linesOf(pdf, number))
    } catch {
      pages.push([])
      broken.push(number)
    }
  }
  const metadata = await pdf.getMetadata().catch(() => undefined)
  const said = (metadata?.info as { readonly Title?: unknown } | undefined)?.Title
  const on = new Map<string, number>()
  for (const page of pages) for (const text of new Set(page.map(({ text }) => text.replace(/\d+/gu, "#")))) on.set(text, (on.get(text) ?? 0) + 1)
  const surrounds = ({ text }: Line) => text !== "" && pages.length >= FEW_PAGES && on.get(text.replace(/\d+/gu, "#"))! > pages.length * ON_MOST
  const usual = usualHeight(pages.flat())
  const isHeading = ({ height, text }: Line) => height >= usual * TALLER && text.length <= MOST_OF_A_HEADING && /\p{L}{2}/u.test(text)

  const passages: Array<PassageText> = []
  let heading: ReadonlyArray<string> = []
  for (const [n, page] of pages.entries()) {
    let blocks: Array<string> = []
    let block: Array<string> = []
    const endBlock = () => {
      if (block.length > 0) blocks.push(block.join("\n"))
      block = []
    }
    const flush = () => {
      endBlock()
      passages.push(...textsOf(blocks).map((text): PassageText => ({ heading, place: { page: n + 1 }, text })))
      blocks = []
    }
    for (const line of page.filter((line) => !surrounds(line))) {
      if (line.text === "") endBlock()
      else if (isHeading(line)) {
        flush()
        heading = [line.text]
      } else block.push(line.text)
    }
    flush()
  }
  await pdf.loadingTask.destroy().catch(() => undefined)
  if (passages.length === 0) {
    throw new Unreadable(broken.length > 0 ? "It is a broken PDF file: none of its pages can be read."
      : "It holds no text. Where its pages are pictures, have the text in them recognised first.")
  }
  const most = upToMost(passages)
  return {
    title: typeof said === "string" && said.trim() !== "" ? said.trim().slice(0, 300) : null, language: null, page: null, ...most,
    remark: pdf.numPages > MOST_PAGES ? `It has ${pdf.numPages.toLocaleString("en")} pages: the first ${MOST_PAGES.toLocaleString("en")} were read.`
      : broken.length > 0 ? `Of its pages, these cannot be read: ${broken.slice(0, 20).join(", ")}.` : most.remark
  }
}

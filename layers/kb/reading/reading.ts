import type { PassageText } from "../passages.ts"

/** Why a document cannot be read, in words for whoever gave it. */
export class Unreadable extends Error {
  override readonly name = "Unreadable"
}

/** What a page says of itself besides its text. */
export interface PageFacts {
  /** The address that it wants to be known by. */
  readonly canonical: string | null
  /** Addresses that it leads to, each once, without what stands behind a #. */
  readonly links: ReadonlyArray<string>
  /** Whether it lets itself be found by searches. */
  readonly indexed: boolean
}

/** What was read of a document. */
export interface Reading {
  readonly title: string | null
  /** ISO 639, as the document itself says. */
  readonly language: string | null
  readonly passages: ReadonlyArray<PassageText>
  /** What of it was left out. */
  readonly remark: string | null
  readonly page: PageFacts | null
}

/** What can be read, by media type. */
export const readableTypes = {
  "application/pdf": "pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "text/html": "html",
  "application/xhtml+xml": "html",
  "text/markdown": "markdown",
  "text/plain": "markdown",
  "text/csv": "csv"
} as const
export type ReadableType = keyof typeof readableTypes
export type Format = typeof readableTypes[ReadableType]

export const isReadable = (type: string): type is ReadableType => Object.hasOwn(readableTypes, type)

const ofEnding: Readonly<Record<string, ReadableType>> = {
  pdf: "application/pdf", docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document", html: "text/html", htm: "text/html",
  xhtml: "application/xhtml+xml", md: "text/markdown", markdown: "text/markdown", txt: "text/plain", csv: "text/csv"
}

/** The media type of a file: the one that its beginning tells, or that is said, or that its name ends with; nothing where it can be none of these. */
export const typeOf = (said: string, name: string, beginning: Buffer): ReadableType | undefined => {
  if (beginning.subarray(0, 1_024).includes("%PDF-")) return "application/pdf"
  if (beginning.toString("latin1", 0, 4) === "PK\u0003\u0004") return "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
  const named = ofEnding[name.split(".").at(-1)!.toLowerCase()]
  if (isReadable(said) && said !== "text/plain") return said
  if (named !== undefined) return named
  if (beginning.includes(0)) return undefined
  return /^\s*<(?:!doctype|html|head|body|h1|p|div|main|article)[\s>]/iu.test(beginning.toString("utf8")) ? "text/html" : "text/markdown"
}

/** Passages of one document; what follows is not read. */
export const MOST_PASSAGES = 5_000

/** What passages say, up to the most that one document may have. */
export const upToMost = (passages: ReadonlyArray<PassageText>): Pick<Reading, "passages" | "remark"> => ({
  passages: passages.slice(0, MOST_PASSAGES),
  remark: passages.length > MOST_PASSAGES ? `It is very long: its first ${MOST_PASSAGES.toLocaleString("en")} passages were read.` : null
})

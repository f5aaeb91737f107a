import { constants, setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { fileTypeFromBuffer } from "file-type"
import { type Format, readableTypes, type ReadableType, type Reading, Unreadable } from "./reading.ts"
import { readSitemap, type Sitemap } from "./sitemap.ts"
import { readCsv, readMarkdown } from "./text.ts"

/** What a thread is asked for. */
export type Task = { readonly bytes: Uint8Array } & (
  | { readonly what: "sitemap" }
  | {
    readonly what: "document"
    readonly type: ReadableType
    /** Where it is, if it has an address. */
    readonly address?: string | undefined
    /** The encoding that its server says. */
    readonly charset?: string | undefined
  }
)

/* On Linux that is the priority of this thread alone. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** The libraries that read a kind of file are loaded with the first one of it. */
const readers: Readonly<Record<Format, (bytes: Uint8Array, address?: string, charset?: string) => Reading | Promise<Reading>>> = {
  pdf: async (bytes) => (await import("./pdf.ts")).readPdf(bytes),
  docx: async (bytes) => (await import("./docx.ts")).readDocx(bytes),
  html: async (bytes, address, charset) => (await import("./html.ts")).readHtml(bytes, address, charset),
  markdown: readMarkdown,
  csv: readCsv
}

const names: Readonly<Record<Format, string>> = { pdf: "a PDF file", docx: "a document of Word", html: "HTML", markdown: "a text", csv: "a CSV file" }

/** A text begins like no other kind of file; the others begin like their own. */
const checkKind = async (bytes: Uint8Array, format: Format) => {
  const found = (await fileTypeFromBuffer(bytes))?.mime
  const isText = format === "html" || format === "markdown" || format === "csv"
  const other = isText ? found !== undefined && !/xml|text|rtf/u.test(found) : found !== undefined && /^(?:image|audio|video|font)\/|executable|x-elf|rtf/u.test(found)
  if (other) throw new Unreadable(`It says that it is ${names[format]}, and is ${found}.`)
}

/** Text that can be kept: a file may hold anything. */
const clean = (text: string) => text.replaceAll("\0", "").toWellFormed()
const cleaned = ({ passages, title, ...reading }: Reading): Reading => ({
  ...reading,
  title: title === null ? null : clean(title),
  passages: passages.map((passage) => ({ ...passage, heading: passage.heading.map(clean), text: clean(passage.text) }))
})

const read = async (task: Task): Promise<Reading | Sitemap> => {
  if (task.bytes.length === 0) throw new Unreadable("It is empty.")
  if (task.what === "sitemap") return readSitemap(task.bytes)
  const format = readableTypes[task.type]
  await checkKind(task.bytes, format)
  const reading = cleaned(await readers[format](task.bytes, task.address, task.charset))
  if (reading.passages.length === 0 && task.address === undefined) throw new Unreadable("It holds no text.")
  return reading
}

const problemOf = (error: unknown): string => {
  if (error instanceof Unreadable) return error.message
  if (error instanceof RangeError && /call stack/u.test(error.message)) return "What it holds is nested too deeply."
  if (error instanceof RangeError) return "It takes more memory than a document may."
  return `It is broken: ${(error instanceof Error ? error.message : String(error)).slice(0, 200).replace(/\.$/u, "")}.`
}

parentPort!.on("message", async (task: Task) => {
  try {
    parentPort!.postMessage({ done: await read(task) })
  } catch (error) {
    parentPort!.postMessage({ problem: problemOf(error) })
  }
})

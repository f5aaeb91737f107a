import { isUtf8 } from "node:buffer"
import { parse } from "csv-parse/sync"
import type { PassageText } from "../passages.ts"
import { ENOUGH, passagesOf, textsOf } from "../splitting.ts"
import { type Reading, Unreadable, upToMost } from "./reading.ts"

const MOST_ROWS = 50_000
const MOST_OF_A_NAME = 100

const marks: ReadonlyArray<readonly [encoding: string, ...bytes: Array<number>]> = [
  ["utf-8", 0xef, 0xbb, 0xbf], ["utf-16le", 0xff, 0xfe], ["utf-16be", 0xfe, 0xff]
]

/** A text in the encoding that it says, that its first bytes tell, or that most programs write. */
export const decoded = (bytes: Uint8Array, said?: string): string => {
  const marked = marks.find(([, ...mark]) => mark.every((byte, n) => bytes[n] === byte))?.[0]
  if (marked === undefined && bytes.includes(0)) throw new Unreadable("It is no text: it holds bytes that no text has.")
  const encoding = marked ?? (isUtf8(bytes) ? "utf-8" : said ?? "windows-1252")
  try {
    return new TextDecoder(encoding).decode(bytes).replaceAll("\0", "").toWellFormed()
  } catch {
    throw new Unreadable(`It is written in an encoding that is not known: ${encoding.slice(0, 40)}.`)
  }
}

const beginning = /^---\r?\n[\s\S]*?\r?\n---(?:\r?\n|$)/u

/** Markdown or a plain text. What stands before it for programs is left out. */
export const readMarkdown = (bytes: Uint8Array): Reading => {
  const text = decoded(bytes).replace(beginning, "")
  const passages = passagesOf(text)
  return { title: passages[0]?.heading[0] ?? null, language: null, ...upToMost(passages), page: null }
}

const delimiterOf = (text: string) => {
  const [line = ""] = text.split(/[\r\n]/u, 1)
  const unquoted = line.replace(/"[^"]*"/gu, "")
  return [",", ";", "\t"].toSorted((a, b) => unquoted.split(b).length - unquoted.split(a).length)[0]!
}

/** A table: each row with the names of its columns, so that it can be understood by itself. */
export const readCsv = (bytes: Uint8Array): Reading => {
  const text = decoded(bytes)
  let rows: ReadonlyArray<ReadonlyArray<string>>
  try {
    rows = parse(text, { bom: true, delimiter: delimiterOf(text), relax_column_count: true, skip_empty_lines: true, to: MOST_ROWS + 2 })
  } catch (error) {
    throw new Unreadable(`It is no CSV file: ${(error as Error).message.slice(0, 200)}.`)
  }
  const [names = [], ...data] = rows
  const rowOf = (cells: ReadonlyArray<string>) => cells.flatMap((cell, n) => {
    const name = (names[n] ?? "").trim().slice(0, MOST_OF_A_NAME)
    return cell.trim() === "" ? [] : [name === "" ? cell.trim() : `${name}: ${cell.trim()}`]
  }).join("; ")
  const passages: Array<PassageText> = []
  let held: { readonly row: number; text: string } | undefined
  const flush = () => {
    if (held !== undefined) passages.push(...textsOf([held.text]).map((text): PassageText => ({ heading: [], place: { row: held!.row }, text })))
    held = undefined
  }
  for (const [n, cells] of data.slice(0, MOST_ROWS).entries()) {
    const said = rowOf(cells)
    if (said === "") continue
    if (held === undefined) held = { row: n + 1, text: said }
    else held.text += `\n${said}`
    if (held.text.length >= ENOUGH) flush()
  }
  flush()
  const most = upToMost(passages)
  return {
    title: null, language: null, page: null, ...most,
    remark: most.remark ?? (data.length > MOST_ROWS ? `It has more than ${MOST_ROWS.toLocaleString("en")} rows: those were read.` : null)
  }
}

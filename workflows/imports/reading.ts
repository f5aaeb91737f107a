import { isUtf8 } from "node:buffer"
import { CsvError, parse } from "csv-parse/sync"
import type { JsonObject } from "effect/Schema"

/** A row may have this many bytes. */
export const MOST_OF_A_ROW = 131_072

/** Of a row that cannot be taken apart, so many bytes are kept. */
const MOST_KEPT = 4_000

/** A part of a file: at least `MOST_OF_A_ROW` bytes, or up to its end. */
export interface Window {
  readonly bytes: Buffer
  /** Of its first byte in the file. */
  readonly offset: number
  /** Number of the line that begins there. */
  readonly line: number
  /** The file ends with it. */
  readonly last: boolean
}

interface Placed {
  /** Where it begins. */
  readonly line: number
  /** Offset of the byte after it, and the number of the line that begins there. */
  readonly end: number
  readonly nextLine: number
}

/** One row of a file. */
export type Row = Placed & (
  | { readonly _tag: "Cells"; readonly cells: ReadonlyArray<string> }
  | { readonly _tag: "Record"; readonly record: JsonObject; readonly text: string }
  | { readonly _tag: "Malformed"; readonly reason: string; readonly text: string }
)

const LF = 10
const CR = 13

const linesIn = (bytes: Buffer, from: number, to: number) => {
  let lines = 0
  for (let at = from; at < to; at++) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) lines++
  }
  return lines
}

/** Offset after the line that `from` is in; the end of the window where the line has none. */
const lineEnd = (bytes: Buffer, from: number) => {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) return at + 1
  }
  return bytes.length
}

const notUtf8 = "the row is not UTF-8"
export const tooLong = `the row is longer than ${MOST_OF_A_ROW / 1_024} KiB`

/** csv-parse reads bytes as latin1, one character each, so that what is not UTF-8 is seen row by row. */
const decoded = (cell: string): string | undefined => {
  if (!/[\x80-\xff]/.test(cell)) return cell
  const bytes = Buffer.from(cell, "latin1")
  return isUtf8(bytes) ? bytes.toString() : undefined
}

const kept = (bytes: Buffer) => bytes.toString("utf8", 0, MOST_KEPT).trim()

const reasons: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quotation mark is not closed",
  CSV_INVALID_CLOSING_QUOTE: "a quotation mark inside a quoted cell is not doubled",
  INVALID_OPENING_QUOTE: "a quotation mark stands inside a cell that is not quoted"
}

const blank = (cells: ReadonlyArray<string>) => cells.every((cell) => cell.trim() === "")

interface Read {
  readonly cells: ReadonlyArray<string>
  /** From the beginning of what was read. */
  readonly end: number
}

/** The records at the beginning of `bytes`, up to one that is no CSV. */
const recordsIn = (bytes: Buffer, delimiter: string) => {
  const records: Array<Read> = []
  try {
    parse(bytes, {
      delimiter,
      encoding: "latin1",
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: ReadonlyArray<string>, { bytes: end }) => void records.push({ cells, end })
    })
    return { records, fault: undefined }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { records, fault: reasons[error.code] ?? error.message }
  }
}

/** What was read of a window: its rows, and where reading goes on. Nothing was read if `end` is the window's own offset. */
export interface Reading {
  readonly rows: ReadonlyArray<Row>
  readonly end: number
  readonly nextLine: number
}

/**
 * Rows of comma-separated values (RFC 4180; also with semicolons or tabs, and any line ends). What cannot be taken apart
 * costs its first line only: reading goes on with the next, so that a quotation mark too many does not swallow the rest.
 */
export const csvRows = ({ bytes, last, line, offset }: Window, delimiter: string): Reading => {
  const rows: Array<Row> = []
  let at = 0
  let number = line

  const place = (end: number): Placed => {
    let begin = at
    while (bytes[begin] === LF || bytes[begin] === CR) begin++
    const first = number + linesIn(bytes, at, begin)
    number = first + linesIn(bytes, begin, end)
    at = end
    return { line: first, end: offset + end, nextLine: number }
  }
  const malformed = (reason: string, end: number) => {
    const text = kept(bytes.subarray(at, end))
    rows.push({ _tag: "Malformed", reason, text, ...place(end) })
  }
  /** `false` where what is wrong may only be that the window ends. */
  const skipped = (reason: string) => {
    const end = lineEnd(bytes, at)
    if (!last && (end === bytes.length || bytes.length - at < MOST_OF_A_ROW)) return false
    malformed(reason, end)
    return true
  }
  const taken = (cells: ReadonlyArray<string>, end: number) => {
    if (blank(cells)) return void place(end)
    const texts = cells.map(decoded)
    if (texts.includes(undefined)) malformed(notUtf8, end)
    else rows.push({ _tag: "Cells", cells: texts as ReadonlyArray<string>, ...place(end) })
  }
  /** Takes what can be taken at once; what is wrong with the row after it, if it was not the end. */
  const go = (): string | undefined => {
    const start = at
    const { fault, records } = recordsIn(bytes.subarray(start), delimiter)
    for (const { cells, end } of records) {
      if (!last && start + end >= bytes.length) return undefined
      if (start + end - at > MOST_OF_A_ROW) return tooLong
      taken(cells, start + end)
    }
    return fault
  }

  for (let fault = go(); fault !== undefined && skipped(fault) && at < bytes.length;) fault = go()
  // Empty lines at the end of the file belong to no row.
  if (last) place(bytes.length)
  return { rows, end: offset + at, nextLine: number }
}

const recordOf = (bytes: Buffer): { readonly record: JsonObject; readonly text: string } | string => {
  if (!isUtf8(bytes)) return notUtf8
  const text = bytes.toString()
  try {
    const record: unknown = JSON.parse(text)
    return typeof record === "object" && record !== null && !Array.isArray(record)
      ? { record: record as JsonObject, text: text.trim() }
      : "the line is not a JSON object"
  } catch {
    return "the line is not JSON"
  }
}

/** Rows of newline-delimited JSON, an object each. */
export const ndjsonRows = ({ bytes, last, line, offset }: Window): Reading => {
  const rows: Array<Row> = []
  let at = 0
  let number = line
  while (at < bytes.length) {
    const found = bytes.indexOf(LF, at)
    if (found === -1 && !last) break
    const end = found === -1 ? bytes.length : found + 1
    const part = bytes.subarray(at, end)
    const placed = { line: number, end: offset + end, nextLine: ++number }
    at = end
    if (part.every((byte) => byte === LF || byte === CR || byte === 32 || byte === 9)) continue
    const read = part.length > MOST_OF_A_ROW ? tooLong : recordOf(part)
    rows.push(typeof read === "string"
      ? { _tag: "Malformed", reason: read, text: kept(part), ...placed }
      : { _tag: "Record", ...read, ...placed })
  }
  return { rows, end: offset + at, nextLine: number }
}

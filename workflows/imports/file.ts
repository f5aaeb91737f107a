import { Effect } from "effect"
import type { ImportFile } from "#layers/crm/imports"
import { Uploads } from "#layers/kernel/uploads"
import { csvRows, MOST_OF_A_ROW, ndjsonRows, type Row, tooLong, type Window } from "./reading.ts"

const WINDOW = 2 * MOST_OF_A_ROW
const LF = 10

/** Rows of a part together: their contacts are in memory several times over while they are written. */
const MOST_OF_A_PART = 1_048_576

/** Rows of a file and where the next one begins. */
export interface Part {
  readonly rows: ReadonlyArray<Row>
  readonly position: number
  readonly lines: number
  /** Nothing follows. */
  readonly done: boolean
}

/** The part of a file of `length` bytes that begins at an offset, and at that line. */
export const windowAt = Effect.fnUntraced(function*(upload: number, length: number, offset: number, line: number) {
  const uploads = yield* Uploads
  const read = yield* uploads.read(upload, offset, WINDOW)
  const bytes = Buffer.from(read.buffer, read.byteOffset, read.length)
  const window: Window = { bytes, offset, line, last: offset + bytes.length >= length }
  return window
})

/** A row that no window holds is passed over: the file goes on after its line. */
const passed = Effect.fnUntraced(function*({ bytes, line, offset }: Window, file: ImportFile) {
  let end = file.bytes
  for (let at = offset + bytes.length; at < file.bytes; at += WINDOW) {
    const found = (yield* windowAt(file.upload_id, file.bytes, at, line)).bytes.indexOf(LF)
    if (found === -1) continue
    end = at + found + 1
    break
  }
  const text = bytes.toString("utf8", 0, 200)
  const row: Row = { _tag: "Malformed", reason: tooLong, text, line, end, nextLine: line + 1 }
  return { rows: [row], end, nextLine: line + 1 }
})

/**
 * Reads a file from front to back, a window at a time. What was read ahead is kept for the next part; whoever comes anew,
 * after a crash, begins where the import stands.
 */
export class Reader {
  private ahead: ReadonlyArray<Row> = []
  /** Where the rows ahead begin, and where they and the file's next row end. */
  private from = -1
  private end = 0
  private line = 0

  readonly next = Effect.fnUntraced(function*(this: Reader, file: ImportFile, most: number) {
    if (this.from !== file.position) {
      this.ahead = []
      this.from = this.end = file.position
      this.line = file.lines
    }
    while (this.ahead.length < most && this.end < file.bytes && this.end - file.position < MOST_OF_A_PART) {
      const window = yield* windowAt(file.upload_id, file.bytes, this.end, this.line)
      const read = file.format === "csv" ? csvRows(window, file.delimiter!) : ndjsonRows(window)
      const { end, nextLine, rows } = read.end === window.offset
        ? yield* passed(window, file)
        : read
      this.ahead = this.ahead.length === 0 ? rows : [...this.ahead, ...rows]
      this.end = end
      this.line = nextLine
    }
    const beyond = this.ahead.findIndex(({ end }) => end - file.position > MOST_OF_A_PART)
    const count = Math.min(most, beyond === -1 ? most : Math.max(1, beyond))
    const rows = this.ahead.slice(0, count)
    this.ahead = this.ahead.slice(count)
    const last = rows.at(-1)
    const whole = this.ahead.length === 0
    const part: Part = {
      rows,
      position: whole ? this.end : last!.end,
      lines: whole ? this.line : last!.nextLine,
      done: whole && this.end >= file.bytes
    }
    this.from = part.position
    return part
  })
}

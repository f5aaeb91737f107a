import { assert, describe, it } from "@effect/vitest"
import { stringify } from "csv-stringify/sync"
import fc from "fast-check"
import { csvRows, ndjsonRows, type Reading, type Row, type Window } from "#workflows/imports/reading"

type Read = (window: Window) => Reading

/** Reads all of a file in windows of `size` bytes; one that no row fits into grows. */
const readAll = (bytes: Buffer, size: number, read: Read) => {
  const rows: Array<Row> = []
  let [offset, line, length] = [0, 1, size]
  while (offset < bytes.length) {
    const window = { bytes: bytes.subarray(offset, offset + length), offset, line, last: offset + length >= bytes.length }
    const { end, nextLine, rows: some } = read(window)
    rows.push(...some)
    length = end === offset ? length * 2 : size
    offset = end
    line = nextLine
  }
  return { rows, line }
}

const csv = (text: string | Buffer, delimiter = ",") =>
  readAll(Buffer.from(text as string), 1 << 20, (window) => csvRows(window, delimiter)).rows

const brief = (row: Row) =>
  row._tag === "Cells" ? [row.line, ...row.cells] : row._tag === "Record" ? [row.line, row.record] : [row.line, "!", row.reason, row.text]

const cell = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom("", "a", "\"", "\"\"", ",", "\n", "\r\n", "x\ny", "caf\u00e9", "\u{1f600}", ";", "\t")
).filter((text) => text.isWellFormed() && !text.includes("\0"))

const table = fc.integer({ min: 1, max: 5 }).chain((width) =>
  fc.array(fc.array(cell, { minLength: width, maxLength: width }).filter((cells) => cells.some((one) => one.trim() !== "")), { maxLength: 30 }))

describe("reading rows", () => {
  it("gives back what was written, whatever the windows, line ends and delimiter", () => {
    fc.assert(fc.property(
      table, fc.integer({ min: 1, max: 60 }), fc.constantFrom("\n", "\r\n"), fc.constantFrom(",", ";", "\t"), fc.boolean(),
      (rows, size, end, delimiter, closed) => {
        const whole = stringify(rows, { delimiter, record_delimiter: end, quoted_match: /[\r\n";\t,]/u, quoted_string: rows.length % 2 === 0 })
        const text = Buffer.from(closed || rows.length === 0 ? whole : whole.slice(0, -end.length))
        const read = readAll(text, size, (window) => csvRows(window, delimiter))
        assert.deepStrictEqual(read.rows.map((row) => row._tag === "Cells" ? row.cells : row), rows)
        for (const [place, { end: after }] of read.rows.entries()) {
          const rest = csvRows({ bytes: text.subarray(after), offset: after, line: 1, last: true }, delimiter).rows
          assert.deepStrictEqual(rest.map((row) => row._tag === "Cells" && row.cells), rows.slice(place + 1), "it can go on after any row")
        }
      }
    ), { numRuns: 300, seed: 20_261_121 })
  })

  it("never stops, whatever it is given, and passes over no line", () => {
    const anything = fc.oneof(
      fc.array(fc.constantFrom("a", "\"", ",", "\n", "\r", "\r\n", "\"\"", "x@y.example", "\u00e9", " ")).map((parts) => Buffer.from(parts.join(""))),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
    )
    fc.assert(fc.property(anything, fc.integer({ min: 1, max: 50 }), (bytes, size) => {
      const { rows } = readAll(bytes, size, (window) => csvRows(window, ","))
      const whole = readAll(bytes, 1 << 20, (window) => csvRows(window, ",")).rows
      assert.strictEqual(whole.at(-1)?.end ?? 0, rows.at(-1)?.end ?? 0)
      for (const [place, { end }] of whole.entries()) assert.isAbove(end, whole[place - 1]?.end ?? 0)
      readAll(bytes, size, ndjsonRows)
    }), { numRuns: 1_000, seed: 20_261_121 })
  })

  it("rejects the line that is no CSV and goes on with the next", () => {
    assert.deepStrictEqual(csv("a,b\n\"Ada,x\nLove,\"lace\"\n6\" pipe,1\n\"open,2\nlast,3\n").map(brief), [
      [1, "a", "b"],
      [2, "!", "a quotation mark inside a quoted cell is not doubled", "\"Ada,x"],
      [3, "Love", "lace"],
      [4, "!", "a quotation mark stands inside a cell that is not quoted", "6\" pipe,1"],
      [5, "!", "a quotation mark is not closed", "\"open,2"],
      [6, "last", "3"]
    ])
  })

  it("counts lines as an editor does, in cells too, and passes over those that are empty", () => {
    assert.deepStrictEqual(csv("\r\n\r\na,b\r\n1,\"x\r\ny\"\r\n\r\n , \r\n3,4").map(brief), [[3, "a", "b"], [4, "1", "x\r\ny"], [8, "3", "4"]])
    assert.deepStrictEqual(csv("a\rb\rc").map(brief), [[1, "a"], [2, "b"], [3, "c"]])
  })

  it("tells what is not UTF-8, row by row", () => {
    const bytes = Buffer.concat([Buffer.from("\u00e9,1\n"), Buffer.from("caf\xe9,2\n", "latin1"), Buffer.from("\u{1f600},3\n")])
    assert.deepStrictEqual(csv(bytes).map(brief), [
      [1, "\u00e9", "1"], [2, "!", "the row is not UTF-8", "caf\ufffd,2"], [3, "\u{1f600}", "3"]
    ])
  })

  it("reads JSON lines, each for itself", () => {
    const text = "{\"a\":1}\n\n[1]\n{\"b\":\r\n  {\"c\":\"\u00e9\"}\r\nnull\n\"x\"\n{\"d\":null}"
    assert.deepStrictEqual(readAll(Buffer.from(text), 3, ndjsonRows).rows.map(brief), [
      [1, { a: 1 }], [3, "!", "the line is not a JSON object", "[1]"], [4, "!", "the line is not JSON", "{\"b\":"], [5, { c: "\u00e9" }],
      [6, "!", "the line is not a JSON object", "null"], [7, "!", "the line is not a JSON object", "\"x\""], [8, { d: null }]
    ])
  })
})

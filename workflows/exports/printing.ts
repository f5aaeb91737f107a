import { stringify } from "csv-stringify/sync"
import { Effect, Stream } from "effect"
import { type Cell, type Column, type ExportFormat, rowsOf } from "#schemas/kernel/exports"

/** What a cell of a spreadsheet holds at most, and whole numbers that it shows digit by digit. */
const MOST_OF_A_CELL = 32_767
const MOST_DIGITS = 1e15

/** Rows of a spreadsheet, with that of the columns' names. */
export const MOST_ROWS_OF_A_SHEET = 1_048_576

/** What spreadsheets take for the begin of a formula; full-width signs too, which some of them make plain. */
const beginsFormula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/u

/** A phone number or another number with its sign: as a formula it is that number, and programs read it as it is. */
const signedDigits = /^[+-]\d[\d .]*$/u

const string = (text: string) => beginsFormula.test(text) && !signedDigits.test(text) ? `'${text}` : text

/** With an apostrophe before what could be a formula in a spreadsheet. */
export const csvLines = (rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  stringify(rows as Array<Array<Cell>>, { cast: { boolean: String, string } })

const ndjsonLines = (items: ReadonlyArray<unknown>): string => items.map((item) => `${JSON.stringify(item)}\n`).join("")

/** Prints items of a list as text, some at a time; what a file begins with is its `head`. */
export const printer = (format: Exclude<ExportFormat, "xlsx">, columns: ReadonlyArray<Column>) => ({
  head: format === "csv" ? csvLines([columns.map(({ name }) => name)]) : "",
  lines: (items: ReadonlyArray<unknown>): string =>
    items.length === 0 ? "" : format === "csv" ? csvLines(rowsOf(columns, items)) : ndjsonLines(items)
})

/** In a workbook `_x0041_` stands for a character; a text that has it as it is says so. */
const escaped = (text: string) => text.replace(/_(?=x[0-9a-f]{4}_)/giu, "_x005F_")

const shortened = (text: string) => {
  if (text.length <= MOST_OF_A_CELL) return text
  const note = `... (${text.length} characters)`
  return `${text.slice(0, MOST_OF_A_CELL - note.length).toWellFormed()}${note}`
}

/** A text stays a text, whatever it begins with. */
const sheetCell = (cell: Cell): Cell =>
  typeof cell === "string" ? escaped(shortened(cell))
    : typeof cell === "number" && Math.abs(cell) >= MOST_DIGITS ? String(cell) : cell

async function* sheetRows(columns: ReadonlyArray<Column>, pages: AsyncIterable<ReadonlyArray<unknown>>) {
  for await (const items of pages) {
    for (const row of rowsOf(columns, items)) yield row.map(sheetCell)
  }
}

/** A workbook with one sheet, made as it is read: no more than a page and some 100 KiB of it are in memory. */
const workbook = <E, R>(name: string, columns: ReadonlyArray<Column>, pages: Stream.Stream<ReadonlyArray<unknown>, E, R>) =>
  Stream.unwrap(Effect.gen(function*() {
    /* Not read before somebody wants a spreadsheet. */
    const { writeXlsxStream } = yield* Effect.promise(() => import("hucre/xlsx"))
    const iterable = yield* Stream.toAsyncIterableEffect(pages)
    return Stream.fromReadableStream({
      evaluate: () => writeXlsxStream(sheetRows(columns, iterable) as AsyncIterable<Array<Cell>>, {
        /* The name of a sheet has at most 31 characters. */
        name: name.slice(0, 31),
        columns: columns.map(({ name }) => ({ header: escaped(name) })),
        freezePane: { rows: 1 },
        zip64: true
      }),
      onError: (error) => error as E
    })
  }))

/** The bytes of a file whose items come in pages. */
export const printed = <E, R>(
  format: ExportFormat,
  name: string,
  columns: ReadonlyArray<Column>,
  pages: Stream.Stream<ReadonlyArray<unknown>, E, R>
): Stream.Stream<Uint8Array, E, R> => {
  if (format === "xlsx") return workbook(name, columns, pages)
  const { head, lines } = printer(format, columns)
  return Stream.make(head).pipe(
    Stream.concat(Stream.map(pages, lines)),
    Stream.filter((text) => text !== ""),
    Stream.map((text) => Buffer.from(text))
  )
}

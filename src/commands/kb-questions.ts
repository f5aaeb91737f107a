import { readFileSync } from "node:fs"
import { CsvError, parse } from "csv-parse/sync"
import { Effect, Schema } from "effect"
import { Trial } from "#workflows/kb/evaluation"
import { CommandFailure } from "./command-failure.ts"

/** Stands for a question without an answer: an empty cell is more likely forgotten. */
const NOTHING = "-"

const PARTED = /\s{0,9}\|\s{0,9}/u

/** Rows of CSV as the JSON has them. What is empty is left out. */
const rowsOf = (text: string): ReadonlyArray<object> => {
  const rows: ReadonlyArray<Readonly<Record<string, string>>> = parse(text, { bom: true, columns: true, skip_empty_lines: true, trim: true })
  return rows.map((row) => {
    const { expected = "", ...others } = Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== ""))
    return { ...others, ...expected !== "" && { expected: expected === NOTHING ? [] : expected.split(PARTED) } }
  })
}

const decode = Schema.decodeUnknownEffect(Schema.Array(Trial), { onExcessProperty: "error" })

/** The questions of a file; fails with a sentence that tells what is wrong with it. */
export const trialsIn = Effect.fnUntraced(function*(file: string) {
  const wrong = (why: string) => new CommandFailure({ message: `${file} ${why}` })
  const text = yield* Effect.try({ try: () => readFileSync(file, "utf8"), catch: () => wrong("cannot be read.") })
  const isCsv = /\.csv$/iu.test(file)
  const read = yield* Effect.try({
    try: (): unknown => isCsv ? rowsOf(text) : JSON.parse(text),
    catch: (error) => error instanceof CsvError ? wrong(`is no CSV: ${error.message}`) : wrong(`is no JSON: ${(error as Error).message}`)
  })
  const trials = yield* Effect.mapError(decode(read), ({ message }) => wrong(`does not hold questions as they are wanted, counted from 0. ${message}`))
  if (trials.length === 0) return yield* wrong("holds no question.")
  return trials
})

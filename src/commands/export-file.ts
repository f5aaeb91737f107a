import { Clock, Effect, FileSystem, Option, type PlatformError, Schema, Stream } from "effect"
import { dirname } from "node:path"
import { type Column, type ExportFormat } from "#schemas/kernel/exports"
import { MOST_ROWS_OF_A_SHEET, printed, printer } from "#workflows/exports/printing"
import { CommandFailure } from "./command-failure.ts"

/** Where an export goes on after it was interrupted: what it is an export of, and how much of it is in the file. */
const ResumePoint = Schema.Struct({
  list: Schema.String,
  /** Address, filters, format, company and mode: all that must be as it was. */
  of: Schema.String,
  /** Of the company's own fields, as they were at the beginning. */
  keys: Schema.Array(Schema.String),
  /** Asks for the rows after those in the file; null after the last. */
  cursor: Schema.NullOr(Schema.String),
  rows: Schema.Int,
  bytes: Schema.Int,
  /** The process that writes it. */
  pid: Schema.Int
})
export type ResumePoint = typeof ResumePoint.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(ResumePoint))

/** Milliseconds of work that are done again after a crash, at most. */
const CHECKPOINT_MS = 200

const SHEET_ROWS_AT_ONCE = 500

const cannotWrite = (path: string) => (cause: PlatformError.PlatformError) =>
  new CommandFailure({ message: `${path} cannot be written: ${cause.message}` })

const isAlive = (pid: number) => {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** Written and on the disk before it bears its name, so that a crash leaves the file before or this one. */
const replaced = Effect.fnUntraced(function*(path: string, bytes: Stream.Stream<Uint8Array, PlatformError.PlatformError>, through: string) {
  const files = yield* FileSystem.FileSystem
  yield* Effect.scoped(Effect.gen(function*() {
    const file = yield* files.open(through, { flag: "w" })
    yield* Stream.runForEach(bytes, (chunk) => file.writeAll(chunk))
    yield* file.sync
  }))
  yield* renamed(through, path)
})

const renamed = Effect.fnUntraced(function*(from: string, to: string) {
  const files = yield* FileSystem.FileSystem
  yield* files.rename(from, to)
  /* So that the name too survives a power failure; some systems cannot do that. */
  yield* Effect.ignore(Effect.scoped(Effect.flatMap(files.open(dirname(to), { flag: "r" }), ({ sync }) => sync)))
})

/** Rows of a list on their way into a file, which bears its name only once it is complete. */
export const makeExportFile = Effect.fnUntraced(function*(output: string, format: ExportFormat) {
  const files = yield* FileSystem.FileSystem
  const [part, resume] = [`${output}.part`, `${output}.resume`]
  /* A spreadsheet cannot be gone on with: its rows are gathered as JSON lines, and it is made of those at the end. */
  const printedAs = format === "xlsx" ? "ndjson" : format
  const orFail = Effect.mapError(cannotWrite(output))

  const keep = (point: ResumePoint) => replaced(resume, Stream.make(Buffer.from(JSON.stringify(point))), `${resume}.new`)

  /** Where an interrupted export goes on; nothing where there is none. Fails where the files are those of another export. */
  const interrupted = Effect.fnUntraced(function*(of: string) {
    if (!(yield* orFail(files.exists(resume))) || !(yield* orFail(files.exists(part)))) return Option.none<ResumePoint>()
    const point = decode(yield* orFail(files.readFileString(resume)))
    if (Option.isNone(point) || Number((yield* orFail(files.stat(part))).size) < point.value.bytes) return Option.none<ResumePoint>()
    if (point.value.of !== of) {
      return yield* new CommandFailure({
        message: `${part} is the beginning of another export: finish that, delete ${part} and ${resume}, or choose another file.`
      })
    }
    if (isAlive(point.value.pid)) {
      return yield* new CommandFailure({
        message: `Process ${point.value.pid} is writing this very export; if it is not, delete ${resume}.`
      })
    }
    return point
  })

  /** Appends pages from a point on, and notes a few times a second how far it is. */
  const append = <R>(from: ResumePoint, columns: ReadonlyArray<Column>, pages: Stream.Stream<PageOfRows, CommandFailure, R>) =>
    Effect.scoped(Effect.gen(function*() {
      const { head, lines } = printer(printedAs, columns)
      let point: ResumePoint = { ...from, pid: process.pid }
      if (from.bytes > 0) yield* orFail(files.truncate(part, from.bytes))
      const file = yield* orFail(files.open(part, { flag: from.bytes > 0 ? "a" : "w" }))
      const write = (text: string, more: Partial<ResumePoint>) => {
        const bytes = Buffer.from(text)
        point = { ...point, ...more, bytes: point.bytes + bytes.length }
        return bytes.length === 0 ? Effect.void : orFail(file.writeAll(bytes))
      }
      const checkpoint = Effect.suspend(() => orFail(Effect.andThen(file.sync, keep(point))))

      if (from.bytes === 0) yield* write(head, {})
      yield* checkpoint
      let noted = yield* Clock.currentTimeMillis
      yield* Stream.runForEach(pages, Effect.fnUntraced(function*({ cursor, items }) {
        yield* write(lines(items), { cursor, rows: point.rows + items.length })
        const now = yield* Clock.currentTimeMillis
        if (now - noted < CHECKPOINT_MS) return
        yield* checkpoint
        noted = now
      })).pipe(Effect.ensuring(Effect.ignore(checkpoint)))
      return point
    }))

  /** Gives the complete file its name. */
  const finish = Effect.fnUntraced(function*({ rows }: ResumePoint, name: string, columns: ReadonlyArray<Column>) {
    if (format === "xlsx") {
      yield* fitsSheet(rows)
      const items = files.stream(part).pipe(
        Stream.decodeText(),
        Stream.splitLines,
        Stream.filter((line) => line !== ""),
        Stream.map((line): unknown => JSON.parse(line)),
        Stream.grouped(SHEET_ROWS_AT_ONCE)
      )
      yield* orFail(replaced(output, printed(format, name, columns, items), `${output}.new`))
      yield* orFail(files.remove(part))
    } else yield* orFail(renamed(part, output))
    yield* orFail(files.remove(resume))
  })

  return { interrupted, append, finish }
})

export interface PageOfRows {
  readonly items: ReadonlyArray<unknown>
  /** Of the page after it; null after the last. */
  readonly cursor: string | null
}

/** A spreadsheet has so many rows and no more. */
export const fitsSheet = (rows: number): Effect.Effect<void, CommandFailure> =>
  rows < MOST_ROWS_OF_A_SHEET ? Effect.void : new CommandFailure({
    message: `These are ${rows.toLocaleString("en")} rows; a spreadsheet has at most ${(MOST_ROWS_OF_A_SHEET - 1).toLocaleString("en")} ` +
      "and its head. Narrow them down with --filter, or choose --format csv or ndjson."
  })

import { Effect, Option, Stream } from "effect"
import { ValidationError } from "#schemas/kernel/errors"
import { type Column, exportFormats, type ExportFormat, fileNameOf, MOST_EXPORTED } from "#schemas/kernel/exports"
import type { Page } from "#schemas/kernel/paging"
import type { Download } from "#schemas/kernel/streams"
import { printed } from "./printing.ts"

/** Items that are read, printed and sent together. */
const AT_ONCE = 500

const tooMany = (total: number, command: string) =>
  new ValidationError({
    message: `These are ${total.toLocaleString("en")} rows; a file has at most ${MOST_EXPORTED.toLocaleString("en")}. ` +
      `Narrow them down, or use the command line, which takes any number: service export ${command}.`
  })

/** What a page of a list is asked for with. */
interface Asked {
  readonly limit: number
  readonly offset: number
  readonly cursor?: string
}

interface Export<Item, E, R> {
  readonly verb: string
  readonly format: ExportFormat
  readonly columns: ReadonlyArray<Column>
  /** Where the file begins; at the first item if left out. */
  readonly from?: Pick<Asked, "offset" | "cursor">
  readonly page: (asked: Asked) => Effect.Effect<Page<Item>, E, R>
  /** The list as the command line calls it; `verb` if left out. */
  readonly command?: string
}

/**
 * A whole list as a file. It is read a page at a time, each a read of its own: whoever takes long to receive them holds no connection
 * of the database. What changes meanwhile is as it was when its page was read; no item comes twice.
 */
export const wholeList = Effect.fnUntraced(function*<Item, E, R>(
  { columns, command, format, from = { offset: 0 }, page, verb }: Export<Item, E, R>
) {
  const first = yield* page({ ...from, limit: AT_ONCE })
  if (first.total > MOST_EXPORTED) return yield* tooMany(first.total, command ?? verb)

  const context = yield* Effect.context<R>()
  const next = ({ next_cursor }: Page<Item>) => next_cursor === null ? Option.none() : Option.some(next_cursor)
  const rest = Option.match(next(first), {
    onNone: () => Stream.empty,
    onSome: (begin) => Stream.paginate(begin, (cursor) =>
      Effect.map(Effect.orDie(page({ limit: AT_ONCE, offset: 0, cursor })), (found) => [[found.items], next(found)] as const))
  })
  const content = printed(format, fileNameOf(verb), columns, Stream.concat(Stream.make(first.items), rest))
  const file: Download = {
    type: exportFormats[format],
    name: `${fileNameOf(verb)}.${format}`,
    content: Stream.provideContext(content, context)
  }
  return file
})

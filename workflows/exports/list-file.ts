import { Effect } from "effect"
import type { Operation } from "#schemas/kernel/catalog"
import { columnsOf, formatOf } from "#schemas/kernel/exports"
import type { Page, Paging } from "#schemas/kernel/paging"
import { Accept } from "#schemas/kernel/streams"
import { wholeList } from "./whole-list.ts"

/** A program of any list. */
export type ListProgram = (query: Paging) => Effect.Effect<Page<unknown>, unknown, unknown>

/**
 * What a list answers where `Accept` asks for a file: all of it with the same filters and sort, and not a page. `programs` finds
 * the lists of its category.
 */
export const listFile = (operation: Operation, program: ListProgram, programs: (name: string) => ListProgram) => {
  const { item, keyedColumns: keyed, name: verb } = operation
  const keysOf = keyed === undefined ? Effect.succeed([]) : Effect.map(
    Effect.suspend(() => programs(keyed.list)({ limit: 200, offset: 0, ...keyed.query })),
    ({ items }) => items.map((item) => String((item as Readonly<Record<string, unknown>>)[keyed.key]))
  )
  return Effect.fnUntraced(function*({ cursor, limit: _, offset, ...query }: Paging) {
    const format = formatOf(yield* Accept) ?? "csv"
    const columns = columnsOf(item!, keyed, yield* keysOf)
    return yield* wholeList({
      verb, format, columns,
      from: { offset, ...cursor !== undefined && { cursor } },
      page: (asked) => program({ ...query, ...asked })
    })
  })
}

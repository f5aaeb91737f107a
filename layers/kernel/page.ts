import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { ValidationError } from "#schemas/kernel/errors"
import { detail } from "#schemas/kernel/received"
import type { Page, Paging } from "#schemas/kernel/paging"

/** What a list is sorted by: a column (or `id` alone), with `id` breaking ties in the same direction. */
export interface Order {
  readonly column: string
  /** Its PostgreSQL type, which a cursor's value is read as. */
  readonly type: "bigint" | "timestamptz" | "text" | "date"
  /** Ascending if left out. */
  readonly descending?: boolean
}

export const byId: Order = { column: "id", type: "bigint" }

/** The order that a sort names: one of `orders`, or its reverse with a `-` before it. */
export const orderOf = <Name extends string>(
  orders: { readonly [N in Name]: Order },
  sort: Name | `-${Name}`
): Order => sort.startsWith("-") ? { ...orders[sort.slice(1) as Name], descending: true } : orders[sort as Name]

interface Query {
  /** A table, as `contacts` or `contacts c`; sort columns and `id` are found in it. */
  readonly from: Statement.Fragment
  readonly columns: Statement.Fragment
  /** The type of `id`, where it is not a table's own: a union of tables tells its rows apart by text. */
  readonly id?: "bigint" | "text"
  readonly where: ReadonlyArray<Statement.Fragment>
  readonly order: Order
  readonly paging: Paging
  /** Set when nothing but the bin is filtered: the table whose kept count is the total. */
  readonly counted?: string | undefined
  /** Set when there is a cheaper way to the total than to count what `where` lets through. */
  readonly total?: Statement.Fragment | undefined
  /** Materialised once and used by `where`. */
  readonly hits?: Statement.Fragment | undefined
}

type Key = readonly [order: string, value: string | number | null, id: number | string]

const nameOf = ({ column, descending }: Order) => `${descending ? "-" : ""}${column}`

const print = (key: Key) => Buffer.from(JSON.stringify(key)).toString("base64url")

const dayExists = (text: string) => {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10))
}

const storable = (text: string) => !text.includes("\u0000") && text.isWellFormed()

/** A caller may write a cursor by hand, so what PostgreSQL could not read as the type never reaches it. */
const readable: Readonly<Record<Order["type"], (text: string) => boolean>> = {
  bigint: (text) => /^-?\d{1,18}$/.test(text),
  date: (text) => text === "infinity" || (/^\d{4}-\d\d-\d\d$/.test(text) && dayExists(text)),
  text: storable,
  timestamptz: (text) =>
    text === "infinity" || (/^\d{4}-\d\d-\d\d ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d)?$/.test(text) &&
      dayExists(text))
}

const scan = (cursor: string, order: Order, id: "bigint" | "text"): Key | undefined => {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString())
    return Array.isArray(key) && key.length === 3 && key[0] === nameOf(order) &&
        (id === "bigint" ? Number.isSafeInteger(key[2]) : typeof key[2] === "string" && storable(key[2])) &&
        (order.column === "id" || (typeof key[1] === "string" && readable[order.type](key[1])))
      ? key as unknown as Key
      : undefined
  } catch {
    return undefined
  }
}

const unreadable = (cursor: string) =>
  new ValidationError({
    message: "The cursor does not belong to this list and sort.",
    details: [detail("cursor", "Expected `next_cursor` of a page with the same filters and sort", cursor)]
  })

/**
 * One page and the exact total, in one statement. By offset or from a cursor, which costs the same on any page because
 * it names the last row instead of counting up to it.
 */
export const page = Effect.fnUntraced(function*<Row extends { readonly id: number | string }>(
  sql: SqlClient.SqlClient,
  { columns, counted, from, hits, id = "bigint", order, paging, total: known, where }: Query
): Effect.fn.Return<Page<Row>, ValidationError> {
  const { cursor, limit, offset } = paging
  const after = cursor === undefined ? undefined : scan(cursor, order, id)
  if (cursor !== undefined && after === undefined) return yield* unreadable(cursor)

  const column = sql.literal(order.column)
  const direction = sql.literal(order.descending ? "desc" : "asc")
  const beyond = sql.literal(order.descending ? "<" : ">")
  const type = sql.literal(order.type)
  const rows = order.column === "id"
    ? after === undefined ? where : [...where, sql`id ${beyond} ${after[2]}`]
    : after === undefined ? where : [...where, sql`(${column}, id) ${beyond} (${after[1]}::${type}, ${after[2]})`]
  const sorted = order.column === "id" ? sql`id ${direction}` : sql`${column} ${direction}, id ${direction}`
  const total = known ?? (counted === undefined
    ? sql`(select count(*) from ${from} where ${sql.and(where)})`
    : sql`counted(${counted})`)

  const found = yield* sql<Row & { readonly page_total: number; readonly page_key?: string | null }>`
    ${hits === undefined ? sql.literal("") : sql`with hits as materialized (${hits})`}
    select p.*, t.total as page_total from (select ${total} as total offset 0) t left join lateral (
      select ${columns}${order.column === "id" ? sql.literal("") : sql`, ${column}::text as page_key`}
      from ${from} where ${sql.and(rows)} order by ${sorted}
      limit ${limit + 1} offset ${after === undefined ? offset : 0}) p on true`.pipe(Effect.orDie)

  const hasMore = found.length > limit
  const shown = found[0]!.id === null ? [] : hasMore ? found.slice(0, limit) : found
  const last = shown.at(-1)
  return {
    items: shown.map(({ page_key, page_total, ...item }) => item as unknown as Row),
    total: found[0]!.page_total,
    limit,
    offset,
    has_more: hasMore,
    next_cursor: hasMore && last !== undefined ? print([nameOf(order), last.page_key ?? null, last.id]) : null
  }
})

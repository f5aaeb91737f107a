import { Schema } from "effect"
import { defaulted } from "./defaulted.ts"
import { MAX_SAFE } from "./ids.ts"

/** The query of every list: spread it next to the list's own filters. */
export const paging = {
  limit: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 })), 50),
  offset: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_SAFE })), 0),
  cursor: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,400}$/u, { expected: "a cursor from `next_cursor`" })).annotate({
      description: "`next_cursor` of the page before, with the same filters and sort; `offset` is then ignored."
    })
  )
}

export interface Paging {
  readonly limit: number
  readonly offset: number
  readonly cursor?: string
}

/** The answer of every list. */
export const ListOf = <Item extends Schema.Top>(item: Item) =>
  Schema.Struct({
    items: Schema.Array(item),
    total: Schema.Int.annotate({ description: "Exact number of rows that match, on all pages.", examples: [1] }),
    limit: Schema.Int.annotate({ examples: [50] }),
    offset: Schema.Int.annotate({ examples: [0] }),
    has_more: Schema.Boolean,
    next_cursor: Schema.NullOr(Schema.String).annotate({ description: "Asks for the page after this one; `null` on the last." })
  })

export interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly has_more: boolean
  readonly next_cursor: string | null
}

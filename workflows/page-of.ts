import { Effect } from "effect"
import { ValidationError } from "#schemas/kernel/errors"
import type { Page, Paging } from "#schemas/kernel/paging"

const print = (place: number) => Buffer.from(JSON.stringify(["place", place])).toString("base64url")

const scan = (cursor: string): number | undefined => {
  const place = /^\["place",(\d{1,9})\]$/u.exec(Buffer.from(cursor, "base64url").toString())?.[1]
  return place === undefined ? undefined : Number(place)
}

/** One page of a list that the program itself holds. */
export const pageOf = <Item>(
  items: ReadonlyArray<Item>,
  { cursor, limit, offset }: Paging
): Effect.Effect<Page<Item>, ValidationError> => {
  const from = cursor === undefined ? offset : scan(cursor)
  if (from === undefined) {
    return Effect.fail(new ValidationError({
      message: "The cursor does not belong to this list.",
      details: [{ field: "cursor", error: "Expected `next_cursor` of a page of the same list", received: cursor! }]
    }))
  }
  const end = from + limit
  const has_more = end < items.length
  return Effect.succeed({
    items: items.slice(from, end), total: items.length, limit, offset, has_more, next_cursor: has_more ? print(end) : null
  })
}

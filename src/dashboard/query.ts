import { Effect } from "effect"
import { MAX_SAFE } from "#schemas/kernel/ids"
import { NotFound } from "#schemas/kernel/errors"
import type { Page } from "#schemas/kernel/paging"

type Said<Name extends string, Value> = { readonly [N in Name]?: Value }

/** What an address says under these names; what is empty is not said. */
export const optional = <const Name extends string>(query: URLSearchParams, names: ReadonlyArray<Name>) =>
  Object.fromEntries(names.flatMap((name) => {
    const value = query.get(name)?.trim()
    return value === undefined || value === "" ? [] : [[name, value]]
  })) as Said<Name, string>

/** One of a closed list that an address may name; anything else is not said. */
export const oneOf = <const Name extends string, Value extends string>(
  query: URLSearchParams,
  name: Name,
  values: ReadonlyArray<Value>
) => Object.fromEntries(values.filter((value) => value === query.get(name)).map((value) => [name, value])) as Said<Name, Value>

/** The id in an address. What is no id is nobody's. */
export const idOf = <Id>(
  params: Readonly<Record<string, string | undefined>>,
  make: (id: number) => Id
): Effect.Effect<Id, NotFound> => {
  const id = Number(params["id"])
  return /^\d{1,16}$/u.test(params["id"] ?? "") && id >= 1 && id <= MAX_SAFE
    ? Effect.succeed(make(id))
    : Effect.fail(new NotFound({ message: "There is nothing at this address." }))
}

/** As many as a list gives at once. */
export const MOST = 200

type Some<A> = Pick<Page<A>, "items" | "next_cursor">

/** One of a list that the API names none of alone. */
export const among = <A, E, R>(
  page: (cursor: { readonly cursor?: string }) => Effect.Effect<Some<A>, E, R>,
  isIt: (one: A) => boolean
): Effect.Effect<A | undefined, E, R> => {
  const from = (cursor: { readonly cursor?: string }): Effect.Effect<A | undefined, E, R> =>
    Effect.flatMap(page(cursor), ({ items, next_cursor }) => {
      const found = items.find(isIt)
      return found !== undefined || next_cursor === null ? Effect.succeed(found) : from({ cursor: next_cursor })
    })
  return from({})
}

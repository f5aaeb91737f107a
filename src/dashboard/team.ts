import { Effect } from "effect"
import { SessionRequest } from "./handler.ts"
import { MOST } from "./query.ts"

/** The company's members with their names; nobody where the session is one of a key, which sees no members. */
export const team = Effect.gen(function*() {
  const { api: { auth } } = yield* SessionRequest
  const found = yield* Effect.result(auth.list_members({ query: { limit: MOST, offset: 0, sort: "id" } }))
  return found._tag === "Success" ? found.success.items.map(({ id, name }) => ({ id, name })) : []
})

type Team = ReadonlyArray<{ readonly id: number; readonly name: string }>

/** What a member is called, also one whom the list does not have. */
export const memberName = (members: Team, id: number): string => members.find((one) => one.id === id)?.name ?? `member ${id}`

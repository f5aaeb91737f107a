import { Effect, Option } from "effect"
import { type OpenSession, SignedIn } from "#layers/auth/signed-in"
import { CurrentRequester } from "#layers/auth/anonymous"
import { recordChange } from "#layers/kernel/receipts/change-log"
import type * as api from "#schemas/auth/sessions.api"
import type { Input } from "#schemas/kernel/catalog"
import { Forbidden, NotFound } from "#schemas/kernel/errors"
import { isAtLeast } from "#schemas/kernel/roles"
import { Caller } from "#schemas/kernel/tenancy"
import { steppedUp } from "./step-up.ts"

/** The session that asks. Authorization admits other credentials to `logout` only. */
const currentSession = Effect.gen(function*() {
  const { credential, key_id, person } = yield* Caller
  return credential === "session" && person !== undefined
    ? { key_id, person }
    : yield* new Forbidden({ message: "This is about the session of a signed-in person; an API key or a tool client has none." })
})

/** Ends sessions, with a line in the receipt for each that says whose it was. */
const ended = Effect.fnUntraced(function*(sessions: ReadonlyArray<OpenSession>) {
  const signedIn = yield* SignedIn
  const { address } = yield* CurrentRequester
  yield* signedIn.end(sessions.map(({ id }) => id))
  for (const { id, label, user_id } of sessions) {
    yield* recordChange({
      object: "session", id, before: { user_id, label, revoked: false }, after: { user_id, label, revoked: true, from: address }
    })
  }
})

/** The same for a session of another member, so that its id reveals nothing. */
const missing = () => new NotFound({ message: "There is no such session." })

export const list_sessions = Effect.fnUntraced(function*(paging: Input<typeof api.list_sessions>) {
  const { key_id, person } = yield* currentSession
  const signedIn = yield* SignedIn
  return yield* signedIn.page(person.user_id, key_id, paging)
})

export const revoke_session = Effect.fnUntraced(function*({ id }: Input<typeof api.revoke_session>) {
  const { person } = yield* currentSession
  const signedIn = yield* SignedIn
  const session = Option.getOrUndefined(yield* signedIn.find(id))
  if (session === undefined) return yield* missing()
  if (session.user_id !== person.user_id) {
    if (!isAtLeast(person.role, "admin")) return yield* missing()
    if (!isAtLeast(person.role, session.role)) return yield* new Forbidden({ message: "Only an owner ends the session of an owner." })
  }
  yield* ended([session])
  return { id, ended: true as const }
})

export const revoke_all_sessions = Effect.fnUntraced(function*() {
  const { key_id, person } = yield* currentSession
  yield* steppedUp
  const signedIn = yield* SignedIn
  const others = yield* signedIn.others(person.user_id, key_id)
  yield* ended(others)
  return { ended: others.length }
})

export const logout = Effect.fnUntraced(function*() {
  const { key_id } = yield* currentSession
  const signedIn = yield* SignedIn
  const session = yield* signedIn.find(key_id)
  yield* signedIn.leave(key_id)
  yield* ended(Option.toArray(session))
  return { id: key_id, ended: true as const }
})

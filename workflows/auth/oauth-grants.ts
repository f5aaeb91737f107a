import { Effect, Option } from "effect"
import { Journal } from "#layers/journal"
import { ConnectedClients, type OAuthGrantQuery } from "#layers/oauth/connected-clients"
import { NotFound } from "#schemas/kernel/errors"
import type { KeyId } from "#schemas/kernel/ids"
import { isAtLeast } from "#schemas/kernel/roles"
import { Caller } from "#schemas/kernel/tenancy"

/** Whose connections the caller sees: all, or their own. */
const seen = Effect.map(Caller, ({ person }) =>
  person === undefined || isAtLeast(person.role, "admin") ? undefined : person.user_id)

export const list_oauth_grants = Effect.fnUntraced(function*(query: OAuthGrantQuery) {
  const clients = yield* ConnectedClients
  return yield* clients.page(query, yield* seen)
})

export const revoke_oauth_grant = Effect.fnUntraced(function*({ id }: { readonly id: KeyId }) {
  const clients = yield* ConnectedClients
  const grant = yield* clients.hold(id, yield* seen)
  if (Option.isNone(grant)) return yield* new NotFound({ message: "There is no such connection." })
  if (yield* clients.revoke(id)) {
    yield* (yield* Journal).record({ object: "oauth_grant", id, before: grant.value, after: null })
  }
  return grant.value
})

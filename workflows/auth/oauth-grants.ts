import { Effect } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { ConnectedClients } from "#layers/oauth/connected-clients"
import type * as api from "#schemas/auth/oauth-grants.api"
import type { Input } from "#schemas/kernel/catalog"
import { isAtLeast } from "#schemas/kernel/roles"
import { Caller } from "#schemas/kernel/tenancy"

/** Whose connections the caller sees: their own, or those of all members (nothing). */
const visibleOwner = Effect.map(Caller, ({ person }) =>
  person === undefined || isAtLeast(person.role, "admin") ? undefined : person.user_id)

export const list_oauth_grants = Effect.fnUntraced(function*(query: Input<typeof api.list_oauth_grants>) {
  const clients = yield* ConnectedClients
  return yield* clients.page(query, yield* visibleOwner)
})

export const revoke_oauth_grant = Effect.fnUntraced(function*({ id }: Input<typeof api.revoke_oauth_grant>) {
  const clients = yield* ConnectedClients
  const grant = yield* clients.lock(id, yield* visibleOwner)
  if (yield* clients.revoke(id)) yield* recordChange({ object: "oauth_grant", id, before: grant, after: null })
  return grant
})

import { Effect } from "effect"
import { Invitations } from "#layers/auth/invitations"
import type * as api from "#schemas/auth/invitations.api"
import type { Input } from "#schemas/kernel/catalog"

export const list_invitations = (query: Input<typeof api.list_invitations>) => Invitations.use((invitations) => invitations.page(query))

export const withdraw_invitation = Effect.fnUntraced(function*({ id }: Input<typeof api.withdraw_invitation>) {
  const invitations = yield* Invitations
  const invitation = yield* invitations.get(id, { lock: true })
  yield* invitations.withdraw(invitation)
  return invitation
})

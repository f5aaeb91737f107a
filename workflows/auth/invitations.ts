import { Effect, Option } from "effect"
import { Invitations } from "#layers/auth/invitations"
import type { InvitationId } from "#schemas/auth/member"
import { NotFound } from "#schemas/kernel/errors"
import type { Paging } from "#schemas/kernel/paging"
import { tellInvitation } from "./members.ts"

export const list_invitations = (paging: Paging) => Invitations.use((invitations) => invitations.page(paging))

export const withdraw_invitation = Effect.fnUntraced(function*({ id }: { readonly id: InvitationId }) {
  const invitations = yield* Invitations
  const found = yield* invitations.find(id)
  if (Option.isNone(found)) return yield* new NotFound({ message: "There is no such invitation that is open." })
  yield* invitations.withdraw(id)
  yield* tellInvitation(found.value, null)
  return found.value
})

import { Effect, Option } from "effect"
import { Invitations } from "#layers/auth/invitations"
import { Members } from "#layers/auth/members"
import type * as api from "#schemas/auth/members.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, Forbidden, NotFound } from "#schemas/kernel/errors"
import type { UserId } from "#schemas/kernel/ids"
import { isAtLeast, type Role } from "#schemas/kernel/roles"
import { Caller } from "#schemas/kernel/tenancy"
import { oneMoreInvitation } from "./email-limits.ts"
import { sendEmail } from "./emails.ts"

const above = (message: string) => new Forbidden({ message })

/** Who asks: a person, as authorization has checked. */
const self = Effect.gen(function*() {
  const { person } = yield* Caller
  return person ?? (yield* above("This needs a signed-in person."))
})

/** Nobody gives away more than they have. */
const within = (own: Role, role: Role) =>
  isAtLeast(own, role) ? Effect.void : Effect.fail(above(`You are ${own} yourself, so you cannot make anybody ${role}.`))

export const list_members = (query: Input<typeof api.list_members>) => Members.use((members) => members.page(query))

export const invite_member = Effect.fnUntraced(function*(input: Input<typeof api.invite_member>) {
  const { role, user_id } = yield* self
  yield* within(role, input.role)
  if (yield* (yield* Members).has(input.email)) return yield* new Conflict({ message: "This address is a member's already." })
  // Counted by a connection of the system. All of them may be waiting for a row that is locked here, to write e-mails of that invitation.
  yield* oneMoreInvitation(input.email)
  const invitations = yield* Invitations
  const before = yield* invitations.lockOf(input.email)
  if (before !== null) yield* within(role, before.role)
  const after = yield* invitations.invite(before, input, user_id)
  yield* sendEmail({ kind: "invitation", invitation_id: after.id })
  return after
})

/** The member, locked until the transaction ends, if the caller's own role, as it is by now, lets them change that member. */
const changeable = Effect.fnUntraced(function*(id: UserId) {
  const { user_id } = yield* self
  const { actorRole, otherOwners, target } = yield* (yield* Members).lockForChange(id, user_id)
  if (Option.isNone(target)) return yield* new NotFound({ message: "There is no such member." })
  const { role } = target.value
  if (actorRole === undefined) return yield* above("You are no member of the company any more.")
  if (!isAtLeast(actorRole, "admin")) return yield* above(`This needs an admin of the company; you are ${actorRole} by now.`)
  if (!isAtLeast(actorRole, role)) return yield* above(`You are ${actorRole}, so you cannot change somebody who is ${role}.`)
  return { actorRole, target: target.value, isLastOwner: role === "owner" && otherOwners === 0 }
})

export const update_member = Effect.fnUntraced(function*({ id, role }: Input<typeof api.update_member>) {
  const { actorRole, isLastOwner, target } = yield* changeable(id)
  yield* within(actorRole, role)
  if (role === target.role) return target
  if (isLastOwner) return yield* new Conflict({ message: "This is the last owner of the company. Make somebody else an owner first." })
  const after = yield* (yield* Members).update(target, { role })
  yield* (yield* Invitations).withdrawBeyond(id, role)
  return after
})

export const remove_member = Effect.fnUntraced(function*({ id }: Input<typeof api.remove_member>) {
  const { isLastOwner, target } = yield* changeable(id)
  if (isLastOwner) return yield* new Conflict({ message: "This is the last owner of the company, who cannot be removed." })
  yield* (yield* Members).remove(target)
  yield* (yield* Invitations).withdrawBeyond(id, undefined)
  return target
})

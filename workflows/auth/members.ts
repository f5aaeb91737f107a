import { Effect, Option } from "effect"
import { Invitations } from "#layers/auth/invitations"
import { type MemberQuery, Members } from "#layers/auth/members"
import { Journal } from "#layers/journal"
import type { Invitation, Member, NewInvitation } from "#schemas/auth/member"
import { Conflict, Forbidden, NotFound } from "#schemas/kernel/errors"
import type { UserId } from "#schemas/kernel/ids"
import { isAtLeast, type Role } from "#schemas/kernel/roles"
import { Caller } from "#schemas/kernel/tenancy"
import { oneMoreInvitation } from "./letter-limits.ts"
import { sendLetter } from "./letters.ts"

interface One {
  readonly id: UserId
}

const above = (message: string) => new Forbidden({ message })

/** Who asks: a person, as the door has seen to. */
const self = Effect.gen(function*() {
  const { person } = yield* Caller
  return person ?? (yield* above("This needs a signed-in person."))
})

/** Nobody gives away more than they have. */
const within = (own: Role, role: Role) =>
  isAtLeast(own, role) ? Effect.void : Effect.fail(above(`You are ${own} yourself, so you cannot make anybody ${role}.`))

export const tellInvitation = (before: Invitation | null, after: Invitation | null) =>
  Journal.use((journal) => journal.record({ object: "invitation", id: (after ?? before)!.id, before, after }))

const tellMember = (before: Member, after: Member | null) =>
  Journal.use((journal) => journal.record({ object: "member", id: before.id, before, after }))

export const list_members = (query: MemberQuery) => Members.use((members) => members.page(query))

export const invite_member = Effect.fnUntraced(function*(input: NewInvitation) {
  const { role, user_id } = yield* self
  yield* within(role, input.role)
  if (yield* (yield* Members).has(input.email)) return yield* new Conflict({ message: "This address is a member's already." })
  const invitations = yield* Invitations
  const before = yield* invitations.openFor(input.email)
  if (Option.isSome(before)) yield* within(role, before.value.role)
  yield* oneMoreInvitation(input.email)
  const after = yield* invitations.invite(input, user_id)
  yield* sendLetter({ kind: "invitation", invitation_id: after.id })
  yield* tellInvitation(Option.getOrNull(before), after)
  return after
})

/**
 * The member to be changed, and that they may be: not by somebody below them, as things stand by now. All that this depends on
 * is held until the transaction ends.
 */
const changeable = Effect.fnUntraced(function*(id: UserId) {
  const { user_id } = yield* self
  const { actor, otherOwners, target } = yield* (yield* Members).standings(id, user_id)
  if (Option.isNone(target)) return yield* new NotFound({ message: "There is no such member." })
  if (actor === undefined) return yield* above("You are no member of the company any more.")
  if (!isAtLeast(actor, "admin")) return yield* above(`This needs an admin of the company; you are ${actor} by now.`)
  if (!isAtLeast(actor, target.value.role)) return yield* above(`You are ${actor}, so you cannot change somebody who is ${target.value.role}.`)
  return { actor, target: target.value, isLastOwner: target.value.role === "owner" && otherOwners === 0 }
})

/** What somebody sent who may not send it any more. */
const withdrawn = Effect.fnUntraced(function*(by: UserId, role: Role | undefined) {
  const invitations = yield* (yield* Invitations).withdrawBeyond(by, role)
  yield* Effect.forEach(invitations, (invitation) => tellInvitation(invitation, null), { discard: true })
})

export const update_member = Effect.fnUntraced(function*({ id, role }: One & { readonly role: Role }) {
  const { actor, isLastOwner, target } = yield* changeable(id)
  yield* within(actor, role)
  if (role === target.role) return target
  if (isLastOwner) return yield* new Conflict({ message: "This is the last owner of the company. Make somebody else an owner first." })
  const after = yield* (yield* Members).setRole(id, role)
  yield* tellMember(target, after)
  yield* withdrawn(id, role)
  return after
})

export const remove_member = Effect.fnUntraced(function*({ id }: One) {
  const { isLastOwner, target } = yield* changeable(id)
  if (isLastOwner) return yield* new Conflict({ message: "This is the last owner of the company, who cannot be removed." })
  yield* (yield* Members).remove(id)
  yield* tellMember(target, null)
  yield* withdrawn(id, undefined)
  return target
})

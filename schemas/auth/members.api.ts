import { operation } from "#schemas/kernel/endpoints"
import { Conflict, Forbidden } from "#schemas/kernel/errors"
import { UserId } from "#schemas/kernel/ids"
import { Role } from "#schemas/kernel/roles"
import { invitation, Invitation, Member, NewRole } from "./member.ts"

const params = { id: UserId }

export const list_members = operation.list("list_members", "/members", Member, {
  filters: { role: Role },
  sort: ["id"],
  summary: "List members",
  description: "The people of the company, with what each may do and when they were last here. Those who were removed are not among them.",
  access: "session"
})

export const invite_member = operation.create("invite_member", "/members", invitation.create, Invitation, {
  errors: [Conflict, Forbidden],
  summary: "Invite a member",
  description: "Sends an e-mail with a link by which somebody joins the company, with a role that is not above your own. An invitation that " +
    "is open already is renewed: it gets the new role and another e-mail, whose link takes the place of the one before. A conflict if " +
    "the address is a member's.",
  access: "session",
  role: "admin",
  tierFloor: "builder"
})

export const update_member = operation.update("update_member", "/members/:id", NewRole, Member, {
  params,
  errors: [Conflict, Forbidden],
  summary: "Change a member's role",
  description: "What somebody may do in the company from now on, in the sessions and connections that they have too. Nobody changes " +
    "somebody above them or raises anybody above themselves, and the last owner stays one.",
  access: "session",
  role: "admin",
  tierFloor: "builder"
})

export const remove_member = operation.remove("remove_member", "/members/:id", Member, {
  params,
  errors: [Conflict, Forbidden],
  summary: "Remove a member",
  description: "Their sessions and connections in this company end within a second, and nothing new can be given to them. What they look " +
    "after stays theirs until somebody else is named; API keys they made stay good. Other companies of theirs are not touched. The " +
    "last owner cannot be removed.",
  access: "session",
  role: "admin",
  requiresConsent: true,
  undo: "nothing",
  tierFloor: "builder"
})

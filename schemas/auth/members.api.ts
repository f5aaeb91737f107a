import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { Conflict, Forbidden, NotFound } from "#schemas/kernel/errors"
import { UserId } from "#schemas/kernel/ids"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
import { Role } from "#schemas/kernel/roles"
import { idempotent } from "#schemas/kernel/headers"
import { Invitation, Member, memberSorts, NewInvitation, NewRole } from "./member.ts"

const params = { id: UserId }

export const list_members = HttpApiEndpoint.get("list_members", "/members", {
  query: {
    ...paging,
    role: Schema.optionalKey(Role),
    sort: defaulted(Schema.Literals(memberSorts), "id")
  },
  success: ListOf(Member)
}).annotateMerge(operation({
  summary: "List members",
  description: "The people of the company, with what each may do and when they were last here. Those who were removed are not among them.",
  access: "session",
  readOnly: true
}))

export const invite_member = HttpApiEndpoint.post("invite_member", "/members", {
  headers: idempotent,
  payload: NewInvitation,
  success: Invitation.pipe(HttpApiSchema.status(201)),
  error: [Conflict, Forbidden]
}).annotateMerge(operation({
  summary: "Invite a member",
  description: "Sends a letter with a link by which somebody joins the company, with a role that is not above your own. An invitation that " +
    "is open already is renewed: it gets the new role and another letter, whose link takes the place of the one before. A conflict if " +
    "the address is a member's.",
  access: "session",
  readOnly: false,
  role: "admin",
  tierFloor: "builder"
}))

export const update_member = HttpApiEndpoint.patch("update_member", "/members/:id", {
  params,
  payload: NewRole,
  success: Member,
  error: [NotFound, Conflict, Forbidden]
}).annotateMerge(operation({
  summary: "Change a member's role",
  description: "What somebody may do in the company from now on, in the sessions and connections that they have too. Nobody changes " +
    "somebody above them or raises anybody above themselves, and the last owner stays one.",
  access: "session",
  readOnly: false,
  role: "admin",
  idempotent: true,
  tierFloor: "builder"
}))

export const remove_member = HttpApiEndpoint.delete("remove_member", "/members/:id", {
  params,
  success: Member,
  error: [NotFound, Conflict, Forbidden]
}).annotateMerge(operation({
  summary: "Remove a member",
  description: "Their sessions and connections in this company end within a second, and nothing new can be given to them. What they look " +
    "after stays theirs until somebody else is named; API keys they made stay good. Other companies of theirs are not touched. The " +
    "last owner cannot be removed.",
  access: "session",
  readOnly: false,
  role: "admin",
  destructive: true,
  idempotent: true,
  requiresConsent: true,
  tierFloor: "builder"
}))

import { operation } from "#schemas/kernel/endpoints"
import { Conflict, Forbidden, TwoFactorRequired, Unauthorized } from "#schemas/kernel/errors"
import { Acceptance, Invitation, InvitationId } from "./member.ts"
import { Tokens } from "./session.ts"

export const list_invitations = operation.list("list_invitations", "/invitations", Invitation, {
  summary: "List invitations",
  description: "Those that nobody answered or withdrew, newest first; also those whose time is over, which to invite again renews.",
  access: "session",
  role: "admin"
})

export const withdraw_invitation = operation.remove("withdraw_invitation", "/invitations/:id", Invitation, {
  params: { id: InvitationId },
  summary: "Withdraw an invitation",
  description: "The link of its e-mail is good for nothing any more.",
  access: "session",
  role: "admin",
  destructive: false
})

export const accept_invitation = operation.act("accept_invitation", "/invitations/accept", Tokens, {
  payload: Acceptance,
  errors: [Unauthorized, TwoFactorRequired, Forbidden, Conflict],
  summary: "Accept an invitation",
  description: "Joins the company and signs in. Whoever has no account yet gets one, with `name` and `password`; the e-mail has shown that " +
    "the address is theirs. Whoever has one shows it with `access_token`, or with `password` and, where two-factor authentication is on, `code`. An " +
    "invitation that was accepted, withdrawn or sent again, or whose time is over, is refused with 401.",
  access: "public"
})

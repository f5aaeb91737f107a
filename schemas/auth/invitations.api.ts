import { HttpApiEndpoint } from "effect/http-api"
import { Conflict, Forbidden, NotFound, TwoFactorRequired, Unauthorized } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
import { Acceptance, Invitation, InvitationId } from "./member.ts"
import { Tokens } from "./session.ts"

export const list_invitations = HttpApiEndpoint.get("list_invitations", "/invitations", {
  query: paging,
  success: ListOf(Invitation)
}).annotateMerge(operation({
  summary: "List invitations",
  description: "Those that nobody answered or withdrew, newest first; also those whose time is over, which to invite again renews.",
  access: "session",
  readOnly: true,
  role: "admin"
}))

export const withdraw_invitation = HttpApiEndpoint.delete("withdraw_invitation", "/invitations/:id", {
  params: { id: InvitationId },
  success: Invitation,
  error: NotFound
}).annotateMerge(operation({
  summary: "Withdraw an invitation",
  description: "The link of its letter is good for nothing any more.",
  access: "session",
  readOnly: false,
  role: "admin",
  idempotent: true
}))

export const accept_invitation = HttpApiEndpoint.post("accept_invitation", "/invitations/accept", {
  payload: Acceptance,
  success: Tokens,
  error: [Unauthorized, TwoFactorRequired, Forbidden, Conflict]
}).annotateMerge(operation({
  summary: "Accept an invitation",
  description: "Joins the company and signs in. Whoever has no account yet gets one, with `name` and `password`; the letter has shown that " +
    "the address is theirs. Whoever has one shows it with `access_token`, or with `password` and, where two factors are on, `code`. An " +
    "invitation that was accepted, withdrawn or sent again, or whose time is over, is refused with 401.",
  access: "public",
  readOnly: false
}))

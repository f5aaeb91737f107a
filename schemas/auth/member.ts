import { Schema } from "effect"
import { Email } from "#schemas/kernel/email"
import { entity, field } from "#schemas/kernel/entity"
import { Id, UserId } from "#schemas/kernel/ids"
import { Role } from "#schemas/kernel/roles"
import { line, Text } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { Maker } from "./api-key.ts"
import { Code, MailToken, Password } from "./password.ts"

/** How long an invitation waits for an answer, in days. */
export const INVITATION_DAYS = 7

/** A person of the company. */
export const member = entity("Member", {
  id: field.readOnly(UserId.annotate({ description: "As owners and assignees are named." })),
  email: field.readOnly(Schema.String.annotate({ examples: ["grace@navy.example"] })),
  name: field.readOnly(Schema.String.annotate({ examples: ["Grace Hopper"] })),
  role: field.readOnly(Role),
  signs_in: field.readOnly(Schema.Boolean.annotate({
    description: "Whether they have an account. Whom only the operator entered has none until invited."
  })),
  two_factor: field.readOnly(Schema.Boolean.annotate({ description: "Whether signing in takes them a code besides the password." })),
  last_seen_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "When a session of theirs was used last, within a minute." })),
  created_at: field.readOnly(Timestamp)
})
export const Member = member.read
export type Member = typeof Member.Type

export const NewRole = Schema.Struct({
  role: Role.annotate({ description: "Never above your own." })
}).annotate({ identifier: "MemberChanges" })

export const InvitationId = Id.pipe(Schema.brand("InvitationId"))
export type InvitationId = typeof InvitationId.Type

/** Somebody who was asked to join, and has not answered yet. */
export const invitation = entity("Invitation", {
  id: field.readOnly(InvitationId),
  email: field.required(Email, Schema.String.annotate({ examples: ["grace@navy.example"] })),
  role: field.defaulted(Role.annotate({ description: "Never above your own." }), "member", Role),
  invited_by: field.readOnly(Schema.NullOr(Maker)),
  created_at: field.readOnly(Timestamp),
  expires_at: field.readOnly(Timestamp.annotate({
    description: `${INVITATION_DAYS} days after it was sent last; to invite again renews it.`
  }))
}, { label: ({ email }) => email })
export const Invitation = invitation.read
export type Invitation = typeof Invitation.Type
export type NewInvitation = typeof invitation.create.Type

export const Acceptance = Schema.Struct({
  token: MailToken,
  name: Schema.optionalKey(line(100).annotate({ description: "Of somebody who has no account yet.", examples: ["Grace Hopper"] })),
  password: Schema.optionalKey(Password.annotate({
    description: "Of somebody who has no account yet, to be kept; of anybody else, the one that they have, in place of `access_token`."
  })),
  code: Schema.optionalKey(Code.annotate({ description: "With the password of an account that has two-factor authentication on." })),
  access_token: Schema.optionalKey(Text.check(Schema.isMaxLength(4_000)).annotate({
    description: "Of a session of the account that was invited, in place of its password.",
    examples: ["eyJhbGciOiJFZERTQSIsImtpZCI6IjEifQ.e30.c2lnbmF0dXJl"]
  }))
}).annotate({ identifier: "InvitationAcceptance" })

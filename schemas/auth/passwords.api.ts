import { Schema } from "effect"
import { Email } from "#schemas/kernel/email"
import { operation } from "#schemas/kernel/endpoints"
import { Forbidden, Unauthorized } from "#schemas/kernel/errors"
import { EmailRequested } from "./accounts.api.ts"
import { MailToken, NewPassword, Password } from "./password.ts"

const ended = Schema.Int.annotate({ description: "How many sessions were ended by it, in all companies.", examples: [2] })

/** That a password holds now, and what ended with the one before. */
const ChangedPassword = Schema.Struct({ sessions_ended: ended }).annotate({ identifier: "ChangedPassword" })

const ChangedOwnPassword = Schema.Struct({
  sessions_ended: ended,
  connections_ended: Schema.Int.annotate({ description: "How many tool clients were cut off, in all companies.", examples: [0] })
}).annotate({ identifier: "ChangedOwnPassword" })

export const request_password_reset = operation.act("request_password_reset", "/password/reset", EmailRequested, {
  payload: Schema.Struct({ email: Email }),
  summary: "Ask for a new password",
  description: "Sends an e-mail with a link to the address if it has an account; the answer is the same if not. At most 5 e-mails an hour " +
    "to one address.",
  access: "public"
})

export const reset_password = operation.act("reset_password", "/password/reset/confirm", ChangedPassword, {
  payload: Schema.Struct({ token: MailToken, password: NewPassword }),
  errors: [Unauthorized],
  summary: "Set a new password by e-mail",
  description: "Takes the token of the link in the e-mail, once. Ends all sessions of the account, and all tool clients " +
    "that act for it, in all companies. The address counts as verified, since only its owner reads its e-mails. Two-factor authentication stays on.",
  access: "public"
})

export const change_password = operation.act("change_password", "/password", ChangedOwnPassword, {
  payload: Schema.Struct({
    current_password: Password,
    new_password: NewPassword,
    end_connections: Schema.optionalKey(Schema.Boolean).annotate({
      description: "Cuts off all tool clients that act for the account too, in all companies. They stay without it.", examples: [true]
    })
  }),
  errors: [Forbidden],
  summary: "Change my password",
  description: "Ends all other sessions of the account, in all companies, with `end_connections` its connected tool clients too, and tells " +
    "its owner by e-mail. A wrong current password is 403 " +
    "and counts like a failed sign-in.",
  access: "session"
})

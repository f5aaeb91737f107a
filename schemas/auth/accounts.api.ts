import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { Email } from "#schemas/kernel/email"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict, Forbidden, IdempotencyInFlight, Unauthorized } from "#schemas/kernel/errors"
import { Currency } from "#schemas/kernel/money"
import { line } from "#schemas/kernel/text"
import { TimeZone } from "#schemas/kernel/time-zone"
import { MailToken, NewPassword } from "./password.ts"

/** What anybody is told who asks for an e-mail, whether or not there is an account. */
export const EmailRequested = Schema.Struct({
  email: Schema.String.annotate({ examples: ["grace@navy.example"] }),
  message: Schema.String.annotate({ description: "What to do next, in words." })
}).annotate({ identifier: "LetterAsked" }).pipe(HttpApiSchema.status(202))

/** Of a company that somebody signs up with. */
const company = {
  company_name: line(200).annotate({ examples: ["Juniper & Vale Studio"] }),
  industry: defaulted(Schema.NullOr(line(100).annotate({ description: "Its trade.", examples: ["dental"] })), null),
  currency: defaulted(Currency, "USD"),
  time_zone: defaulted(TimeZone, "UTC")
}

/** Somebody who wants an account and a company of their own. */
export const SignUp = Schema.Struct({
  email: Email,
  password: NewPassword,
  name: line(200).annotate({ description: "The person's.", examples: ["Grace Hopper"] }),
  ...company
}).annotate({ identifier: "SignUp" })

export const sign_up = operation.create("sign_up", "/signup", SignUp, EmailRequested, {
  status: 202,
  errors: [Forbidden, Conflict, IdempotencyInFlight],
  summary: "Sign up",
  description: "Makes an account and a company on the starter tier, whose owner it is. The address has to be verified by the link in the " +
    "e-mail before anybody can sign in. Whether the address has an account already is told by the e-mail only. 403 where the operator " +
    "has closed sign-up.",
  access: "public"
})

const VerifiedEmail = Schema.Struct({
  email: Schema.String.annotate({ examples: ["grace@navy.example"] }),
  email_verified: Schema.Literal(true)
}).annotate({ identifier: "VerifiedEmail" })

export const verify_email = operation.act("verify_email", "/verify-email", VerifiedEmail, {
  payload: Schema.Struct({ token: MailToken }),
  errors: [Unauthorized],
  summary: "Verify an e-mail address",
  description: "Takes the token of the link in the e-mail, once and within 24 hours. From then on its account can sign in.",
  access: "public"
})

export const resend_verification = operation.act("resend_verification", "/verify-email/resend", EmailRequested, {
  payload: Schema.Struct({ email: Email }),
  summary: "Ask for the verification e-mail again",
  description: "Sends it if the address waits to be verified; the answer is the same if not. At most 5 e-mails an hour to one address.",
  access: "public"
})

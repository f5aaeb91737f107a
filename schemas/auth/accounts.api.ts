import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { Email } from "#schemas/kernel/email"
import { Conflict, Forbidden, IdempotencyInFlight, Unauthorized } from "#schemas/kernel/errors"
import { idempotent } from "#schemas/kernel/headers"
import { Currency } from "#schemas/kernel/money"
import { operation } from "#schemas/kernel/operation"
import { line } from "#schemas/kernel/text"
import { TimeZone } from "#schemas/kernel/time-zone"
import { MailToken, NewPassword } from "./password.ts"

/** What anybody is told who asks for a letter, whether or not there is an account. */
export const LetterAsked = Schema.Struct({
  email: Schema.String.annotate({ examples: ["grace@navy.example"] }),
  message: Schema.String.annotate({ description: "What to do next, in words." })
}).annotate({ identifier: "LetterAsked" })

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
export type SignUp = typeof SignUp.Type

export const sign_up = HttpApiEndpoint.post("sign_up", "/signup", {
  headers: idempotent,
  payload: SignUp,
  success: LetterAsked.pipe(HttpApiSchema.status(202)),
  error: [Forbidden, Conflict, IdempotencyInFlight]
}).annotateMerge(operation({
  summary: "Sign up",
  description: "Makes an account and a company on the starter tier, whose owner it is. The address has to be verified by the link in the " +
    "letter before anybody can sign in. Whether the address has an account already is told by the letter only. 403 where the operator " +
    "has closed sign-up.",
  access: "public",
  readOnly: false
}))

export const verify_email = HttpApiEndpoint.post("verify_email", "/verify-email", {
  payload: Schema.Struct({ token: MailToken }),
  success: Schema.Struct({
    email: Schema.String.annotate({ examples: ["grace@navy.example"] }),
    email_verified: Schema.Literal(true)
  }).annotate({ identifier: "VerifiedEmail" }),
  error: [Unauthorized]
}).annotateMerge(operation({
  summary: "Verify an e-mail address",
  description: "Takes the token of the link in the letter, once and within 24 hours. From then on its account can sign in.",
  access: "public",
  readOnly: false
}))

export const resend_verification = HttpApiEndpoint.post("resend_verification", "/verify-email/resend", {
  payload: Schema.Struct({ email: Email }),
  success: LetterAsked.pipe(HttpApiSchema.status(202))
}).annotateMerge(operation({
  summary: "Ask for the verification letter again",
  description: "Sends it if the address waits to be verified; the answer is the same if not. At most 5 letters an hour to one address.",
  access: "public",
  readOnly: false
}))

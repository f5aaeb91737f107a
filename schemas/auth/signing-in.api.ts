import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { Email } from "#schemas/kernel/email"
import { operation } from "#schemas/kernel/endpoints"
import { Forbidden, TwoFactorRequired, Unauthorized } from "#schemas/kernel/errors"
import { CompanyId, KeyId } from "#schemas/kernel/ids"
import { line, Text } from "#schemas/kernel/text"
import { Code, Password } from "./password.ts"
import { Me, Mode, Tokens } from "./session.ts"

export const login = operation.act("login", "/login", Tokens, {
  payload: Schema.Struct({
    email: Email,
    password: Password,
    code: Schema.optionalKey(Code),
    company_id: Schema.optionalKey(CompanyId.annotate({
      description: "Which of the person's companies, where they have several; the one they used last, if left out."
    })),
    mode: defaulted(Mode, "live"),
    label: Schema.optionalKey(line(100).annotate({
      description: "What the session is called in lists; if left out, the browser and its system.",
      examples: ["Grace's phone"]
    }))
  }).annotate({ examples: [{ email: "robin@juniper-vale.example", password: "correct horse battery staple", mode: "test" }] }),
  errors: [Unauthorized, TwoFactorRequired, Forbidden],
  summary: "Sign in",
  description: "Begins a session with a password, and with a code where two-factor authentication is on: without one the answer is 401 with the code " +
    "`two_factor_required`. Whether an address is known is not told. After 5 wrong attempts from one network the next is refused " +
    "for a while, which `Retry-After` tells.",
  access: "public"
})

export const refresh_token = operation.act("refresh_token", "/refresh", Tokens, {
  payload: Schema.Struct({
    refresh_token: Text.check(Schema.isMinLength(1), Schema.isMaxLength(200)).annotate({
      description: "The latest that the session was given.",
      examples: ["rft_9Qm2vY3sXo1TgK7bN5hWcEuRzLp0dAfJiGtMxVyBq4U"]
    })
  }),
  errors: [Unauthorized],
  summary: "Refresh the tokens",
  description: "A new access token and a new refresh token for a session. The old refresh token is used up: if it comes a second time, " +
    "two have it, and the session ends.",
  access: "public"
})

/** A session that opens nothing any more. */
export const EndedSession = Schema.Struct({
  id: KeyId.annotate({ description: "The session that ended." }),
  ended: Schema.Literal(true)
}).annotate({ identifier: "EndedSession" })

export const logout = operation.act("logout", "/logout", EndedSession, {
  summary: "Sign out",
  description: "Ends the session that asks. Within a second its tokens open nothing any more, on any node.",
  access: "any",
  idempotent: true
})

export const get_me = operation.get("get_me", "/me", Me, {
  summary: "Get who I am",
  description: "Who asks and for which company, what that allows, and its limits.",
  access: "any",
  curated: true
})

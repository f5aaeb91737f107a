import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { Email } from "#schemas/kernel/email"
import { Forbidden, TwoFactorRequired, Unauthorized } from "#schemas/kernel/errors"
import { CompanyId } from "#schemas/kernel/ids"
import { operation } from "#schemas/kernel/operation"
import { line } from "#schemas/kernel/text"
import { Code, Password } from "./password.ts"
import { Mode, Tokens } from "./session.ts"

export const login = HttpApiEndpoint.post("login", "/login", {
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
  }),
  success: Tokens,
  error: [Unauthorized, TwoFactorRequired, Forbidden]
}).annotateMerge(operation({
  summary: "Sign in",
  description: "Begins a session with a password, and with a code where two factors are on: without one the answer is 401 with the code " +
    "`two_factor_required`. Whether an address is known is not told. After 5 wrong attempts from one network the next is refused " +
    "for a while, which `Retry-After` tells.",
  access: "public",
  readOnly: false
}))

import { Effect } from "effect"
import { Passwords } from "#layers/auth/passwords"
import { ValidationError } from "#schemas/kernel/errors"

type About = Parameters<Passwords["Service"]["faultOf"]>[1]

/** Refuses a password that is to be kept and is easily guessed. `field` is where it came in. */
export const refuseWeak = Effect.fnUntraced(function*(field: string, password: string, about: About) {
  const passwords = yield* Passwords
  const fault = yield* passwords.faultOf(password, about)
  if (fault === undefined) return
  return yield* new ValidationError({
    message: "This password cannot be taken.",
    details: [{ field, error: fault, received: "[redacted]" }]
  })
})

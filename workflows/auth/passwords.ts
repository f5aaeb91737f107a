import { Effect, Option } from "effect"
import { Accounts } from "#layers/auth/accounts"
import { Emails } from "#layers/auth/emails"
import { Enrolment } from "#layers/auth/enrolment"
import { OwnPassword } from "#layers/auth/own-password"
import { Passwords } from "#layers/auth/passwords"
import { Throttle } from "#layers/auth/throttle"
import { recordChange } from "#layers/kernel/receipts/change-log"
import type * as api from "#schemas/auth/passwords.api"
import type { Input } from "#schemas/kernel/catalog"
import { Forbidden } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { discreetly, spent } from "./accounts.ts"
import { sendEmail } from "./emails.ts"
import { refuseWeak } from "./weak-password.ts"

export const request_password_reset = Effect.fnUntraced(function*({ email }: Input<typeof api.request_password_reset>) {
  yield* discreetly("password letters", email, () => "reset")
  return { email, message: "If the address has an account, we have sent it an e-mail. Check your spam folder too." }
})

export const reset_password = Effect.fnUntraced(function*({ password, token }: Input<typeof api.reset_password>) {
  const accounts = yield* Accounts
  const enrolment = yield* Enrolment
  const emails = yield* Emails
  const passwords = yield* Passwords
  const throttle = yield* Throttle

  const bearer = yield* emails.bearer("reset", token)
  if (Option.isNone(bearer)) return yield* spent()
  const { email, name } = Option.getOrThrow(yield* accounts.byId(bearer.value))
  yield* refuseWeak("password", password, { email, name })

  const hash = yield* passwords.hash(password)
  const done = yield* enrolment.reset(token, hash, Effect.fnUntraced(function*(account_id) {
    const company = yield* emails.home(account_id)
    if (Option.isSome(company)) yield* emails.startedFor(company.value)(sendEmail({ kind: "password_changed", account_id }))
  }))
  if (Option.isNone(done)) return yield* spent()
  yield* throttle.forgive(done.value.email)
  return { sessions_ended: done.value.ended }
})

const wrong = () => new Forbidden({ message: "The current password is wrong." })

const gone = () => new Forbidden({ message: "This account belongs to the company no more." })

export const change_password = Effect.fnUntraced(function*(
  { current_password, end_connections = false, new_password }: Input<typeof api.change_password>
) {
  const { key_id, person } = yield* Caller
  const passwords = yield* Passwords
  const throttle = yield* Throttle
  const found = person === undefined ? Option.none() : yield* (yield* Accounts).byId(person.account_id)
  if (Option.isNone(found)) return yield* gone()
  const { email, id, name, password_hash } = found.value

  const attempt = yield* Effect.mapError(throttle.signIn(email), ({ refusal }) => refusal)
  const right = yield* Effect.tapError(passwords.verify(password_hash, current_password, "within"), () => attempt.release)
  if (!right) return yield* wrong()
  yield* attempt.clear
  yield* refuseWeak("new_password", new_password, { email, name })

  const own = yield* OwnPassword
  const sessions_ended = yield* own.change(id, yield* passwords.hash(new_password, "within"), key_id)
  const connections_ended = end_connections ? yield* own.endConnections(id) : 0
  yield* recordChange({ object: "account", id, before: null, after: { email, sessions_ended, connections_ended } })
  yield* sendEmail({ kind: "password_changed", account_id: id })
  return { sessions_ended, connections_ended }
})

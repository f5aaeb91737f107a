import { Effect, Option } from "effect"
import { type Account, Accounts } from "#layers/auth/accounts"
import { Emails } from "#layers/auth/emails"
import { Enrolment } from "#layers/auth/enrolment"
import { Passwords } from "#layers/auth/passwords"
import { Throttle } from "#layers/auth/throttle"
import { CurrentRequester } from "#layers/auth/anonymous"
import { ServiceConfig } from "#layers/kernel/config"
import type * as api from "#schemas/auth/accounts.api"
import type { Input } from "#schemas/kernel/catalog"
import { Forbidden, Unauthorized } from "#schemas/kernel/errors"
import { constantTime } from "./constant-time.ts"
import { oneMoreTo } from "./email-limits.ts"
import { sendEmail } from "./emails.ts"
import { refuseWeak } from "./weak-password.ts"

const DAY = 86_400

/** Longer than looking an account up and starting an e-mail takes, so that the time does not tell whether there is an account. */
const QUIET = "150 millis"

/** Sends an e-mail that an anonymous caller asked for, unless the address got enough of them. */
const sendAccountEmail = Effect.fnUntraced(function*({ email, id }: Account, kind: "verify" | "unfinished" | "known" | "reset") {
  const emails = yield* Emails
  const enrolment = yield* Enrolment
  const company = yield* emails.home(id)
  if (Option.isNone(company)) return yield* Effect.logWarning(`no e-mail (${kind}): account ${id} was never in a company`)
  const counted = yield* Effect.option(oneMoreTo(email, kind === "reset" ? "reset" : "sign-up"))
  if (Option.isNone(counted)) return
  yield* enrolment.together(emails.startedFor(company.value)(sendEmail({ kind, account_id: id })))
})

/** Counts a request for an e-mail; so many a day are allowed from one network. */
const asking = Effect.fnUntraced(function*(action: string) {
  const { network } = yield* CurrentRequester
  const { publicWritesPerDay: most } = yield* ServiceConfig
  const throttle = yield* Throttle
  yield* Effect.mapError(throttle.attempt(action, [{ about: network, most, seconds: DAY }]), ({ refusal }) => refusal)
})

/** Sends an e-mail about an account, if there is one and `kindOf` names an e-mail. The answer does not depend on it. */
export const discreetly = Effect.fnUntraced(function*(
  action: string, email: string, kindOf: (account: Account) => "verify" | "reset" | undefined
) {
  yield* asking(action)
  yield* constantTime(QUIET)(Effect.gen(function*() {
    const account = yield* (yield* Accounts).byEmail(email)
    const kind = Option.isSome(account) ? kindOf(account.value) : undefined
    if (Option.isSome(account) && kind !== undefined) yield* sendAccountEmail(account.value, kind)
  }))
})

const closed = () => new Forbidden({ message: "Sign-up is closed here. Ask the operator of this installation for a company." })

const look = "We have sent you an e-mail that says how to go on. It may take some minutes; check your spam folder too."

export const sign_up = Effect.fnUntraced(function*(
  { company_name, currency, email, industry, name, password, time_zone }: Input<typeof api.sign_up>
) {
  const { signUp } = yield* ServiceConfig
  if (!signUp) return yield* closed()
  yield* refuseWeak("password", password, { email, name, company: company_name })
  yield* asking("sign up")

  const accounts = yield* Accounts
  const enrolment = yield* Enrolment
  const emails = yield* Emails
  const passwords = yield* Passwords
  const answer = { email, message: look }

  /**
   * An account that waits to be verified keeps its first password, so that whoever signs up in somebody's name gains nothing by
   * it: the e-mail verifies only for the same password, and asks to choose one otherwise.
   */
  const again = (account: Account, same: boolean) => sendAccountEmail(account, account.verified ? "known" : same ? "verify" : "unfinished")

  const before = yield* accounts.byEmail(email)
  if (Option.isSome(before)) {
    const same = yield* passwords.verify(before.value.password_hash, password)
    yield* constantTime(QUIET)(again(before.value, same))
    return answer
  }
  const passwordHash = yield* passwords.hash(password)
  yield* constantTime(QUIET)(Effect.gen(function*() {
    const made = yield* enrolment.enrol(
      { email, name, passwordHash, company: { name: company_name, industry, currency, time_zone } },
      ({ account_id, company_id }) => emails.startedFor(company_id)(sendEmail({ kind: "verify", account_id }))
    )
    if (Option.isSome(made)) {
      /* The e-mail is on its way with the account; it counts for those to come, whatever the count says of it. */
      return yield* Effect.ignore(oneMoreTo(email, "sign-up"))
    }
    /* Somebody else signed up with it at the same moment. */
    const account = Option.getOrThrow(yield* accounts.byEmail(email))
    yield* again(account, yield* passwords.verify(account.password_hash, password))
  }))
  return answer
})

export const spent = () =>
  new Unauthorized({ message: "This link is not good any more: it was used, it is too old, or it was not copied whole. Ask for another e-mail." })

export const verify_email = Effect.fnUntraced(function*({ token }: Input<typeof api.verify_email>) {
  const enrolment = yield* Enrolment
  const verified = yield* enrolment.verify(token)
  if (Option.isNone(verified)) return yield* spent()
  return { email: verified.value.email, email_verified: true as const }
})

export const resend_verification = Effect.fnUntraced(function*({ email }: Input<typeof api.resend_verification>) {
  yield* discreetly("verification letters", email, ({ verified }) => verified ? undefined : "verify")
  return { email, message: `If the address waits to be verified, an e-mail is on its way. ${look}` }
})

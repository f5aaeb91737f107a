import { Effect, Option } from "effect"
import { ServiceConfig } from "#layers/config"
import { type Account, Accounts } from "#layers/auth/accounts"
import { Enrolment } from "#layers/auth/enrolment"
import { Letters } from "#layers/auth/letters"
import { Passwords } from "#layers/auth/passwords"
import { Throttle } from "#layers/auth/throttle"
import { CurrentVisitor } from "#layers/auth/visitor"
import type * as api from "#schemas/auth/accounts.api"
import type { Input } from "#schemas/kernel/catalog"
import { Forbidden, Unauthorized } from "#schemas/kernel/errors"
import { evenly } from "./evenly.ts"
import { oneMoreTo } from "./letter-limits.ts"
import { sendLetter } from "./letters.ts"
import { refuseWeak } from "./weak-password.ts"

const DAY = 86_400

/** Longer than looking an account up and starting a letter takes, so that none can be told from some. */
const QUIET = "150 millis"

/** Sends a letter that a stranger asked for, unless the address got enough of them. */
const letter = Effect.fnUntraced(function*({ email, id }: Account, kind: "verify" | "unfinished" | "known" | "reset") {
  const letters = yield* Letters
  const enrolment = yield* Enrolment
  const company = yield* letters.home(id)
  if (Option.isNone(company)) return yield* Effect.logWarning(`no letter (${kind}): account ${id} was never in a company`)
  const counted = yield* Effect.option(oneMoreTo(email, kind === "reset" ? "reset" : "sign-up"))
  if (Option.isNone(counted)) return
  yield* enrolment.together(letters.startedFor(company.value)(sendLetter({ kind, account_id: id })))
})

/** One more who asks for letters, of so many a day from one network. */
const asking = Effect.fnUntraced(function*(deed: string) {
  const { network } = yield* CurrentVisitor
  const { publicWritesPerDay: most } = yield* ServiceConfig
  const throttle = yield* Throttle
  yield* Effect.mapError(throttle.attempt(deed, [{ about: network, most, seconds: DAY }]), ({ refusal }) => refusal)
})

/** Sends a letter about an account, if there is one and `kindOf` names a letter; nobody can tell from outside. */
export const discreetly = Effect.fnUntraced(function*(
  deed: string, email: string, kindOf: (account: Account) => "verify" | "reset" | undefined
) {
  yield* asking(deed)
  yield* evenly(QUIET)(Effect.gen(function*() {
    const account = yield* (yield* Accounts).byEmail(email)
    const kind = Option.isSome(account) ? kindOf(account.value) : undefined
    if (Option.isSome(account) && kind !== undefined) yield* letter(account.value, kind)
  }))
})

const closed = () => new Forbidden({ message: "Sign-up is closed here. Ask the operator of this installation for a company." })

const look = "Look into your mailbox: the letter there says how to go on. It may take some minutes, and may lie among spam."

export const sign_up = Effect.fnUntraced(function*({ company_name, currency, email, industry, name, password, time_zone }: Input<typeof api.sign_up>) {
  const { signUp } = yield* ServiceConfig
  if (!signUp) return yield* closed()
  yield* refuseWeak("password", password, { email, name, company: company_name })
  yield* asking("sign up")

  const accounts = yield* Accounts
  const enrolment = yield* Enrolment
  const letters = yield* Letters
  const passwords = yield* Passwords
  const answer = { email, message: look }

  /**
   * An account that waits to be verified keeps its first password, so that whoever signs up in somebody's name gains nothing by
   * it: the letter verifies only for the same password, and asks to choose one otherwise.
   */
  const again = (account: Account, same: boolean) => letter(account, account.verified ? "known" : same ? "verify" : "unfinished")

  const before = yield* accounts.byEmail(email)
  if (Option.isSome(before)) {
    const same = yield* passwords.verify(before.value.password_hash, password)
    yield* evenly(QUIET)(again(before.value, same))
    return answer
  }
  const passwordHash = yield* passwords.hash(password)
  yield* evenly(QUIET)(Effect.gen(function*() {
    const made = yield* enrolment.enrol(
      { email, name, passwordHash, company: { name: company_name, industry, currency, time_zone } },
      ({ account_id, company_id }) => letters.startedFor(company_id)(sendLetter({ kind: "verify", account_id }))
    )
    if (Option.isSome(made)) {
      /* The letter is on its way with the account; it counts for those to come, whatever the count says of it. */
      return yield* Effect.ignore(oneMoreTo(email, "sign-up"))
    }
    /* Somebody else signed up with it at the same moment. */
    const account = Option.getOrThrow(yield* accounts.byEmail(email))
    yield* again(account, yield* passwords.verify(account.password_hash, password))
  }))
  return answer
})

export const spent = () =>
  new Unauthorized({ message: "This link is not good any more: it was used, it is too old, or it was not copied whole. Ask for another letter." })

export const verify_email = Effect.fnUntraced(function*({ token }: Input<typeof api.verify_email>) {
  const enrolment = yield* Enrolment
  const verified = yield* enrolment.verify(token)
  if (Option.isNone(verified)) return yield* spent()
  return { email: verified.value.email, email_verified: true as const }
})

export const resend_verification = Effect.fnUntraced(function*({ email }: Input<typeof api.resend_verification>) {
  yield* discreetly("verification letters", email, ({ verified }) => verified ? undefined : "verify")
  return { email, message: `If the address waits to be verified, a letter is on its way. ${look}` }
})

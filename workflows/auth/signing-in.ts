import { Effect, Option } from "effect"
import { type Account, Accounts, type Part } from "#layers/auth/accounts"
import { type Asker, Passwords } from "#layers/auth/passwords"
import type { OpenedSession } from "#layers/auth/sessions"
import { SignIns } from "#layers/auth/sign-ins"
import { Throttle } from "#layers/auth/throttle"
import { ACCESS_SECONDS, Tokens } from "#layers/auth/tokens"
import { CurrentRequester } from "#layers/auth/anonymous"
import type { Tokens as SessionTokens, User } from "#schemas/auth/session"
import type * as api from "#schemas/auth/signing-in.api"
import type { Input } from "#schemas/kernel/catalog"
import { Forbidden, TwoFactorRequired, Unauthorized } from "#schemas/kernel/errors"
import type { CompanyId } from "#schemas/kernel/ids"
import type { Mode } from "#schemas/kernel/tenancy"
import { deviceOf } from "./device.ts"
import { checkCode } from "./step-up.ts"

/** What whoever signs in is told of themselves. */
export const userOf = (account: Account, { company_id, role, user_id }: Part): User => ({
  id: user_id,
  account_id: account.id,
  email: account.email,
  name: account.name,
  role,
  company_id,
  email_verified: account.verified,
  two_factor: account.two_factor
})

interface How {
  readonly verb: string
  readonly mode?: Mode
  readonly label?: string | undefined
  /** They proved it just now by all that their account asks for. */
  readonly steppedUp?: boolean
}

const begun = Effect.map(CurrentRequester, ({ userAgent }) => ({ label, mode = "live", steppedUp = false, verb }: How) =>
  ({ verb, mode, steppedUp, label: label ?? deviceOf(userAgent) }))

/** What a session is given when it begins and when it is refreshed. */
export const tokensFor = Effect.fnUntraced(function*(
  account: Account, part: Part, { expires_at, key_id, refresh_token }: OpenedSession
): Effect.fn.Return<SessionTokens, never, Tokens> {
  const tokens = yield* Tokens
  return {
    access_token: yield* tokens.issue({ company_id: part.company_id, key_id, account_id: account.id }),
    token_type: "Bearer",
    expires_in: ACCESS_SECONDS,
    refresh_token,
    session_id: key_id,
    session_expires_at: expires_at,
    user: userOf(account, part)
  }
})

/**
 * Signs somebody in who has shown who they are: opens a session of their part in a company, with a receipt under `verb`, and
 * hands out its tokens. In no transaction of a company.
 */
export const signedIn = Effect.fnUntraced(function*(account: Account, part: Part, how: How) {
  const signIns = yield* SignIns
  return yield* tokensFor(account, part, yield* signIns.begin(account, part, (yield* begun)(how)))
})

/** The same where what they showed is the account's as it was read: a password that was changed meanwhile lets nobody in. */
export const signedInUnchanged = Effect.fnUntraced(function*(account: Account, part: Part, how: How) {
  const signIns = yield* SignIns
  const opened = yield* signIns.beginUnchanged(account, part, (yield* begun)(how))
  return Option.isSome(opened) ? yield* tokensFor(account, part, opened.value) : yield* wrong()
})

const wrong = () => new Unauthorized({ message: "The e-mail address or the password is wrong." })

const unverified = () =>
  new Forbidden({ message: "Verify your e-mail address first: follow the link in the e-mail that was sent to it, or ask for another." })

const homeless = () =>
  new Forbidden({ message: "This account belongs to no company any more. Ask an owner or admin of the company to invite you again." })

const codeMissing = () =>
  new TwoFactorRequired({ message: "Send `code` too: six digits of the authenticator app, or a recovery code." })

const codeWrong = () =>
  new TwoFactorRequired({ message: "The code is wrong, or was used before. Wait for the app to show the next one, or send a recovery code." })

type Login = Input<typeof api.login>

/** Which of the person's companies it is to be, and whether they have any left. */
const partOf = Effect.fnUntraced(function*(account: Account, company: CompanyId | undefined) {
  const accounts = yield* Accounts
  const parts = yield* accounts.memberships(account.id)
  if (parts.length === 0) return yield* homeless()
  return (company === undefined ? parts[0] : parts.find(({ company_id }) => company_id === company)) ?? (yield* wrong())
})

/** Of an address that may be known or not: the account, if this is its password. It takes as long if not. */
const whoever = Effect.fnUntraced(function*(email: string, password: string, who: Asker) {
  const accounts = yield* Accounts
  const passwords = yield* Passwords
  const found = yield* accounts.byEmail(email)
  const kept = Option.match(found, { onNone: () => null, onSome: ({ password_hash }) => password_hash })
  return (yield* passwords.verify(kept, password, who)) ? found : Option.none()
})

/** The account of whoever shows its password, and a code where two-factor authentication is on. Each attempt is counted. */
export const recognised = Effect.fnUntraced(function*({ code, email, password }: Pick<Login, "code" | "email" | "password">) {
  const passwords = yield* Passwords
  const signIns = yield* SignIns
  const throttle = yield* Throttle
  const attempt = yield* throttle.signIn(email).pipe(
    Effect.tapError(({ first }) => first ? signIns.note("login_throttled", email) : Effect.void),
    Effect.mapError(({ refusal }) => refusal)
  )
  const failed = Effect.andThen(signIns.note("login_failed", email), Effect.suspend(() => Effect.fail(wrong())))

  const found = yield* Effect.tapError(whoever(email, password, attempt.known ? "known" : "anonymous"), () => attempt.release)
  if (Option.isNone(found)) return yield* failed
  const account = found.value
  if (!account.verified) return yield* Effect.andThen(attempt.release, Effect.fail(unverified()))
  if (account.two_factor) {
    if (code === undefined) return yield* Effect.andThen(attempt.release, Effect.fail(codeMissing()))
    if ((yield* checkCode(account.id, code)) === undefined) {
      yield* signIns.note("login_failed", email)
      return yield* codeWrong()
    }
  }
  yield* attempt.clear
  if (account.password_hash !== null && passwords.isStale(account.password_hash)) {
    return yield* signIns.rehash(account, yield* passwords.hash(password, "known"))
  }
  return account
})

export const login = Effect.fnUntraced(function*({ company_id, label, mode, ...shown }: Login) {
  const account = yield* recognised(shown)
  const part = yield* partOf(account, company_id)
  return yield* signedInUnchanged(account, part, { verb: "login", mode, label, steppedUp: true })
})

import { Effect, Option } from "effect"
import { type Account, Accounts, type Part } from "#layers/identity/accounts"
import { Passwords } from "#layers/identity/passwords"
import { SignIns } from "#layers/identity/sign-ins"
import { ACCESS_SECONDS, Tokens } from "#layers/identity/tokens"
import { CurrentVisitor } from "#layers/identity/visitor"
import type { Tokens as Answer, User } from "#schemas/auth/session"
import { Forbidden, Unauthorized } from "#schemas/kernel/errors"
import type { CompanyId } from "#schemas/kernel/ids"
import type { Mode } from "#schemas/kernel/tenancy"
import { deviceOf } from "./device.ts"

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

/**
 * Signs somebody in who has shown who they are: opens a session of their part in a company, with a receipt under `verb`, and
 * hands out its tokens. In no transaction of a company.
 */
export const signedIn = Effect.fnUntraced(function*(
  account: Account,
  part: Part,
  { label, mode = "live", verb }: { readonly verb: string; readonly mode?: Mode; readonly label?: string | undefined }
): Effect.fn.Return<Answer, never, SignIns | Tokens> {
  const { userAgent } = yield* CurrentVisitor
  const signIns = yield* SignIns
  const tokens = yield* Tokens
  const { expires_at, key_id, refresh_token } = yield* signIns.begin(account, part, { verb, mode, label: label ?? deviceOf(userAgent) })
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

const wrong = () => new Unauthorized({ message: "The e-mail address or the password is wrong." })

const unverified = () =>
  new Forbidden({ message: "Verify your e-mail address first: follow the link in the letter that was sent to it, or ask for another." })

const homeless = () =>
  new Forbidden({ message: "This account belongs to no company any more. Ask an owner or admin of the company to invite you again." })

interface Login {
  readonly email: string
  readonly password: string
  readonly code?: string
  readonly company_id?: CompanyId
  readonly mode: Mode
  readonly label?: string
}

export const login = Effect.fnUntraced(function*({ company_id, email, label, mode, password }: Login) {
  const accounts = yield* Accounts
  const passwords = yield* Passwords
  const found = yield* accounts.byEmail(email)
  const kept = Option.match(found, { onNone: () => null, onSome: ({ password_hash }) => password_hash })
  const right = yield* passwords.verify(kept, password)
  if (!right || Option.isNone(found)) return yield* wrong()
  const account = found.value
  if (!account.verified) return yield* unverified()

  const parts = yield* accounts.memberships(account.id)
  if (parts.length === 0) return yield* homeless()
  const part = company_id === undefined ? parts[0] : parts.find((one) => one.company_id === company_id)
  if (part === undefined) return yield* wrong()

  if (kept !== null && passwords.isStale(kept)) {
    const signIns = yield* SignIns
    yield* signIns.rehash(account, yield* passwords.hash(password))
  }
  return yield* signedIn(account, part, { verb: "login", mode, label })
})

import { Effect, Option, Schema } from "effect"
import { ApiKeys } from "#layers/auth/api-keys"
import { type Account, Accounts } from "#layers/auth/accounts"
import { Joins, type Joining, type OpenInvitation } from "#layers/auth/joining"
import { Passwords } from "#layers/auth/passwords"
import { CurrentRequester } from "#layers/auth/anonymous"
import type * as api from "#schemas/auth/invitations.api"
import { NewPassword } from "#schemas/auth/password"
import type { Input } from "#schemas/kernel/catalog"
import { BadRequest, Conflict, Forbidden, Unauthorized, ValidationError } from "#schemas/kernel/errors"
import { recognised, signedInUnchanged } from "./signing-in.ts"
import { refuseWeak } from "./weak-password.ts"

type Acceptance = Input<typeof api.accept_invitation>

const spent = () =>
  new Unauthorized({
    message: "This invitation is not good any more: it was accepted, withdrawn or sent again, its time is over, or the link was not " +
      "copied whole. Ask for another."
  })

const missing = (fields: ReadonlyArray<string>) =>
  new BadRequest({
    message: "You have no account yet: choose a name and a password.",
    details: fields.map((field) => ({ field, error: "is required", received: null }))
  })

/** Of somebody who is signed in elsewhere, in whichever company. */
const bearing = Effect.fnUntraced(function*(token: string, account: Account) {
  const keys = yield* ApiKeys
  const { address } = yield* CurrentRequester
  const answer = yield* keys.lookUp(token, address)
  if (answer._tag === "Refused") return yield* new Unauthorized({ message: answer.reason })
  if (answer.caller.credential === "session" && answer.caller.person?.account_id === account.id) return
  return yield* new Forbidden({ message: "Somebody else was invited than whoever is signed in. Sign in with the address of the e-mail." })
})

/** Shows that the account is theirs. */
const shown = Effect.fnUntraced(function*({ access_token, code, password }: Acceptance, account: Account) {
  if (access_token !== undefined) yield* bearing(access_token, account)
  else if (password !== undefined) yield* recognised({ email: account.email, password, ...code !== undefined && { code } })
  else return yield* new Unauthorized({ message: "There is an account for this address: sign in, or send its password." })
  return { account_id: account.id }
})

/** Chooses who they are to be. */
const chosen = Effect.fnUntraced(function*({ name, password }: Acceptance, email: string) {
  if (name === undefined || password === undefined) {
    return yield* missing([...name === undefined ? ["name"] : [], ...password === undefined ? ["password"] : []])
  }
  if (!Schema.is(NewPassword)(password)) {
    return yield* new ValidationError({
      message: "This password cannot be taken.",
      details: [{ field: "password", error: "Expected 10 to 256 characters", received: "[redacted]" }]
    })
  }
  yield* refuseWeak("password", password, { email, name })
  return { name, passwordHash: yield* (yield* Passwords).hash(password) }
})

const whoJoins = Effect.fnUntraced(function*(input: Acceptance, { email }: OpenInvitation) {
  const found = yield* (yield* Accounts).byEmail(email)
  const known = Option.filter(found, ({ verified }) => verified)
  const who: Joining = Option.isSome(known) ? yield* shown(input, known.value) : yield* chosen(input, email)
  return who
})

const why = {
  account: "The account was made by somebody else at this moment. Try again.",
  member: "You are a member of the company already: sign in."
} as const

export const accept_invitation = Effect.fnUntraced(function*(input: Acceptance) {
  const accounts = yield* Accounts
  const joins = yield* Joins
  const invitation = yield* joins.find(input.token)
  if (Option.isNone(invitation)) return yield* spent()
  const who = yield* whoJoins(input, invitation.value)
  const joined = yield* joins.accept(input.token, who).pipe(
    Effect.mapError(({ what }) => new Conflict({ message: why[what] }))
  )
  if (Option.isNone(joined)) return yield* spent()
  const { account_id, company_id } = joined.value
  const found = yield* accounts.inCompany(account_id, company_id)
  if (Option.isNone(found)) return yield* new Conflict({ message: "You were removed from the company at this moment." })
  const { account, part } = found.value
  return yield* signedInUnchanged(account, part, { verb: "login", steppedUp: input.access_token === undefined })
})

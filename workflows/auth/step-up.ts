import { Effect, Option } from "effect"
import { Accounts } from "#layers/auth/accounts"
import { Passwords } from "#layers/auth/passwords"
import { STEP_UP_MINUTES, StepUps } from "#layers/auth/step-ups"
import { TwoFactors } from "#layers/auth/two-factors"
import { recordChange } from "#layers/kernel/receipts/change-log"
import type * as api from "#schemas/auth/two-factor.api"
import type { Input } from "#schemas/kernel/catalog"
import { BadRequest, StepUpRequired } from "#schemas/kernel/errors"
import type { AccountId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { asking, attempted, type Proof } from "./proof.ts"

const prove = () =>
  new StepUpRequired({
    message: "This needs you to prove again who you are: POST /api/v1/auth/step-up with a code of your authenticator app, or with your " +
      `password where two-factor authentication is off. It then holds for ${STEP_UP_MINUTES} minutes in this session.`
  })

/**
 * What the programs of dangerous operations begin with: the session that asks proved within the last ten minutes who uses it. A
 * key or a connection never did. It is asked in the transaction of the call.
 */
export const steppedUp: Effect.Effect<void, StepUpRequired, Caller | StepUps> = Effect.gen(function*() {
  const { credential, key_id } = yield* Caller
  const stepUps = yield* StepUps
  if (credential !== "session" || !(yield* stepUps.isFresh(key_id))) return yield* prove()
})

/**
 * Takes a code of somebody who signs in: a code of the app or a recovery code, which is then used up. Answers with which of them
 * it was; nothing where it is wrong, was used before, or two-factor authentication is off. Outside of any transaction of a company.
 */
export const checkCode = (account: AccountId, code: string) => TwoFactors.use(({ takeToSignIn }) => takeToSignIn(account, code))

const missing = (proof: Proof) =>
  new BadRequest({
    message: proof === "code"
      ? "Two-factor authentication is on: send `code`, six digits of your authenticator app or a recovery code."
      : "Two-factor authentication is off: send `password`.",
    details: [{ field: proof, error: "is required", received: null }]
  })

const matches = Effect.fnUntraced(function*(account: AccountId, password: string) {
  const accounts = yield* Accounts
  const passwords = yield* Passwords
  const found = yield* accounts.byId(account)
  const right = yield* passwords.verify(Option.match(found, { onNone: () => null, onSome: ({ password_hash }) => password_hash }), password, "within")
  return right ? "password" as const : undefined
})

export const step_up = Effect.fnUntraced(function*({ code, password }: Input<typeof api.step_up>) {
  const { key_id } = yield* Caller
  const { account_id } = yield* asking
  const twoFactors = yield* TwoFactors
  const { since } = yield* twoFactors.find(account_id)
  const proof = since === null ? "password" : "code"
  const sent = proof === "code" ? code : password
  if (sent === undefined) return yield* missing(proof)
  const by = yield* attempted(proof, proof === "code" ? twoFactors.take(account_id, sent) : matches(account_id, sent))
  const stepUps = yield* StepUps
  const stepped_up_until = yield* stepUps.mark(key_id)
  yield* recordChange({ object: "session", id: key_id, before: null, after: { stepped_up_until, by } })
  return { stepped_up_until }
})

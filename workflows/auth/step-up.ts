import { Effect } from "effect"
import { STEP_UP_MINUTES, StepUps } from "#layers/identity/step-ups"
import { TwoFactors } from "#layers/identity/two-factors"
import { StepUpRequired } from "#schemas/kernel/errors"
import type { AccountId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"

const prove = () =>
  new StepUpRequired({
    message: "This needs you to prove again who you are: POST /api/v1/auth/step-up with a code of your authenticator app, or with your " +
      `password where two factors are off. It then holds for ${STEP_UP_MINUTES} minutes in this session.`
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
 * it was; nothing where it is wrong, was used before, or two factors are off. Outside of any transaction of a company.
 */
export const checkCode = (account: AccountId, code: string) => TwoFactors.use(({ takeToSignIn }) => takeToSignIn(account, code))

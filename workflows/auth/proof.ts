import { Effect } from "effect"
import { Audit } from "#layers/auth/audit"
import { type Attempt, Throttle } from "#layers/auth/throttle"
import { CurrentRequester } from "#layers/auth/anonymous"
import { ValidationError } from "#schemas/kernel/errors"
import type { AccountId } from "#schemas/kernel/ids"
import { Caller, type Person } from "#schemas/kernel/tenancy"

const QUARTER = 15 * 60
const HOUR = 60 * 60

/** The person of the caller; authorization admits nobody else. */
export const asking = Effect.flatMap(Caller, ({ person }): Effect.Effect<Person> =>
  person === undefined ? Effect.die("an operation of sessions was asked for by no person") : Effect.succeed(person))

const wrong = {
  password: "The password is wrong.",
  code: "The code is wrong, or was used before. Wait for the next one, and see that the clock of the device is right."
} as const

/** What somebody proves who they are with. */
export type Proof = keyof typeof wrong

/** Outside of the transaction of the request, which a wrong proof takes back. */
const told = Effect.fnUntraced(function*(verb: string, account: AccountId) {
  const { company_id, key_id, mode } = yield* Caller
  const { address } = yield* CurrentRequester
  const audit = yield* Audit
  yield* audit.write({
    company_id, key_id, mode, verb, changes: [{ object: "session", id: key_id, before: null, after: { account_id: account, address } }]
  })
})

/**
 * One attempt of whoever uses a session to prove who they are: few in each session, and not many more in all sessions of the
 * account. `guess` answers with nothing where it was wrong. Wrong ones, and the first that is one too many, are told in the audit.
 */
export const attempted = Effect.fnUntraced(function*<A, E, R>(proof: Proof, guess: Effect.Effect<A | undefined, E, R>) {
  const { company_id, key_id } = yield* Caller
  const { account_id } = yield* asking
  const throttle = yield* Throttle
  const attempt: Attempt = yield* throttle.attempt("step up", [
    { about: `session ${company_id} ${key_id}`, most: 5, seconds: QUARTER },
    { about: `account ${account_id}`, most: 20, seconds: HOUR }
  ]).pipe(Effect.catch(({ first, refusal }) =>
    Effect.andThen(first ? told("step_up_throttled", account_id) : Effect.void, Effect.fail(refusal))))
  const right = yield* Effect.onError(guess, () => attempt.release)
  if (right === undefined) {
    yield* told("step_up_failed", account_id)
    return yield* new ValidationError({ message: wrong[proof], details: [{ field: proof, error: wrong[proof], received: null }] })
  }
  yield* attempt.clear
  return right
})

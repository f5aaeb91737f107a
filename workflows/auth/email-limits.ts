import { Effect } from "effect"
import { Throttle } from "#layers/auth/throttle"
import { Caller } from "#schemas/kernel/tenancy"

/** E-mails to one address an hour that others than its owner can have sent. */
const TO_ONE = 5
const HOUR = 3_600

/** Invitations of one company a day: anybody can sign up for a company, which must not become a way to send spam. */
const INVITATIONS = 200
const DAY = 86_400

/**
 * What is counted apart. Whoever signs up in somebody's name again and again does not keep them from a new password; and a company
 * whose invitation is refused learns nothing of the e-mails of an account, which only those have who have one.
 */
type Counted = "invitation" | "reset" | "sign-up"

/** Counts an e-mail to an address; fails when it got enough of its kind. */
export const oneMoreTo = (email: string, kind: Counted) =>
  Throttle.use(({ attempt }) => attempt(`letters: ${kind}`, [{ about: email, most: TO_ONE, seconds: HOUR }]))

/** Counts an invitation by the caller's company to an address; refused when there were too many of either. */
export const oneMoreInvitation = Effect.fnUntraced(function*(email: string) {
  const { company_id } = yield* Caller
  const throttle = yield* Throttle
  const ofCompany = throttle.attempt("invitations", [{ about: `company ${company_id}`, most: INVITATIONS, seconds: DAY }])
  yield* Effect.mapError(Effect.andThen(ofCompany, oneMoreTo(email, "invitation")), ({ refusal }) => refusal)
})

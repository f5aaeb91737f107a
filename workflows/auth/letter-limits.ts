import { Effect } from "effect"
import { Throttle } from "#layers/identity/throttle"
import { Caller } from "#schemas/kernel/tenancy"

/** Letters to one address an hour that others than its owner can have sent. */
const TO_ONE = 5
const HOUR = 3_600

/** Invitations of one company a day: anybody may have a company, and nobody is to have a way to write to the world. */
const INVITATIONS = 200
const DAY = 86_400

/** Counts a letter to an address; fails when it got enough of them. */
export const oneMoreTo = (email: string) =>
  Throttle.use(({ attempt }) => attempt("letters", [{ about: email, most: TO_ONE, seconds: HOUR }]))

/** Counts an invitation by the caller's company to an address; refused when there were too many of either. */
export const oneMoreInvitation = Effect.fnUntraced(function*(email: string) {
  const { company_id } = yield* Caller
  const throttle = yield* Throttle
  const ofCompany = throttle.attempt("invitations", [{ about: `company ${company_id}`, most: INVITATIONS, seconds: DAY }])
  yield* Effect.mapError(Effect.andThen(ofCompany, oneMoreTo(email)), ({ refusal }) => refusal)
})

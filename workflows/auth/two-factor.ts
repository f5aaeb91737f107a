import { Effect } from "effect"
import { qrOf } from "#layers/auth/qr"
import { StepUps } from "#layers/auth/step-ups"
import { type TwoFactorRow, TwoFactors } from "#layers/auth/two-factors"
import { recordChange } from "#layers/kernel/receipts/change-log"
import type { TwoFactor } from "#schemas/auth/two-factor"
import type * as api from "#schemas/auth/two-factor.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type { AccountId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { sendEmail } from "./emails.ts"
import { asking, attempted } from "./proof.ts"
import { steppedUp } from "./step-up.ts"

const viewOf = ({ recovery_codes_left, since }: Pick<TwoFactorRow, "recovery_codes_left" | "since">): TwoFactor =>
  ({ on: since !== null, since, recovery_codes_left })

/** The caller's own, held until the transaction ends, where it is as it has to be. */
const held = Effect.fnUntraced(function*(wanted: "on" | "off") {
  const { account_id } = yield* asking
  const twoFactors = yield* TwoFactors
  const row = yield* twoFactors.find(account_id, { lock: true })
  if ((row.since === null) === (wanted === "on")) {
    return yield* new Conflict({ message: wanted === "on" ? "Two-factor authentication is off." : "Two-factor authentication is on. Turn it off first." })
  }
  return { ...row, account_id, twoFactors }
})

const tell = (id: AccountId, before: TwoFactor, after: TwoFactor) =>
  recordChange({ object: "two_factor", id, before, after })

export const get_two_factor = Effect.fnUntraced(function*() {
  const { account_id } = yield* asking
  const twoFactors = yield* TwoFactors
  return viewOf(yield* twoFactors.find(account_id))
})

/** Whoever holds a session that is not theirs could lock its owner out by it. */
export const enable_two_factor = Effect.fnUntraced(function*() {
  yield* steppedUp
  const { account_id, email, twoFactors, ...before } = yield* held("off")
  const { secret, uri } = yield* twoFactors.begin(account_id, email)
  yield* tell(account_id, viewOf(before), viewOf(before))
  return { secret, uri, qr_svg: yield* qrOf(uri) }
})

export const confirm_two_factor = Effect.fnUntraced(function*({ code }: Input<typeof api.confirm_two_factor>) {
  yield* steppedUp
  const { account_id, twoFactors, ...before } = yield* held("off")
  if (!before.pending) return yield* new Conflict({ message: "Two-factor authentication is not set up yet: POST /api/v1/auth/2fa first." })
  yield* attempted("code", Effect.map(twoFactors.confirm(account_id, code), (right) => right || undefined))
  const recovery_codes = yield* twoFactors.renewCodes(account_id)
  yield* (yield* StepUps).mark((yield* Caller).key_id)
  yield* tell(account_id, viewOf(before), viewOf(yield* twoFactors.find(account_id)))
  return { recovery_codes }
})

export const disable_two_factor = Effect.fnUntraced(function*() {
  yield* steppedUp
  const { account_id, twoFactors, ...before } = yield* held("on")
  yield* twoFactors.remove(account_id)
  const after = viewOf({ since: null, recovery_codes_left: 0 })
  yield* tell(account_id, viewOf(before), after)
  yield* sendEmail({ kind: "two_factors_off", account_id })
  return after
})

export const regenerate_recovery_codes = Effect.fnUntraced(function*() {
  yield* steppedUp
  const { account_id, twoFactors, ...before } = yield* held("on")
  const recovery_codes = yield* twoFactors.renewCodes(account_id)
  yield* tell(account_id, viewOf(before), viewOf({ ...before, recovery_codes_left: recovery_codes.length }))
  return { recovery_codes }
})

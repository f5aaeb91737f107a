import { isDeepStrictEqual } from "node:util"
import { Effect, Option } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Plans } from "#layers/payments/plans"
import { PortalSettingsOfCompany } from "#layers/payments/portal-settings"
import type { Input } from "#schemas/kernel/catalog"
import { ValidationError } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type { PlanId } from "#schemas/payments/plan"
import type * as api from "#schemas/payments/portal.api"

export const get_portal_settings = () => PortalSettingsOfCompany.use(({ get }) => get)

/** Goes on only if these are plans of the caller's mode. */
const requirePlans = Effect.fnUntraced(function*(ids: ReadonlyArray<PlanId>) {
  const plans = yield* Plans
  const missing = yield* Effect.filter(ids, (id) => Effect.map(plans.find(id), Option.isNone))
  if (missing.length === 0) return
  return yield* new ValidationError({
    message: "Some of these plans are not there.",
    details: missing.map((id) => ({ field: `change_plan_ids[${ids.indexOf(id)}]`, error: "there is no such plan", received: id }))
  })
})

export const update_portal_settings = Effect.fnUntraced(function*(changes: Input<typeof api.update_portal_settings>) {
  const settings = yield* PortalSettingsOfCompany
  const { company_id } = yield* Caller
  yield* settings.hold
  const before = yield* settings.get
  const asked = { ...before, ...changes }
  if (isDeepStrictEqual(before, asked)) return before
  yield* requirePlans(asked.change_plan_ids)
  const after = yield* settings.set(asked)
  yield* recordChange({ object: "portal_settings", id: company_id, before, after })
  return after
})

import { Effect } from "effect"
import { CompanyTiers } from "#layers/company/tier"
import type * as api from "#schemas/company/tier.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"

const unpaid = new Conflict({
  message: "The tiers of this installation have to be paid for, and it cannot take payments yet. Ask its operator."
})

export const change_tier = Effect.fnUntraced(function*({ tier }: Input<typeof api.change_tier>) {
  const tiers = yield* CompanyTiers
  const before = yield* tiers.lockOwn
  if (tier === before.tier) return before.requested_tier === null ? before : yield* tiers.request(before, null)
  switch (tiers.how) {
    case "free":
      return yield* tiers.change(before, tier)
    case "request":
      return before.requested_tier === tier ? before : yield* tiers.request(before, tier)
    case "billed":
      return yield* unpaid
  }
})

import { Effect } from "effect"
import { CompanySettings } from "#layers/company/settings"
import type { Operation } from "#schemas/kernel/catalog"
import { SharedRecordsProtected } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"

/** Of test mode: refuses what would destroy records that are the company's real ones, unless the company allows it. */
export const requireOwnRecords = Effect.fnUntraced(function*({ destructive, name, sharesRecords }: Operation) {
  if (destructive && sharesRecords) yield* requireUnprotected(name)
})

/** Of a change that takes away more than it brings: the same, where it is of test mode. */
export const requireToTakeAway = Effect.fnUntraced(function*(name: string) {
  if ((yield* Caller).mode === "test") yield* requireUnprotected(name)
})

const requireUnprotected = Effect.fnUntraced(function*(name: string) {
  const { protect_shared_records } = yield* (yield* CompanySettings).own
  if (!protect_shared_records) return
  return yield* new SharedRecordsProtected({
    message: `${name} would change the company's real records, which live and test keys share. Nothing was changed. Use a live key; or an ` +
      "admin turns `protect_shared_records` off in the company's settings."
  })
})

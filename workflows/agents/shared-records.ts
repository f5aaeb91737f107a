import { Effect } from "effect"
import { CompanySettings } from "#layers/company/settings"
import type { Operation } from "#schemas/kernel/catalog"
import { SharedRecordsProtected } from "#schemas/kernel/errors"

/** Of test mode: refuses what would destroy records that are the company's real ones, unless the company allows it. */
export const requireOwnRecords = Effect.fnUntraced(function*({ destructive, name, sharesRecords }: Operation) {
  if (!destructive || !sharesRecords ) return
  const { protect_shared_records } = yield* (yield* CompanySettings).own
  if (!protect_shared_records) return
  return yield* new SharedRecordsProtected({
    message: `${name} would change the company's real records, which live and test keys share. Nothing was changed. Use a live key; or an ` +
      "admin turns `protect_shared_records` off in the company's settings."
  })
})

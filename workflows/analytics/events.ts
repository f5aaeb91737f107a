import { Clock, Effect } from "effect"
import { EventReception } from "#layers/analytics/event-reception"
import { CurrentRequester } from "#layers/auth/anonymous"
import { VisitedCompanies } from "#layers/company/visited"
import { LATE_DAYS } from "#schemas/analytics/event"
import type * as api from "#schemas/analytics/events.api"
import type { Input } from "#schemas/kernel/catalog"
import { NotFound, ValidationError } from "#schemas/kernel/errors"

const LATE_MS = LATE_DAYS * 86_400_000

export const track_event = Effect.fnUntraced(function*({ events, site }: Input<typeof api.track_event>) {
  const oldest = new Date((yield* Clock.currentTimeMillis) - LATE_MS).toISOString()
  const details = events.flatMap(({ at }, n) => at === undefined || at >= oldest ? [] : [{ field: `events[${n}].at`, error: `is more than ${LATE_DAYS} days ago`, received: at }])
  if (details.length > 0) return yield* new ValidationError({ message: `Events can be told for ${LATE_DAYS} days.`, details })
  const found = yield* VisitedCompanies.use(({ byAnalyticsKey }) => byAnalyticsKey(site))
  if (found._tag === "Refused") return yield* new NotFound({ message: "No site has this key." })
  const requester = yield* CurrentRequester
  const accepted = yield* EventReception.use(({ take }) => take({ company_id: found.caller.company_id, requester, events }))
  return { accepted }
})

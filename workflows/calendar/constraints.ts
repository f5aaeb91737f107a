import { Effect } from "effect"
import { holidaysBetween } from "#layers/calendar/holidays"
import { AvailabilityConstraints } from "#layers/calendar/constraints"
import type { Span } from "#schemas/calendar/availability/constraints"
import type { ServiceId } from "#schemas/calendar/ids"

const AROUND = 3 * 86_400_000

/** Everything that decides which starts of a service within a span are open. */
export const constraintsOf = Effect.fnUntraced(function*(service: ServiceId, span: Span, how?: { readonly named?: boolean }) {
  const known = yield* AvailabilityConstraints.use(({ read }) => read(service, span, how))
  /* By the clock of any zone, and as far as the longest appointment goes. */
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const closed = holidaysBetween(known, known.locale, day(span.from - AROUND), day(span.to + AROUND))
  return { ...known, closed: closed.filter(({ date }) => !known.open_on.includes(date)) }
})

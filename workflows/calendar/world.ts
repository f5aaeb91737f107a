import { Effect } from "effect"
import { Worlds } from "#layers/calendar/worlds"
import type { Span } from "#schemas/calendar/availability/world"
import type { ServiceId } from "#schemas/calendar/ids"

const DAY = 86_400_000

/** Everything that decides which starts of a service within a span are open. */
export const worldOf = Effect.fnUntraced(function*(service: ServiceId, span: Span, how?: { readonly named?: boolean }) {
  const known = yield* Worlds.use((worlds) => worlds.read(service, span, how))
  const { holidays_country: country, holidays_region: region, locale, open_on, service: { duration_minutes } } = known
  return { ...known, closed: [] }
})

import { isDeepStrictEqual } from "node:util"
import { Effect } from "effect"
import { countries, holidaysBetween, regionsOf } from "#layers/calendar/holidays"
import { CalendarSettings, type OwnSettings } from "#layers/calendar/settings"
import { recordChange } from "#layers/kernel/receipts/change-log"
import type * as api from "#schemas/calendar/settings.api"
import type { Input } from "#schemas/kernel/catalog"
import { nearest } from "#schemas/kernel/nearest"
import { Caller } from "#schemas/kernel/tenancy"
import { refuse } from "../payments/costs.ts"

export const get_calendar_settings = () => CalendarSettings.use(({ get }) => Effect.map(get, ({ told }) => told))

const NEAR = 5
const DAY_MS = 86_400_000
const MOST_DAYS = 731

/** Goes on only if the public holidays of the place are known. */
const requirePlace = Effect.fnUntraced(function*({ holidays_country: country, holidays_region: region }: OwnSettings) {
  if (country === null) {
    return region === null ? undefined : yield* refuse("holidays_region", "it has no country: send `holidays_country` too", region)
  }
  if (!countries.includes(country)) {
    const near = nearest(country, countries, NEAR).join(", ")
    return yield* refuse("holidays_country", `no holidays of it are known: send two letters of ISO 3166-1, like ${near || "US"}, or null`, country)
  }
  const regions = regionsOf(country)
  if (region === null || regions.includes(region)) return
  const near = nearest(region, regions, NEAR)
  return yield* refuse("holidays_region", regions.length === 0
    ? `${country} has none with holidays of its own: send null`
    : `${country} has no such region: send one of its own, like ${(near.length === 0 ? regions.slice(0, NEAR) : near).join(", ")}, or null`, region)
})

export const update_calendar_settings = Effect.fnUntraced(function*(changes: Input<typeof api.update_calendar_settings>) {
  const settings = yield* CalendarSettings
  const { company_id } = yield* Caller
  yield* settings.hold
  const { own, told: before } = yield* settings.get
  /* A region of the country that it was. */
  const isElsewhere = changes.holidays_country !== undefined && changes.holidays_country !== own.holidays_country
  const asked: OwnSettings = { ...own, ...isElsewhere && { holidays_region: null }, ...changes }
  if (isDeepStrictEqual(own, asked)) return before
  yield* requirePlace(asked)
  yield* settings.set(asked)
  const { told: after } = yield* settings.get
  yield* recordChange({ object: "calendar_settings", id: company_id, before, after })
  return after
})

export const list_holidays = Effect.fnUntraced(function*({ from, to }: Input<typeof api.list_holidays>) {
  if (to < from) return yield* refuse("to", "it is before `from`", to)
  if (Date.parse(to) - Date.parse(from) > MOST_DAYS * DAY_MS) return yield* refuse("to", `it is more than ${MOST_DAYS} days after \`from\``, to)
  const { locale, own } = yield* CalendarSettings.use(({ get }) => get)
  return { holidays: holidaysBetween(own, locale, from, to).map((one) => ({ ...one, open: own.open_on.includes(one.date) })) }
})

import { DAY } from "#schemas/calendar/availability/spans"
import { wallClock } from "#schemas/calendar/availability/wall-clock"
import { zonesOfPrefixes } from "./phone-zones.ts"

/** When nobody is texted, by the clock of whoever would be: `HH:MM`, also over midnight. */
export interface QuietHours {
  readonly from: string
  readonly to: string
}

/** The hours in which the law of the United States and of France wants nobody sold to. */
export const usualQuietHours: QuietHours = { from: "21:00", to: "08:00" }

const MINUTE = 60_000
const zoneLists = new Map(Object.entries(zonesOfPrefixes).flatMap(([zones, prefixes]) => {
  const list = zones.split(" ")
  return prefixes.split(" ").map((prefix) => [prefix, list] as const)
}))

const LONGEST_PREFIX = 4

/** The time zones in which a number (E.164) may be, as far as its digits tell; none where they tell nothing. */
export const zonesOf = (phone: string): ReadonlyArray<string> => {
  const digits = phone.slice(1)
  for (let length = LONGEST_PREFIX; length > 0; length--) {
    const zones = zoneLists.get(digits.slice(0, length))
    if (zones !== undefined) return zones
  }
  return []
}

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The instant at which quiet hours of one zone end, or `undefined` where it is not quiet there. */
const endIn = (zone: string, { from, to }: QuietHours, instant: number): number | undefined => {
  const clock = wallClock(zone, { from: instant - 2 * DAY, to: instant + 3 * DAY })
  const wall = clock.at(instant)
  const midnight = Math.floor(wall / DAY) * DAY
  const [begins, ends, minute] = [minuteOf(from), minuteOf(to), (wall - midnight) / MINUTE]
  const quiet = begins < ends ? minute >= begins && minute < ends : minute >= begins || minute < ends
  if (!quiet) return undefined
  return clock.last(midnight + (minute < ends ? 0 : DAY) + ends * MINUTE)
}

/** A day and more without a moment that is quiet in no zone: there is none. */
const LONGEST = 2 * DAY

const endInAll = (zones: ReadonlyArray<string>, quiet: QuietHours, now: number): number | undefined => {
  let instant = now
  for (let moved = true; moved && instant <= now + LONGEST;) {
    moved = false
    for (const zone of zones) {
      const end = endIn(zone, quiet, instant)
      if (end !== undefined && end > instant) {
        instant = end
        moved = true
      }
    }
  }
  return instant <= now + LONGEST ? instant : undefined
}

/**
 * The first instant from `now` on at which it is not quiet for a number: in any of the zones in which it may be. Where those are so
 * far apart that it is always quiet in one, and where its digits tell none, the zone of the company counts.
 */
export const textableFrom = (phone: string, quiet: QuietHours | null, companyZone: string, now: number): number => {
  if (quiet === null || quiet.from === quiet.to) return now
  const zones = zonesOf(phone)
  const found = zones.length === 0 ? undefined : endInAll(zones, quiet, now)
  return found ?? endInAll([companyZone], quiet, now) ?? now
}

import { DateTime, Option } from "effect"
import { first, type Part, textOf } from "./lines.ts"
import { beginsOf } from "./rules.ts"
import { DAY, momentOf, utc, type Zone } from "./times.ts"
import { windowsZones } from "./windows-zones.ts"

/** A zone of the IANA database. */
const named = (name: string): Zone | undefined => {
  const zone = Option.getOrUndefined(DateTime.zoneMakeNamed(name))
  if (zone === undefined) return undefined
  // Clocks are put at quarters of an hour, and many events are at the same times.
  const known = new Map<number, number>()
  return {
    offsetAt: (instant) => {
      const quarter = Math.floor(instant / 900_000)
      const found = known.get(quarter)
      if (found !== undefined) return found
      const offset = DateTime.zonedOffset(DateTime.makeZonedUnsafe(instant, { timeZone: zone }))
      if (known.size < 100_000) known.set(quarter, offset)
      return offset
    }
  }
}

/** A zone by its name alone. Some programs write their own before it: `/mozilla.org/20070129_1/Europe/Berlin`. */
const known = (name: string): Zone | undefined => {
  if (/^(?:z|utc|gmt)$/i.test(name)) return utc
  const pieces = name.startsWith("/") ? name.split("/") : []
  return [name, ...[3, 2].filter((count) => pieces.length > count).map((count) => pieces.slice(-count).join("/"))]
    .map(named).find((zone) => zone !== undefined)
}

const offsetOf = (part: Part, name: string): number | undefined => {
  const found = /^([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(String(first(part, name)?.values[0]))
  if (found === null) return undefined
  const [, sign, hours, minutes, seconds = 0] = found
  return (sign === "-" ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
}

interface Change {
  readonly at: number
  readonly from: number
  readonly to: number
}

/** When a rule of a zone puts the clock, since 1970. */
const changesOf = (part: Part, to: number): ReadonlyArray<Change> => {
  const start = momentOf(first(part, "dtstart")?.values[0], utc)
  const [before, after] = [offsetOf(part, "tzoffsetfrom"), offsetOf(part, "tzoffsetto")]
  if (start === undefined || before === undefined || after === undefined) return []
  const rules = (part.properties.get("rrule") ?? []).flatMap(({ values }) => {
    try {
      return beginsOf(values[0], start, { from: 0, to }, { steps: 5_000 }).walls
    } catch {
      return []
    }
  })
  const dates = (part.properties.get("rdate") ?? []).flatMap(({ values }) => values.flatMap((value) => momentOf(value, utc)?.wall ?? []))
  return [...new Set([start.wall, ...rules, ...dates])].map((wall) => ({ at: wall - before, from: before, to: after }))
}

/** A zone as a calendar describes it. */
const described = (part: Part, to: number): Zone | undefined => {
  const changes = part.parts.flatMap((one) => changesOf(one, to)).sort((a, b) => a.at - b.at)
  const [earliest] = changes
  if (earliest === undefined) return undefined
  const offsetAt = (instant: number) => {
    let [low, high] = [0, changes.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (changes[middle]!.at <= instant) low = middle + 1
      else high = middle
    }
    return changes[low - 1]?.to ?? earliest.from
  }
  return { offsetAt }
}

/**
 * The zones of a calendar by name: those of the IANA database as it has them, which knows more years than calendars write; others as the calendar
 * describes them; and names of Windows that are not described by what they mean.
 */
export const zonesOf = (calendars: ReadonlyArray<Part>, to: number): (name: string) => Zone | undefined => {
  const parts = new Map(calendars.flatMap((calendar) => calendar.parts)
    .filter(({ name }) => name === "vtimezone").map((part) => [textOf(part, "tzid"), part]))
  const found = new Map<string, Zone | undefined>()
  const find = (name: string) => {
    const part = parts.get(name)
    const windows = windowsZones.get(name.toLowerCase())
    const own = part && (known(textOf(part, "x-lic-location")) ?? described(part, to + 400 * DAY))
    return known(name) ?? own ?? (windows === undefined ? undefined : named(windows))
  }
  return (name) => {
    if (!found.has(name)) found.set(name, find(name))
    return found.get(name)
  }
}

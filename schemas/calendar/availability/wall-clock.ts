import { LRUCache } from "lru-cache"
import { DAY } from "./spans.ts"
import type { Span } from "./constraints.ts"

/**
 * A clock on the wall of a time zone, for some span of time. Times on the wall are milliseconds as if the wall were in UTC. Times of Effect
 * take microseconds each to convert, and put a time that a change skips an hour later; here a month of a company needs thousands of them,
 * and a skipped time is the instant of the change.
 */
export interface WallClock {
  /** The instant at which the clock shows a time; of a time that comes twice the first. */
  readonly first: (wall: number) => number
  /** The same, but of a time that comes twice the last. */
  readonly last: (wall: number) => number
  /** What the clock shows at an instant. */
  readonly at: (instant: number) => number
}

/** From when on a zone is so far from UTC. */
interface Period {
  readonly from: number
  readonly offset: number
}

/** Changes of a zone are looked for in blocks, a day at a time: no two have ever been nearer to each other. */
const BLOCK = 32 * DAY

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 })
const blocks = new LRUCache<string, ReadonlyArray<Period>>({ max: 10_000 })

const formatOf = (zone: string) => {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" })
  formats.set(zone, format)
  return format
}

const offsetAt = (format: Intl.DateTimeFormat, instant: number) => {
  const [, sign, hours, minutes, seconds] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(instant)) ?? []
  const distance = Number(hours ?? 0) * 3_600_000 + Number(minutes ?? 0) * 60_000 + Number(seconds ?? 0) * 1_000
  return sign === "-" ? -distance : distance
}

/** The first second after `before`, at most `after`, that is not so far from UTC as `before` is. */
const changeBetween = (format: Intl.DateTimeFormat, before: number, offset: number, after: number) => {
  let [low, high] = [before / 1_000, after / 1_000]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(format, middle * 1_000) === offset) low = middle
    else high = middle
  }
  return high * 1_000
}

const periodsOf = (zone: string, block: number) => {
  const key = `${zone} ${block}`
  const known = blocks.get(key)
  if (known !== undefined) return known
  const format = formatOf(zone)
  const periods = [{ from: block * BLOCK, offset: offsetAt(format, block * BLOCK) }]
  for (let day = block * BLOCK; day < (block + 1) * BLOCK; day += DAY) {
    const before = periods.at(-1)!.offset
    const offset = offsetAt(format, day + DAY)
    if (offset !== before) periods.push({ from: changeBetween(format, day, before, day + DAY), offset })
  }
  blocks.set(key, periods)
  return periods
}

/** Good for instants within the span, and for times on the wall that come within it. */
export const wallClock = (zone: string, { from, to }: Span): WallClock => {
  const periods: Array<Period> = []
  for (let block = Math.floor(from / BLOCK); block * BLOCK <= to; block++) {
    for (const period of periodsOf(zone, block)) if (period.offset !== periods.at(-1)?.offset) periods.push(period)
  }

  const find = (wall: number, last: boolean) => {
    let skipped = wall - periods[0]!.offset
    let found: number | undefined
    for (let n = 0; n < periods.length; n++) {
      const { from: since, offset } = periods[n]!
      const instant = wall - offset
      if (n > 0 && instant < since && wall - periods[n - 1]!.offset >= since) skipped = since
      if ((n > 0 && instant < since) || instant >= (periods[n + 1]?.from ?? Infinity)) continue
      found = instant
      if (!last) break
    }
    return found ?? skipped
  }

  return {
    first: (wall) => find(wall, false),
    last: (wall) => find(wall, true),
    at: (instant) => {
      let n = periods.length - 1
      while (n > 0 && periods[n]!.from > instant) n--
      return instant + periods[n]!.offset
    }
  }
}

/** The number of a day (`YYYY-MM-DD`) since 1970. */
export const dayNumber = (date: string): number => Date.parse(date) / DAY

/** `YYYY-MM-DD` of a time on the wall. */
export const dateOn = (wall: number): string => new Date(wall).toISOString().slice(0, 10)

/** A time on the wall from `YYYY-MM-DDTHH:MM`. */
export const wallTime = (text: string): number => Date.parse(`${text.slice(0, 16)}:00Z`)

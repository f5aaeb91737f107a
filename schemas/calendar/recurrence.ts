import { LRUCache } from "lru-cache"
import { DAY } from "./availability/spans.ts"
import { dateOn, wallTime } from "./availability/wall-clock.ts"
import type { Span } from "./availability/constraints.ts"
import { wallClockRule } from "./rule.ts"

/** What comes once, or again by a rule of RFC 5545, by the company's wall clock: `YYYY-MM-DDTHH:MM`. */
export interface Series {
  readonly starts: string
  readonly ends: string
  readonly rrule: string | null
  /** Days (`YYYY-MM-DD`) on which it would begin but does not. */
  readonly except_dates: ReadonlyArray<string>
}

const BLOCK = 64 * DAY

/** When a rule comes within a block of time: to read a rule takes the library longer than all that is done with what it finds. */
const begins = new LRUCache<string, ReadonlyArray<number>>({ max: 4_000 })

const beginsIn = (rrule: string, starts: string, block: number) => {
  const key = `${block} ${starts} ${rrule}`
  const known = begins.get(key)
  if (known !== undefined) return known
  const found = wallClockRule(rrule, starts).between(new Date(block * BLOCK), new Date((block + 1) * BLOCK - 1), true)
    .map(({ epochMilliseconds }) => epochMilliseconds)
  begins.set(key, found)
  return found
}

/**
 * When it comes within a span, as times on the wall (milliseconds as if the wall were in UTC): a lunch at 12:00 is at 12:00 in summer and in
 * winter. All of each that touches the span, by when they begin.
 */
export const occurrences = ({ ends, except_dates, rrule, starts }: Series, { from, to }: Span): ReadonlyArray<Span> => {
  const begin = wallTime(starts)
  const length = wallTime(ends) - begin
  if (length <= 0) return []
  const found: Array<number> = []
  if (rrule === null) found.push(begin)
  else {
    for (let block = Math.floor(Math.max(from - length, begin) / BLOCK); block * BLOCK < to; block++) found.push(...beginsIn(rrule, starts, block))
  }
  return found.filter((one) => one < to && one + length > from && (except_dates.length === 0 || !except_dates.includes(dateOn(one))))
    .map((one) => ({ from: one, to: one + length }))
}

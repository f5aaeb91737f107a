import type { Span } from "./constraints.ts"

export const MINUTE = 60_000
export const DAY = 86_400_000

export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to

/** The same time as few spans in order: those that touch are one, and empty ones are none. */
export const merged = (spans: ReadonlyArray<Span>): Array<Span> => {
  const all: Array<Span> = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (span.from >= span.to) continue
    if (last === undefined || last.to < span.from) all.push(span)
    else if (last.to < span.to) all[all.length - 1] = { from: last.from, to: span.to }
  }
  return all
}

/** What holes leave of spans; both are in order and do not overlap among themselves. */
export const without = (spans: ReadonlyArray<Span>, holes: ReadonlyArray<Span>): Array<Span> => {
  const left: Array<Span> = []
  let first = 0
  for (const { from, to } of spans) {
    while (first < holes.length && holes[first]!.to <= from) first++
    let begin = from
    for (let n = first; n < holes.length && holes[n]!.from < to; n++) {
      const hole = holes[n]!
      if (begin < hole.from) left.push({ from: begin, to: hole.from })
      begin = hole.to
    }
    if (begin < to) left.push({ from: begin, to })
  }
  return left
}

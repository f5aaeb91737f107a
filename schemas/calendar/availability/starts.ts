import type { Prepared, Person } from "./prepared.ts"
import { merged, MINUTE, without } from "./spans.ts"
import type { Span, Constraints } from "./constraints.ts"

/** Who is free at each start, in the order of `people`. */
export type Starts = Map<number, Array<number | null>>

/** Starts at which something that begins so much earlier and ends so much later than the start would touch a span. */
const touching = ({ from, to }: Span, earlier: number, later: number): Span => ({ from: from - later + 1, to: to + earlier })

/** Starts that claims leave no room for, by whom or what they are on. */
const takenStarts = ({ taken }: Constraints, { after, before, length }: Prepared, on: "resource_id" | "staff_id") => {
  const starts = new Map<number, Array<Span>>()
  for (const claim of taken) {
    const id = claim[on]
    if (id === null || claim.span.from >= claim.span.to) continue
    const known = starts.get(id)
    const span = touching(claim.span, before, length + after)
    if (known === undefined) starts.set(id, [span])
    else known.push(span)
  }
  return starts
}

const between = (spans: ReadonlyArray<Span>, { from, to }: Span) =>
  spans.map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) })).filter((span) => span.from < span.to)

/** When a person could begin, were there no grid: within working hours to the end, neither away nor taken. */
const possible = ({ absent, working }: Person, taken: ReadonlyArray<Span>, window: Span, length: number) =>
  without(
    between(working.spans.map(({ from, to }) => ({ from, to: to - length + 1 })), window),
    merged([...absent.map((span) => touching(span, 0, length)), ...taken])
  )

/** The starts of a person: counted from the beginning of the hours of each date. */
const startsOf = (dates: ReadonlyArray<Span>, free: ReadonlyArray<Span>, step: number, found: (start: number) => void) => {
  let first = 0
  for (const { from, to } of dates) {
    while (first < free.length && free[first]!.to <= from) first++
    for (let n = first; n < free.length && free[n]!.from < to; n++) {
      const end = Math.min(to, free[n]!.to)
      for (let start = from + Math.ceil(Math.max(0, free[n]!.from - from) / step) * step; start < end; start += step) found(start)
    }
  }
}

/** Starts within a span at which people are free, in order. */
export const freeStarts = (constraints: Constraints, prepared: Prepared, window: Span): Starts => {
  const starts: Starts = new Map()
  const taken = takenStarts(constraints, prepared, "staff_id")
  const step = constraints.service.slot_interval_minutes * MINUTE
  for (const person of prepared.people) {
    const free = possible(person, person.id === null ? [] : taken.get(person.id) ?? [], window, prepared.length)
    startsOf(person.working.dates, free, step, (start) => {
      const others = starts.get(start)
      if (others === undefined) starts.set(start, [person.id])
      else if (others.at(-1) !== person.id) others.push(person.id)
    })
  }
  return new Map([...starts].toSorted(([a], [b]) => a - b))
}

/** Tells, of starts that are asked for in order, which resources of each group are free. */
export const freeResources = (constraints: Constraints, prepared: Prepared): (start: number) => ReadonlyArray<ReadonlyArray<number>> => {
  const ids = new Set(constraints.resources.flatMap(({ any_of }) => any_of))
  const taken = takenStarts(constraints, prepared, "resource_id")
  const next = new Map([...ids].map((id) => [id, { taken: merged(taken.get(id) ?? []), at: 0 }]))
  const isFree = (id: number, start: number) => {
    const resource = next.get(id)!
    while (resource.at < resource.taken.length && resource.taken[resource.at]!.to <= start) resource.at++
    return !(resource.at < resource.taken.length && resource.taken[resource.at]!.from <= start)
  }
  const groups = constraints.resources.map(({ any_of }) => any_of.toSorted((a, b) => a - b))
  return (start) => groups.map((group) => group.filter((id) => isFree(id, start)))
}

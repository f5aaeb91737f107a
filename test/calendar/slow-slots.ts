import type { Asked, Away, Hours, Constraints } from "#schemas/calendar/availability/constraints"
import type { SlowClock } from "./slow-clock.ts"

/**
 * What is true of a start, straight from the written meaning: minute by minute and claim by claim. Shares nothing with what it judges but
 * the types.
 */
export interface Verdict {
  readonly open: boolean
  readonly staff_ids: ReadonlyArray<number>
  readonly seats: number
  /** `rule`, `rule staff 3` or `resource 7`: all that is in the way of anybody. */
  readonly facts: ReadonlySet<string>
}

const DAY = 1_440
const minutes = (time: string) => Number(time.split(":")[0]) * 60 + Number(time.split(":")[1])
const wallMinute = (text: string) => Date.parse(`${text}Z`) / 60_000
const isoDate = (day: number) => new Date(day * DAY * 60_000).toISOString().slice(0, 10)

/** Days on which time off begins, one day after the other from its first. */
const beginsOn = ({ except_dates, rrule, starts }: Away, until: number): ReadonlyArray<number> => {
  const first = Math.floor(wallMinute(starts) / DAY)
  if (rrule === null) return except_dates.includes(isoDate(first)) ? [] : [first]
  const parts = Object.fromEntries(rrule.split(";").map((part) => part.split("=") as [string, string]))
  const interval = Number(parts["INTERVAL"] ?? 1)
  const week = (day: number) => Math.floor((day + 3) / 7)
  const found: Array<number> = []
  for (let day = first; day <= until && found.length < Number(parts["COUNT"] ?? Infinity); day++) {
    if (isoDate(day).replaceAll("-", "") > (parts["UNTIL"] ?? "9")) break
    const date = new Date(day * DAY * 60_000)
    const days = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
    const comes = parts["FREQ"] === "DAILY"
      ? (day - first) % interval === 0
      : parts["FREQ"] === "WEEKLY"
      ? (week(day) - week(first)) % interval === 0 && parts["BYDAY"]!.split(",").includes(days[date.getUTCDay()]!)
      : date.getUTCDate() === Number(parts["BYMONTHDAY"])
    if (comes) found.push(day)
  }
  return found.filter((day) => !except_dates.includes(isoDate(day)))
}

/** Reads a world once, and then judges starts. */
export const slowJudge = (world: Constraints, clock: SlowClock, days: readonly [number, number], asked: Asked) => {
  const { service } = world
  const people = world.staff === null
    ? asked.staff_id === undefined ? [{ id: null, weekly: world.opening_hours, exceptions: [] }] : []
    : world.staff.filter(({ id }) => asked.staff_id === undefined || asked.staff_id === id)

  /** The minutes from one time on the wall to another. */
  const mark = (set: Set<number>, from: number, to: number) => {
    const end = clock.last(to)
    for (let minute = clock.first(from); minute < end; minute++) set.add(minute)
  }

  /** For each person, the minutes of their hours, and those at which a start is: counted from where the hours of a date begin. */
  const worked = people.map(({ exceptions, weekly }) => {
    const [all, grid] = [new Set<number>(), new Set<number>()]
    for (let day = days[0]; day <= days[1]; day++) {
      const special = exceptions.filter(({ date }) => date === isoDate(day))
      const weekday = new Date(day * DAY * 60_000).getUTCDay() || 7
      const hours: ReadonlyArray<Hours> = special.length > 0 ? special.flatMap((one) => one.hours) : weekly.filter((one) => one.weekday === weekday)
      const set = new Set<number>()
      for (const { from, to } of hours) {
        const end = minutes(to) <= minutes(from) ? minutes(to) + DAY : minutes(to)
        mark(set, day * DAY + minutes(from), day * DAY + end)
      }
      let begin = -1
      for (const minute of [...set].toSorted((a, b) => a - b)) {
        if (!set.has(minute - 1)) begin = minute
        if ((minute - begin) % service.slot_interval_minutes === 0) grid.add(minute)
        all.add(minute)
      }
    }
    return { all, grid }
  })

  const absent = (who: number | null) => {
    const set = new Set<number>()
    for (const away of world.away.filter(({ staff_id }) => staff_id === who)) {
      const length = wallMinute(away.ends) - wallMinute(away.starts)
      for (const day of beginsOn(away, days[1]).filter((one) => one >= days[0] - 3)) {
        const begin = day * DAY + wallMinute(away.starts) % DAY
        const wanted = Math.max(begin, days[0] * DAY)
        if (begin + length <= wanted || wanted > days[1] * DAY) continue
        mark(set, wanted, Math.min(begin + length, days[1] * DAY))
      }
    }
    return set
  }
  const everybody = absent(null)
  const own = people.map(({ id }) => id === null ? new Set<number>() : absent(id))
  const holidays = new Set<number>()
  for (const { date } of world.closed) {
    const day = wallMinute(`${date}T00:00`) / DAY
    mark(holidays, day * DAY, (day + 1) * DAY)
  }

  const judge = (start: number): Verdict => {
    const facts = new Set<string>()
    const minute = Math.floor(start / 60_000)
    const length = service.duration_minutes * 60_000
    const during = Array.from({ length: Math.ceil((start + length) / 60_000) - minute }, (_, n) => minute + n)
    const seats = asked.seats ?? 1

    if (start < world.now) facts.add("past")
    else if (start < world.now + service.notice_minutes * 60_000) facts.add("notice")
    if (start >= world.now + service.horizon_days * DAY * 60_000) facts.add("horizon")
    const date = isoDate(Math.floor(clock.wall(minute) / DAY))
    if (service.daily_limit !== null && (world.booked_on.get(date) ?? 0) >= service.daily_limit) facts.add("daily_limit")
    if (during.some((one) => holidays.has(one))) facts.add("closed")
    if (during.some((one) => everybody.has(one))) facts.add("time_off")
    const anybody = facts.size === 0

    const free = people.filter(({ id }, n) => {
      const name = id === null ? "" : ` staff ${id}`
      const before = facts.size
      const { all, grid } = worked[n]!
      if (!during.every((one) => all.has(one))) facts.add(`working_hours${name}`)
      else if (start % 60_000 !== 0 || !grid.has(minute)) facts.add(`grid${name}`)
      if (during.some((one) => own[n]!.has(one))) facts.add(`time_off${name}`)
      for (const { kind, span, staff_id } of world.taken) {
        if (staff_id !== id || id === null || span.from === span.to) continue
        if (span.from < start + length && start < span.to) facts.add(`${kind === "busy" ? "busy_time" : "appointment"}${name}`)
        else if (isTaken(span, start, length)) facts.add(`buffer${name}`)
      }
      return facts.size === before
    })

    const groups = world.resources.map(({ any_of }) => any_of.filter((id) => {
      const taken = world.taken.some(({ resource_id, span }) => resource_id === id && span.from < span.to && isTaken(span, start, length))
      if (taken) facts.add(`resource resource ${id}`)
      return !taken
    }))
    const furnished = combinations(groups).some((ids) => new Set(ids).size === ids.length)
    if (!furnished) facts.add("resource")
    if (people.length === 0) facts.add("staff").add(`staff staff ${asked.staff_id}`)

    const here = world.sessions.filter(({ staff_id, starts_at }) =>
      starts_at === start && people.length > 0 && (staff_id === null || people.some(({ id }) => id === staff_id))
    )
    const joined = here.filter(({ left, staff_id }) =>
      left >= seats && !during.some((one) => staff_id !== null && own[people.findIndex(({ id }) => id === staff_id)]!.has(one))
    )
    if (seats > service.capacity || (here.length > 0 && here.every(({ left }) => left < seats))) facts.add("capacity")
    const begun = free.length > 0 && furnished && seats <= service.capacity
    const ids = new Set([...begun ? free.map(({ id }) => id) : [], ...joined.map(({ staff_id }) => staff_id)])
    return {
      open: anybody && (begun || joined.length > 0), facts,
      staff_ids: [...ids].filter((id) => id !== null).toSorted((a, b) => a - b),
      seats: Math.max(begun ? service.capacity : 0, ...joined.map(({ left }) => left))
    }
  }

  /** All minutes of a span that may be a start. */
  const candidates = (from: number, to: number) => {
    const sessions = new Set(world.sessions.map(({ starts_at }) => starts_at))
    const found: Array<number> = []
    for (let start = Math.ceil(from / 60_000) * 60_000; start < to; start += 60_000) {
      if (sessions.has(start) || worked.some(({ grid }) => grid.has(start / 60_000))) found.push(start)
    }
    return found
  }

  return { candidates, judge }

  function isTaken(span: { readonly from: number; readonly to: number }, start: number, length: number) {
    return span.from < start + length + service.buffer_after_minutes * 60_000 && start - service.buffer_before_minutes * 60_000 < span.to
  }
}

const combinations = (groups: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<ReadonlyArray<number>> =>
  groups.reduce<ReadonlyArray<ReadonlyArray<number>>>((all, group) => all.flatMap((ids) => group.map((id) => [...ids, id])), [[]])

import { type Prepared, dayIsFull, prepare, joinable, type Person, timely } from "./prepared.ts"
import { oneOfEach } from "./rooms.ts"
import { MINUTE, overlaps } from "./spans.ts"
import { freeResources } from "./starts.ts"
import { whose } from "./absences.ts"
import { dateOn, type WallClock } from "./wall-clock.ts"
import type { Asked, Reason, Span, Taken, Constraints } from "./constraints.ts"

const timeOn = (clock: WallClock, instant: number) => new Date(clock.at(instant)).toISOString().slice(0, 16).replace("T", " ")

const period = (clock: WallClock, { from, to }: Span) => {
  const [begin, end] = [timeOn(clock, from), timeOn(clock, to)]
  return `from ${begin} to ${begin.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`

const named = (id: number | null) => id === null ? {} : { staff_id: id }

/** What holds for everybody: time, holidays, a full day. */
const general = (constraints: Constraints, { absences, clock }: Prepared, span: Span): ReadonlyArray<Reason> => {
  const reasons: Array<Reason> = []
  const { now, service } = constraints
  const { from, to } = timely(constraints)
  if (span.from < now) reasons.push({ rule: "past", until: now, message: `It is past: now it is ${timeOn(clock, now)}.` })
  else if (span.from < from) {
    const notice = counted(service.notice_minutes, "minute")
    reasons.push({ rule: "notice", until: from, message: `It has to be booked ${notice} before: the first start is at ${timeOn(clock, from)}.` })
  }
  if (span.from >= to) {
    const days = counted(service.horizon_days, "day")
    reasons.push({ rule: "horizon", from: to, message: `It can be booked for the next ${days} only: before ${timeOn(clock, to)}.` })
  }
  const date = dateOn(clock.at(span.from))
  if (dayIsFull(constraints, date)) {
    reasons.push({ rule: "daily_limit", message: `${date} is full: ${counted(service.daily_limit!, "appointment")} of the service a day.` })
  }
  return [...reasons, ...away(absences, clock, span, null)]
}

const away = (absences: Prepared["absences"], clock: WallClock, span: Span, id: number | null): ReadonlyArray<Reason> =>
  absences.filter((one) => whose(one) === id && overlaps(one.span, span)).map(({ cause, span: { from, to } }) => {
    if ("date" in cause) return { rule: "closed", from, until: to, message: `It is closed on ${cause.date}: ${cause.name}.` }
    const who = id === null ? "Everybody" : `Staff member ${id}`
    const message = `${who} is away ${period(clock, { from, to })} (time off ${cause.id}).`
    return { rule: "time_off", ...named(id), time_off_id: cause.id, from, until: to, message }
  })

/** The hours and the starts of a person. */
const hours = ({ id, working }: Person, clock: WallClock, span: Span, step: number): ReadonlyArray<Reason> => {
  const whole = working.spans.find(({ from, to }) => from <= span.from && span.from < to)
  const who = id === null ? "It" : `Staff member ${id}`
  if (whole === undefined) {
    const next = working.spans.find(({ from }) => from > span.from)
    const message = `${who} ${id === null ? "is not open" : "does not work"} at ${timeOn(clock, span.from)}` +
      (next === undefined ? "." : `, next ${period(clock, next)}.`)
    return [{ rule: "working_hours", ...named(id), ...next && { until: next.from }, message }]
  }
  if (whole.to < span.to) {
    const message = `${who} ${id === null ? "is open" : "works"} until ${timeOn(clock, whole.to)}, and it would end at ${timeOn(clock, span.to)}.`
    return [{ rule: "working_hours", ...named(id), from: whole.to, message }]
  }
  const dates = working.dates.filter(({ from, to }) => from <= span.from && span.from < to)
  if (dates.some(({ from }) => (span.from - from) % step === 0)) return []
  const last = dates.at(-1)!.from
  const before = last + Math.floor((span.from - last) / step) * step
  const message = `Starts are every ${counted(step / MINUTE, "minute")} from ${timeOn(clock, last)}: the one before is at ${timeOn(clock, before)}.`
  return [{ rule: "grid", ...named(id), from: before, until: before + step, message }]
}

const whatOf = ({ id, kind }: Taken) => kind === "busy" ? "a busy time of a connected calendar" : id === null ? "an appointment" : `appointment ${id}`

/** Claims that the appointment, or one of its buffers, would overlap. */
const claims = (
  constraints: Constraints, { after, before, clock }: Prepared, span: Span, on: "resource_id" | "staff_id", id: number
): ReadonlyArray<Reason> =>
  constraints.taken
    .filter((one) => one[on] === id && one.span.from < one.span.to && overlaps(one.span, { from: span.from - before, to: span.to + after }))
    .map((one) => {
      const { from, to: until } = one.span
      const { service } = constraints
      const onlyBuffer = !overlaps(one.span, span)
      const rule = on === "resource_id" ? "resource" : onlyBuffer ? "buffer" : one.kind === "busy" ? "busy_time" : "appointment"
      const needed = onlyBuffer
        ? until <= span.from
          ? `, and ${counted(service.buffer_before_minutes, "minute")} before the start have to be free`
          : `, and ${counted(service.buffer_after_minutes, "minute")} after the end have to be free`
        : ""
      const what = on === "resource_id" ? `Resource ${id} is taken` : `Staff member ${id} is taken`
      return {
        rule, [on]: id, ...one.kind === "appointment" && one.id !== null && { appointment_id: one.id }, from, until,
        message: `${what} by ${whatOf(one)} ${period(clock, one.span)}${needed}.`
      }
    })

const resources = (constraints: Constraints, prepared: Prepared, span: Span): ReadonlyArray<Reason> => {
  const free = freeResources(constraints, prepared)(span.from)
  if (oneOfEach(free) !== undefined) return []
  const without = free.map((ids) => ids.length === 0)
  const short = constraints.resources.filter((_, n) => without.includes(true) ? without[n] : true)
  const taken = new Set(short.flatMap(({ any_of }) => any_of))
  const reasons = [...taken].flatMap((id) => claims(constraints, prepared, span, "resource_id", id))
  if (reasons.length > 0) return reasons
  return [{ rule: "resource", message: "The service needs more rooms or equipment than there is." }]
}

const people = (constraints: Constraints, prepared: Prepared, span: Span, { staff_id }: Asked): ReadonlyArray<Reason> => {
  if (prepared.people.length === 0) {
    const message = staff_id === undefined
      ? "Nobody does the service."
      : `Staff member ${staff_id} does not do the service.`
    return [{ rule: "staff", ...staff_id !== undefined && { staff_id }, message }]
  }
  const step = constraints.service.slot_interval_minutes * MINUTE
  const all = prepared.people.map((person) => [
    ...hours(person, prepared.clock, span, step),
    ...person.id === null ? [] : [
      ...away(prepared.absences, prepared.clock, span, person.id),
      ...claims(constraints, prepared, span, "staff_id", person.id)
    ]
  ])
  return all.some((reasons) => reasons.length === 0) ? [] : all.flat()
}

const capacity = (constraints: Constraints, { people: who, seats }: Prepared, start: number): ReadonlyArray<Reason> => {
  const left = constraints.sessions
    .filter(({ staff_id, starts_at }) => starts_at === start && who.length > 0 && (staff_id === null || who.some(({ id }) => id === staff_id)))
    .map((session) => session.left)
  if (seats > constraints.service.capacity) {
    return [{ rule: "capacity", message: `The service has ${counted(constraints.service.capacity, "seat")}, and ${seats} are asked for.` }]
  }
  if (left.length === 0 || Math.max(...left) >= seats) return []
  return [{ rule: "capacity", message: `${counted(Math.max(...left), "seat")} left at this start, and ${seats} asked for.` }]
}

/**
 * All that keeps a start from being an open slot; nothing exactly where it is one. What only some of the people have is not told where another
 * is free, nor a resource that is taken where the others suffice: it takes nothing.
 */
export const explain = (constraints: Constraints, starts_at: number, asked: Asked = {}): ReadonlyArray<Reason> => {
  const window = { from: starts_at, to: starts_at + 1 }
  const prepared = prepare(constraints, window, asked)
  const span = { from: starts_at, to: starts_at + prepared.length }
  const always = general(constraints, prepared, span)
  if (joinable(constraints, prepared, window).length > 0) return always
  const who = people(constraints, prepared, span, asked)
  const rooms = resources(constraints, prepared, span)
  const seats = capacity(constraints, prepared, starts_at)
  const begun = seats.length > 0 && prepared.seats <= constraints.service.capacity && who.length === 0 && rooms.length === 0
  return [...always, ...begun ? [] : seats, ...who, ...rooms]
}

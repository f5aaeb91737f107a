import { Clock, Effect } from "effect"
import { BusyTimes, type Told } from "#layers/calendar/busy-times"
import { CalendarConnections, type Progress } from "#layers/calendar/connections"
import { AT_A_TIME, changesOf, objectsAt } from "#layers/calendar/remote/caldav"
import type { Access } from "#layers/calendar/remote/http"
import { readIcs } from "#layers/calendar/remote/ics"
import { Site } from "#layers/kernel/installation/site"
import { Tenancy } from "#layers/kernel/tenancy"
import type { CalendarConnection } from "#schemas/calendar/connection"
import { readCalendar } from "#schemas/calendar/ics/read"
import { timesOnly } from "#schemas/calendar/ics/times-only"
import { isOwnUid } from "#schemas/calendar/own-uid"
import { Caller } from "#schemas/kernel/tenancy"
import { CurrentRun } from "../current-run.ts"

const DAY = 86_400_000
/** Times are known from a day ago until more than a year from now, which is as far ahead as services can be booked. */
const AHEAD = 760 * DAY
/** So long before the end of what is known, more is told. */
const RENEWED = 7 * DAY
const FOREVER = 200 * 365 * DAY

/** Another run has the turn, or the calendar was disconnected. */
export class Superseded extends Error {
  readonly _tag = "Superseded"
}

/** Work within one transaction, as long as the run has its turn. */
export const inTurn = <A, E, R>(id: CalendarConnection["id"], work: (progress: Progress) => Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const { id: run } = yield* CurrentRun
    const connections = yield* CalendarConnections
    return yield* (yield* Tenancy).transaction(Effect.gen(function*() {
      const found = yield* connections.inTurn(id, run)
      return found === undefined ? yield* Effect.fail(new Superseded()) : yield* work(found.progress)
    }))
  })

interface Reader {
  readonly zone: string
  readonly from: number
  readonly to: number
  readonly isOwn: (uid: string) => boolean
  /** What could not be read. */
  readonly faults: Array<string>
}

type Times = Pick<Told, "href" | "etag" | "times"> & { readonly recurs: boolean }

/** When an object takes time. What is free, canceled, or one of our appointments takes none. */
const told = ({ faults, isOwn, ...span }: Reader, { etag, href, recurs, times }: Times): Told => {
  if (times === "") return { href, etag, times, goes_on: false, busy: [] }
  const reading = readCalendar(times, span)
  faults.push(...reading.faults.map(({ message }) => message))
  const busy = reading.events.flatMap(({ canceled, ends_at, starts_at, transparent, uid }) =>
    canceled || transparent || ends_at <= starts_at ? [] : [{ uid, from: Math.max(starts_at, span.from), to: Math.min(ends_at, span.to) }])
  const goes_on = recurs || (reading.events.length === 0 && readCalendar(times, { ...span, from: span.to, to: span.to + FOREVER }).events.length > 0)
  return { href, etag, times, goes_on, busy }
}

/** Many are told a few at a time, so that others have their turn between. */
const toldAll = (reader: Reader, all: ReadonlyArray<Times>) =>
  Effect.forEach(all, (one, n) => n % 20 === 0 ? Effect.as(Effect.yieldNow, told(reader, one)) : Effect.sync(() => told(reader, one)))

/** What of a text is kept: nothing of our own appointments but that they are there. */
const timesIn = (reader: Reader, text: string) => timesOnly(text).filter(({ uid }) => !reader.isOwn(uid))

const chunks = <A>(all: ReadonlyArray<A>, size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))

const objectOf = (reader: Reader, { etag, href, text }: { readonly etag: string; readonly href: string; readonly text: string }): Times => {
  const parts = timesIn(reader, text)
  return { href, etag, times: parts.map(({ times }) => times).join(""), recurs: parts.some(({ recurs }) => recurs) }
}

/** Reads what changed in a calendar of an account, part by part: what a break leaves undone is done the next time. */
const readAccount = Effect.fnUntraced(function*({ id, staff_id }: CalendarConnection, access: Access, { mark }: Progress, reader: Reader) {
  const busyTimes = yield* BusyTimes
  const changes = yield* changesOf(access, mark)
  const known = changes.whole || changes.changed.size > 0 ? yield* busyTimes.known(id) : new Map<string, string>()
  const wanted = [...changes.changed].filter(([href, etag]) => etag === "" || known.get(href) !== etag)
  const gone = changes.whole ? [...known.keys()].filter((href) => !changes.changed.has(href)) : changes.gone
  let read = 0
  for (const chunk of chunks(wanted, AT_A_TIME)) {
    const found = yield* objectsAt(access, chunk.map(([href]) => href))
    const etags = new Map(chunk)
    const all = yield* toldAll(reader, found.map((one) => objectOf(reader, { ...one, etag: one.etag === "" ? etags.get(one.href) ?? "" : one.etag })))
    yield* inTurn(id, () => busyTimes.take(id, staff_id, all))
    read += all.length
  }
  if (gone.length > 0) yield* inTurn(id, () => busyTimes.forget(id, gone))
  return { read, gone: gone.length, mark: changes.mark }
})

/** Reads a calendar from its address, of which each event is one object. */
const readAddress = Effect.fnUntraced(function*({ id, staff_id }: CalendarConnection, access: Access, { mark }: Progress, reader: Reader) {
  const busyTimes = yield* BusyTimes
  const given = yield* readIcs(access, mark)
  if (given.text === null) return { read: 0, gone: 0, mark: given.mark }
  const known = yield* busyTimes.known(id)
  const now = new Map(timesIn(reader, given.text).map(({ etag, recurs, times, uid }) => [uid, { href: uid, etag, recurs, times }]))
  const wanted = [...now.values()].filter(({ etag, href }) => known.get(href) !== etag)
  const gone = [...known.keys()].filter((href) => !now.has(href))
  for (const chunk of chunks(wanted, AT_A_TIME)) {
    const all = yield* toldAll(reader, chunk)
    yield* inTurn(id, () => busyTimes.take(id, staff_id, all))
  }
  if (gone.length > 0) yield* inTurn(id, () => busyTimes.forget(id, gone))
  return { read: wanted.length, gone: gone.length, mark: given.mark }
})

/** Tells anew what goes on beyond what was known; all of it where the company's zone is another. */
const toldAnew = Effect.fnUntraced(function*({ id, staff_id }: CalendarConnection, reader: Reader, all: boolean) {
  const busyTimes = yield* BusyTimes
  for (let after = ""; ;) {
    const some = yield* busyTimes.again(id, after, AT_A_TIME, all)
    if (some.length === 0) return
    const anew = yield* toldAll(reader, some.map(({ goes_on, ...one }) => ({ ...one, recurs: goes_on && /\r\n(?:RRULE|RDATE|EXRULE)/u.test(one.times) })))
    yield* inTurn(id, () => busyTimes.take(id, staff_id, anew))
    after = some.at(-1)!.href
  }
})

/** What of the calendar could not be read, in a few words. */
const problemOf = (faults: ReadonlyArray<string>) =>
  faults.length === 0 ? null : `Parts of the calendar could not be read: ${faults.slice(0, 3).join(" ")}${faults.length > 3 ? ` And ${faults.length - 3} more.` : ""}`.slice(0, 1_000)

/** Brings what is known of a calendar up to date, and answers with what a run has to note of that. */
export const readAgain = Effect.fnUntraced(function*(connection: CalendarConnection, access: Access, progress: Progress) {
  const { company_id } = yield* Caller
  const { linked } = yield* Site
  const busyTimes = yield* BusyTimes
  const zone = yield* CalendarConnections.use(({ zone }) => zone)
  const now = yield* Clock.currentTimeMillis
  const { hostname } = new URL(linked)
  const reader: Reader = { zone, from: now - DAY, to: now + AHEAD, isOwn: (uid) => isOwnUid(uid, company_id, hostname), faults: [] }
  const { mark, ...counts } = yield* (connection.kind === "ics" ? readAddress : readAccount)(connection, access, progress, reader)
  const moved = progress.zone !== null && progress.zone !== zone
  const isLate = progress.expanded_until === null || Date.parse(progress.expanded_until) < reader.to - RENEWED
  if (progress.expanded_until !== null && (isLate || moved)) {
    yield* toldAnew(connection, reader, moved)
    yield* inTurn(connection.id, () => busyTimes.forgetPast(connection.id, reader.from))
  }
  const changed = counts.read + counts.gone > 0
  return {
    ...counts,
    noted: {
      mark, zone,
      expanded_until: isLate || moved ? new Date(reader.to).toISOString() : progress.expanded_until,
      events: changed ? yield* busyTimes.count(connection.id) : progress.events,
      failure: reader.faults.length > 0 || changed || progress.state === "failing" ? problemOf(reader.faults) : progress.failure
    }
  }
})

import { Clock, Effect } from "effect"
import { AppointmentCopies, type Copy } from "#layers/calendar/appointment-copies"
import { etagOf, put, takeOut } from "#layers/calendar/remote/caldav"
import { type Access, CalendarFault } from "#layers/calendar/remote/http"
import { Site } from "#layers/kernel/installation/site"
import { Tenancy } from "#layers/kernel/tenancy"
import type { CalendarConnection } from "#schemas/calendar/connection"
import { calendarObject } from "#schemas/calendar/ics/write"
import { appointmentName, appointmentUid } from "#schemas/calendar/own-uid"
import { Caller } from "#schemas/kernel/tenancy"
import { inTurn } from "./reading.ts"

/** So many are looked up at a time. */
const BATCH = 100
const TRIES = 3

const textOf = ({ ends_at, id, sequence, service, starts_at }: Copy, company_id: number, host: string, now: number) =>
  calendarObject({
    uid: appointmentUid(id, company_id, host), sequence, starts_at: Date.parse(starts_at), ends_at: Date.parse(ends_at), summary: service,
    description: null, location: null, organizer: null, attendee: null, url: null, status: "CONFIRMED", now
  })

/**
 * Writes one appointment as it is now. Its name in the calendar is always the same, so that what an attempt wrote whose end nobody saw is replaced, and never
 * stands there twice. Where something else is in its place, the appointment is read again before that is replaced: it may be another run's, and newer.
 */
const writeOne = Effect.fnUntraced(function*(connection: CalendarConnection, access: Access, first: Copy) {
  const copies = yield* AppointmentCopies
  const { company_id } = yield* Caller
  const { hostname } = new URL((yield* Site).linked)
  const now = yield* Clock.currentTimeMillis
  const name = appointmentName(first.id)
  let copy: Copy | undefined = first
  /* Before anything is sent: what may stand there is taken out again, whatever breaks. */
  yield* inTurn(connection.id, () => copies.begun(connection.id, first.id))
  for (let attempt = 1; copy !== undefined; attempt++) {
    const { etag, id, version }: Copy = copy
    const written = yield* put(access, name, textOf(copy, company_id, hostname, now), etag).pipe(
      Effect.map((found) => ({ etag: found })),
      Effect.catchIf((fault) => fault.kind === "changed" && attempt < TRIES, () => Effect.succeed(undefined))
    )
    if (written !== undefined) {
      const known = written.etag ?? (yield* etagOf(access, name))
      yield* inTurn(connection.id, () => copies.written(connection.id, { id, version, etag: known }))
      return 1
    }
    const there = yield* etagOf(access, name)
    const again: Copy | undefined = yield* copies.one(connection, id)
    copy = again === undefined ? undefined : { ...again, etag: there }
  }
  return 0
})

/** Takes appointments out of a calendar. */
export const takenOut = Effect.fnUntraced(function*(id: CalendarConnection["id"], access: Access, appointments: ReadonlyArray<number>) {
  const copies = yield* AppointmentCopies
  const { transaction } = yield* Tenancy
  for (const appointment of appointments) {
    yield* takeOut(access, appointmentName(appointment))
    yield* transaction(copies.takenOut(id, appointment))
  }
  return appointments.length
})

/** Writes into a calendar what is not there as it is, and takes out what no longer belongs there. Answers with how many of both. */
export const writeAgain = Effect.fnUntraced(function*(connection: CalendarConnection, access: Access) {
  const copies = yield* AppointmentCopies
  let done = 0
  const refused: Array<CalendarFault> = []
  for (;;) {
    const pending = yield* copies.pending(connection, BATCH)
    let written = 0
    for (const copy of pending) {
      written += yield* writeOne(connection, access, copy).pipe(Effect.catchIf(
        (fault) => fault instanceof CalendarFault && (fault.kind === "refused" || fault.kind === "changed"),
        (fault) => Effect.sync(() => {
          refused.push(fault as CalendarFault)
          return 0
        })
      ))
    }
    done += written
    if (pending.length < BATCH || written === 0) break
  }
  for (;;) {
    const superfluous = yield* copies.superfluous(connection, BATCH)
    done += yield* takenOut(connection.id, access, superfluous)
    if (superfluous.length < BATCH) break
  }
  return { done, refused: refused[0]?.message }
})

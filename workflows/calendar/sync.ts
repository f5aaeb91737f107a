import { Cause, Clock, Duration, Effect, Exit, Option, Schema } from "effect"
import { AppointmentCopies } from "#layers/calendar/appointment-copies"
import { CalendarConnections, type Progress } from "#layers/calendar/connections"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Tenancy } from "#layers/kernel/tenancy"
import type { ConnectionId } from "#schemas/calendar/connection"
import { CurrentRun } from "../current-run.ts"
import { sleep, sleepUntil, step, write } from "../durable.ts"
import { delayAfter } from "../retries.ts"
import { readAgain } from "./reading.ts"
import { CalendarLeaving, CalendarSync, Synced, turn } from "./syncing.ts"
import { takenOut, writeAgain } from "./writing.ts"

const MINUTE = 60_000
/** How often a calendar is read. */
export const EVERY = 15 * MINUTE

/** After how long one that failed is read again: soon at first, since most outages are short. */
const waitAfter = (failures: number) => failures === 0 ? EVERY : Duration.toMillis(delayAfter({ attempts: Infinity, first: "1 minute", factor: 3, most: "6 hours" }, failures))

const nothing = { read: 0, gone: 0, written: 0 }

/** What was done, and what is to be noted of it. Nothing where the run has no turn. */
const Noted = Schema.Struct({
  mark: Schema.NullOr(Schema.String), zone: Schema.String, expanded_until: Schema.NullOr(Schema.String), events: Schema.Int,
  failure: Schema.NullOr(Schema.String)
})
const Outcome = Schema.Struct({ ...Synced.fields, noted: Schema.NullOr(Noted), over: Schema.Boolean })
type Outcome = typeof Outcome.Type

const fault = (failure: string): Outcome => ({ ...nothing, failure, noted: null, over: false })
const over: Outcome = { ...nothing, failure: null, noted: null, over: true }

const synced = Effect.fnUntraced(function*(id: ConnectionId) {
  const connections = yield* CalendarConnections
  const { id: run } = yield* CurrentRun
  const found = yield* (yield* Tenancy).transaction(connections.inTurn(id, run))
  if (found === undefined) return over
  const access = yield* connections.access(id)
  const { noted, ...counts } = yield* readAgain(found.connection, access, found.progress)
  const exit = yield* Effect.exit(found.connection.direction === "both"
    ? writeAgain(found.connection, access)
    : Effect.succeed({ done: 0, refused: undefined }))
  /* What was read stays, whatever comes of the writing. */
  if (Exit.isFailure(exit)) {
    const failed = Cause.findErrorOption(exit.cause)
    if (Option.isNone(failed)) return yield* Effect.failCause(exit.cause)
    if (failed.value._tag === "Superseded") return over
    return { ...counts, written: 0, failure: `Appointments could not be written into it: ${failed.value.message}`, noted, over: false }
  }
  const { done, refused } = exit.value
  const failure = refused === undefined ? null : `Some appointments could not be written into it: ${refused}`
  return { ...counts, written: done, failure, noted, over: false }
})

/** The same without failures: whatever a calendar does is an outcome, which is told, and the calendar is read again later. */
const outcomeOf = (id: ConnectionId) =>
  synced(id).pipe(
    Effect.catchTag("CalendarFault", ({ message }) => Effect.succeed(fault(message))),
    Effect.catchTag("Superseded", () => Effect.succeed(over))
  )

/** Notes what was done and begins the next run. The record itself changes where it begins or ceases to fail. */
const settle = Effect.fnUntraced(function*(id: ConnectionId, { failure, noted }: Outcome) {
  const connections = yield* CalendarConnections
  const { id: run } = yield* CurrentRun
  const found = yield* connections.inTurn(id, run)
  if (found === undefined) return
  const { connection: before, progress } = found
  const now = yield* Clock.currentTimeMillis
  const failures = failure === null ? 0 : progress.failures + 1
  const next = new Date(now + waitAfter(failures)).toISOString()
  const after: Progress = {
    ...progress, ...noted, failure: failure ?? noted?.failure ?? null, failures, state: failures > 0 ? "failing" : "active",
    ...noted !== null && { last_synced_at: new Date(now).toISOString() }
  }
  yield* connections.setInternal(id, after)
  yield* turn(id, next, next)
  if (after.state !== before.state) {
    yield* recordChange({ object: "calendar_connection", id, before, after: { ...before, state: after.state, failure: after.failure, failures } })
  }
})

export const CalendarSyncProgram = CalendarSync.program(Effect.fnUntraced(function*({ at, connection_id }) {
  if (at !== null) yield* sleepUntil("due", at)
  const outcome = yield* step("sync", { success: Outcome }, outcomeOf(connection_id))
  if (outcome.over) return null
  const connections = yield* CalendarConnections
  const turning = yield* step("look", { success: Schema.Boolean }, Effect.map(
    connections.find(connection_id), (found) => Option.isSome(found) && (found.value.state === "failing") !== (outcome.failure !== null)
  ))
  const settled = settle(connection_id, outcome)
  /* A receipt is left where the calendar begins or ceases to fail, and not every quarter of an hour. */
  yield* turning ? write("settle", { verb: "sync_calendar" }, settled) : step("settle", {}, Effect.flatMap(Tenancy, ({ transaction }) => transaction(settled)))
  const { failure, gone, read, written } = outcome
  return { read, gone, written, failure }
}))

/** About a day. */
const LOOKS = 12

export const CalendarLeavingProgram = CalendarLeaving.program(Effect.fnUntraced(function*({ connection_id }) {
  let taken_out = 0
  let left = false
  for (let look = 1; look <= LOOKS && !left; look++) {
    if (look > 1) yield* sleep(`wait ${look}`, delayAfter({ attempts: LOOKS, first: "1 minute", factor: 3, most: "4 hours" }, look - 1))
    const done = yield* step(`take out ${look}`, { success: Schema.NullOr(Schema.Int) }, Effect.gen(function*() {
      const copies = yield* AppointmentCopies
      const connections = yield* CalendarConnections
      const access = yield* connections.access(connection_id)
      let count = 0
      for (;;) {
        const some = yield* copies.all(connection_id, 100)
        count += yield* takenOut(connection_id, access, some)
        if (some.length < 100) return count
      }
    }).pipe(Effect.catchTag("CalendarFault", () => Effect.succeed(null))))
    left = done !== null
    taken_out += done ?? 0
  }
  yield* step("forget", {}, Effect.gen(function*() {
    const connections = yield* CalendarConnections
    yield* (yield* Tenancy).transaction(connections.destroy(connection_id))
  }))
  return { taken_out, left }
}))

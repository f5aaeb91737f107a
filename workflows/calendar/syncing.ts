import { Effect, Option, Schema } from "effect"
import { CalendarConnections } from "#layers/calendar/connections"
import { ConnectionId } from "#schemas/calendar/connection"
import type { StaffId } from "#schemas/calendar/ids"
import { Timestamp } from "#schemas/kernel/time"
import { cancelRun, durable } from "../durable.ts"

/** What a run did. */
export const Synced = Schema.Struct({
  /** Entries that were read and taken over, that were gone, and appointments that were written. */
  read: Schema.Int,
  gone: Schema.Int,
  written: Schema.Int,
  failure: Schema.NullOr(Schema.String)
})

/** Reads a calendar at its time, writes what is to be written there, and begins the run that does so the next time. */
export const CalendarSync = durable({
  name: "calendar.sync",
  version: 1,
  payload: { connection_id: ConnectionId, at: Schema.NullOr(Timestamp) },
  success: Schema.NullOr(Synced),
  searchAttributes: { connection_id: { type: "number", from: ({ connection_id }) => connection_id } },
  background: true,
  /* Calendars elsewhere know nothing of a company's test clock. */
  realTime: true
})

/** Takes our appointments out of a calendar that was disconnected, and forgets it. */
export const CalendarLeaving = durable({
  name: "calendar.leaving",
  version: 1,
  payload: { connection_id: ConnectionId },
  success: Schema.Struct({ taken_out: Schema.Int, left: Schema.Boolean }),
  background: true,
  realTime: true
})

/** Begins a run that reads a calendar at a time, or at once, and gives it the turn: what another run has of it left to do, it does no more. */
export const turn = Effect.fnUntraced(function*(connection_id: ConnectionId, at: string | null, next_sync_at: string | null) {
  const connections = yield* CalendarConnections
  const run = yield* CalendarSync.start({ connection_id, at })
  yield* connections.setInternal(connection_id, { ...yield* connections.internal(connection_id), timer_run: run, next_sync_at })
  return run
})

/** The same in place of a run that waits, or is under way. */
export const syncNow = Effect.fnUntraced(function*(id: ConnectionId) {
  const connections = yield* CalendarConnections
  const { next_sync_at, timer_run } = yield* connections.internal(id)
  if (timer_run !== null) yield* cancelRun(timer_run)
  return yield* turn(id, null, next_sync_at)
})

/** Sees to it that a change of a live appointment comes into the calendars of those who had or have it. */
export const writtenSoon = Effect.fnUntraced(function*(
  appointment: { readonly livemode: boolean; readonly staff_id: StaffId | null }, before: { readonly staff_id: StaffId | null } | null
) {
  if (!appointment.livemode) return
  const staff = [...new Set([appointment.staff_id, before?.staff_id ?? null].filter((id) => id !== null))]
  if (staff.length === 0) return
  const connections = yield* CalendarConnections
  for (const { id } of yield* connections.written(staff)) {
    if (Option.isSome(yield* connections.find(id, { lock: true }))) yield* syncNow(id)
  }
})

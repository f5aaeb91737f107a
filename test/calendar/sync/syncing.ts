import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { call } from "../calling.ts"

/** The service as an operator sets it who lets companies use calendars of this machine. */
export const here = { webhookAllowHttp: true, webhookAllowHosts: ["127.0.0.1"] }

const DAY = 86_400_000
const today = Math.floor(Date.now() / DAY) * DAY

/** An instant so many days from today. */
export const on = (days: number, hour = 9) => today + days * DAY + hour * 3_600_000
export const stamp = (ms: number) => `${new Date(ms).toISOString().replace(/[-:]/gu, "").slice(0, 15)}Z`
export const date = (ms: number) => stamp(ms).slice(0, 8)

export const calendarOf = (...events: ReadonlyArray<string>) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Somebody//Elsewhere//EN", ...events, "END:VCALENDAR", ""].join("\r\n")

export const event = (uid: string, from: number, to: number, ...more: ReadonlyArray<string>) =>
  ["BEGIN:VEVENT", `UID:${uid}`, `DTSTAMP:${stamp(today)}`, `DTSTART:${stamp(from)}`, `DTEND:${stamp(to)}`, `SUMMARY:Secret words of ${uid}`, ...more, "END:VEVENT"].join("\r\n")

export const one = (uid: string, from: number, to: number, ...more: ReadonlyArray<string>) => calendarOf(event(uid, from, to, ...more))

export const staffMember = Effect.fnUntraced(function*(name: string) {
  const { json, status, text } = yield* call("POST", "/staff", { name })
  assert.strictEqual(status, 201, text)
  return json.id as number
})

export const connectionOf = (id: number) =>
  Effect.map(call("GET", "/connections?limit=100"), ({ json }) => json.items.find((one: any) => one.id === id))

/** The busy times of a connection, as `[uid, begin, end]` in the order of time. */
export const busy = (connection: number) =>
  Effect.map(
    OwnerSql.use((sql) => sql<{ uid: string; starts_at: string; ends_at: string }>`
      select uid, starts_at, ends_at from busy_times where connection_id = ${connection} order by starts_at, ends_at, uid`),
    (rows) => rows.map(({ ends_at, starts_at, uid }) => [uid, Date.parse(starts_at), Date.parse(ends_at)] as const)
  )

const lastRun = (connection: number) =>
  Effect.map(
    OwnerSql.use((sql) => sql<{ result: any; status: string }>`
      select c.last_synced_at, c.failures, r.wake_at, r.status from calendar_connections c
      join workflow_runs r on r.company_id = c.company_id and r.id = c.timer_run where c.id = ${connection}`),
    ([row]) => row
  )

/** Waits until nothing is under way: the run that has the turn waits for its time. */
export const settled = (connection: number) =>
  eventually(lastRun(connection), (row) => row?.status === "waiting")

/** Reads it now, and waits for the end of that. */
export const synced = Effect.fnUntraced(function*(id: number) {
  const { json, status, text } = yield* call("POST", `/connections/${id}/sync`)
  assert.strictEqual(status, 202, text)
  const { run_id } = json
  const run = yield* eventually(
    OwnerSql.use((sql) => sql<any>`select status, error from workflow_runs where id = ${run_id}`),
    ([row]) => ["completed", "failed", "canceled"].includes(row?.status)
  )
  assert.strictEqual(run[0].status, "completed", JSON.stringify(run[0].error))
  return yield* connectionOf(id)
})

export const connected = Effect.fnUntraced(function*(body: object) {
  const { json, status, text } = yield* call("POST", "/connections", body)
  assert.strictEqual(status, 201, text)
  yield* eventually(connectionOf(json.id), (row) => row.last_synced_at !== null)
  yield* settled(json.id)
  return json.id as number
})

import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { OwnerSql } from "./database.ts"
import { eventually } from "./eventually.ts"
import { json, type Key, send } from "./test-server.ts"

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
export const YEAR_MS = 365 * DAY_MS

export const instant = (ms: number) => new Date(ms).toISOString()

export const clock = (key: Key = "acmeTest") => send("/workflows/test-clock", { key })

export const advance = (body: object, key: Key = "acmeTest") => send("/workflows/test-clock", { key, method: "POST", ...json(body) })

/** Waits until an advance is over. */
export const ready = (key: Key = "acmeTest") =>
  clock(key).pipe(
    Effect.repeat({ until: ({ json }) => json.status === "ready", schedule: Schedule.spaced("200 millis") }),
    Effect.map(({ json }) => json)
  )

export const nowOf = (key: Key = "acmeTest") => Effect.map(clock(key), ({ json }) => Date.parse(json.now))

export const addTask = (title: string, due_at: string, key: Key = "acmeTest") =>
  Effect.map(send("/crm/tasks", { key, method: "POST", ...json({ title, due_at }) }), ({ json, status, text }) => {
    assert.strictEqual(status, 201, text)
    return json.id as number
  })

/** Waits until so many runs of test mode sleep. */
export const untilAsleep = (n: number) =>
  OwnerSql.pipe(Effect.flatMap((sql) => eventually(
    Effect.orDie(sql<{ n: number }>`select count(*)::int as n from workflow_runs where not livemode and status = 'waiting' and wake_at is not null`),
    ([row]) => row!.n >= n,
    60_000
  )))

/** Titles of the tasks that were told to be due, in the order in which that was written down. */
export const told = Effect.fnUntraced(function*({ live }: { readonly live: boolean }) {
  const sql = yield* OwnerSql
  const rows = yield* Effect.orDie(sql<{ title: string }>`
    select data -> 'object' ->> 'title' as title from events where kind = 'task.due' and livemode = ${live} order by id`)
  return rows.map(({ title }) => title)
})

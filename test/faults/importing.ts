import { assert } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { readFileSync } from "node:fs"
import { dataOf } from "#layers/database/url"
import { attach } from "#layers/embedded-postgres/attach"
import { run, type Service, unanswered } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"

export const residentMiB = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1_024

export const ask = (service: Service, secret: string, path: string, init: RequestInit = {}) =>
  Effect.promise(() => fetch(`http://127.0.0.1:${service.port}/api/v1${path}`, {
    signal: unanswered(),
    ...init,
    headers: { authorization: `Bearer ${secret}`, ...init.headers as Record<string, string> }
  }))

const json = (service: Service, secret: string, path: string) =>
  Effect.flatMap(ask(service, secret, path), (response) => Effect.promise(() => response.json() as Promise<any>))

/** Looks into the database of the service that runs, as its owner. */
export const inside = <A, E>(folder: string, look: Effect.Effect<A, E, OwnerSql>) =>
  Effect.gen(function*() {
    const cluster = yield* Effect.flatMap(attach({ data: dataOf(folder) }), Effect.fromOption)
    return yield* Effect.provide(look, OwnerSql.layerOf(Redacted.make(cluster.url("postgres"))))
  }).pipe(Effect.scoped, Effect.orDie)

/** Milliseconds without a single row more after which an import stands still. */
const STILL = 120_000

/** What the database knows of a run that stands still, and who is at work there. */
const databaseState = Effect.gen(function*() {
  const sql = yield* OwnerSql
  return {
    runs: yield* sql`select id, status, attempt, wake_at, error from workflow_runs order by id desc limit 3`,
    messages: yield* sql`select id::text, tag, processed, last_read, last_reply_id::text from engine.cluster_messages
      where tag = 'run' or not processed order by id desc limit 10`,
    sessions: yield* sql`select pid, application_name, state, wait_event_type, wait_event, now() - query_start as since, left(query, 200) as query
      from pg_stat_activity where datname = current_database()`
  }
}).pipe(Effect.orDie)

/** Watches an import until `until`; answers with how it then was, and what the process took up meanwhile. */
export const watched = Effect.fnUntraced(function*(folder: string, service: Service, secret: string, id: number, until: (found: any) => boolean) {
  const memory: Array<number> = []
  let total = -1
  let moved = performance.now()
  const isStill = (found: any) => {
    if (found.total !== total) {
      total = found.total
      moved = performance.now()
    }
    return performance.now() - moved > STILL
  }
  const found = yield* json(service, secret, `/crm/imports/${id}`).pipe(
    Effect.tap(() => Effect.sync(() => memory.push(residentMiB(service.pid)))),
    Effect.repeat({ until: (found) => until(found) || found.state === "failed" || isStill(found), schedule: Schedule.spaced("50 millis") })
  )
  if (!until(found) || ["failed", "canceled"].includes(found.state)) {
    const known = yield* inside(folder, databaseState)
    assert.fail(`the import ${found.state === "running" ? "stands still" : `is ${found.state}`}: ${JSON.stringify(found)}\n` +
      `${JSON.stringify(known, undefined, 1)}\n${service.said.out}\n${service.said.err}`)
  }
  return { found, memory }
})

export const secretOf = Effect.fnUntraced(function*(name: string, variables: Record<string, string>) {
  const made = yield* run(
    ["bootstrap", "--company", name, "--owner-email", `${name}@x.example`, "--tier", "enterprise", "--json"], variables
  )
  assert.strictEqual(made.code, 0, made.err)
  return JSON.parse(made.out).keys.live as string
})

export const variablesIn = (folder: string) =>
  ({ DATA_DIR: folder, COMPANY_RATE_LIMIT: "1000000", DATABASE_POOL: "8", LOG_LEVEL: "warn" })

import { assert, layer } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { provisionWithKeys } from "#layers/auth/provision"
import { owner } from "#layers/database/connections"
import { freePort, home, serve, type Service } from "../process/service.ts"
import { DatabaseUrl, FreshDatabase, OwnerSql } from "../support/database.ts"
import { rounds } from "../support/rounds.ts"

const GRACE_MS = 3_000
/** What a stop may take in all. */
const MOST_MS = GRACE_MS + 10_000

const FROZEN_MS = [16_000, 23_000, 30_000]
const FREEZES = rounds(1, 34)
const CRASHES = rounds(3, 100)
const RUNS = 150

/** Runs that wake, write and end over the next seconds: as tasks that come due. */
const started = (seconds: number) => OwnerSql.use((sql) => sql`
  with made as (
    insert into workflow_runs (company_id, workflow, version, payload, payload_hash, origin, livemode)
    select 1, 'crm.task_due', 1, jsonb_build_object('task_id', 1, 'due_at',
        to_char((now() + n * ${seconds}::float8 / ${RUNS} * interval '1 second') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      '\\x00', '{"key_id": 1, "tier": "enterprise", "request_id": "stops"}', false
    from generate_series(1, ${RUNS}) n returning 1)
  select count(*) from made`)

const unfinished = OwnerSql.use((sql) => sql<{ n: number }>`select count(*) as n from workflow_runs where finished_at is null`).pipe(
  Effect.map(([row]) => Number(row!.n)))

const failed = OwnerSql.use((sql) => sql`select id, error from workflow_runs where status not in ('completed', 'queued', 'running', 'waiting') limit 3`)

/** Milliseconds that each took to end. */
const stopped = (services: ReadonlyArray<Service>) =>
  Effect.forEach(services, (service) => Effect.gen(function*() {
    const asked = performance.now()
    service.signal("SIGTERM")
    const { code, err } = yield* service.ended
    const took = performance.now() - asked
    if (took > 4_000) process.stderr.write(`${Math.round(took)} ms: ${err.split("\n").slice(-3).join(" | ")}\n`)
    assert.strictEqual(code, 0, err)
    return took
  }), { concurrency: "unbounded" })

const told = (times: ReadonlyArray<number>) => {
  const sorted = [...times].sort((a, b) => a - b)
  return `${times.length} stops, median ${Math.round(sorted[times.length >> 1]!)} ms, longest ${Math.round(sorted.at(-1)!)} ms`
}

const Fresh = FreshDatabase(Effect.void)

layer(Fresh, { excludeTestServices: true })("the service, asked to end", (it) => {
  const common = Effect.gen(function*() {
    const url = yield* DatabaseUrl
    const sql = yield* OwnerSql
    const [{ n }] = (yield* sql<{ n: number }>`select count(*)::int as n from companies`) as [{ n: number }]
    if (n === 0) yield* Effect.provide(provisionWithKeys({ name: "acme", tier: "enterprise", industry: null, owner: null }, "test"), owner(url))
    const dataDir = yield* home
    return { DATABASE_URL: Redacted.value(url), DATA_DIR: dataDir, SHUTDOWN_GRACE: `${GRACE_MS}ms`, LOG_LEVEL: "warn" }
  })

  it.effect("ends in time after a node was frozen and woken", ({ annotate }) => Effect.gen(function*() {
    const variables = yield* common
    const node = Effect.flatMap(freePort, (port) => serve({ ...variables, CLUSTER_PORT: `${port}` }))
    const times: Array<number> = []
    for (let n = 0; n < FREEZES; n++) {
      yield* Effect.gen(function*() {
        const first = yield* node
        const [second, third] = yield* Effect.all([node, node], { concurrency: 2 })
        const frozen = FROZEN_MS[n % FROZEN_MS.length]!
        yield* started(frozen / 1_000 + 5)
        yield* Effect.sleep("2 seconds")
        first.signal("SIGSTOP")
        yield* Effect.sleep(frozen)
        first.signal("SIGCONT")
        yield* Effect.sleep((n % 4) * 700)
        times.push(...yield* stopped([first, second, third]))
      }).pipe(Effect.scoped)
    }
    yield* Effect.promise(() => annotate(told(times)))
    assert.isBelow(Math.max(...times), MOST_MS)
    assert.deepStrictEqual(yield* failed, [])
  }).pipe(Effect.scoped), 150_000 * FREEZES)

  it.effect("ends in time alone after a crash, while runs resume", ({ annotate }) => Effect.gen(function*() {
    const variables = yield* common
    const times: Array<number> = []
    for (let n = 0; n < CRASHES; n++) {
      yield* Effect.gen(function*() {
        yield* started(6)
        const first = yield* serve(variables)
        yield* Effect.sleep("1500 millis")
        first.signal("SIGKILL")
        yield* first.ended
        const second = yield* serve(variables)
        yield* Effect.sleep((n % 10) * 80)
        times.push(...yield* stopped([second]))
      }).pipe(Effect.scoped)
    }
    yield* Effect.promise(() => annotate(told(times)))
    assert.isBelow(Math.max(...times), MOST_MS)
    yield* serve(variables)
    yield* unfinished.pipe(Effect.repeat({ until: (n) => n === 0, schedule: Schedule.spaced("100 millis") }), Effect.timeout("60 seconds"))
    assert.deepStrictEqual(yield* failed, [])
  }).pipe(Effect.scoped), 90_000 * CRASHES + 90_000)
})

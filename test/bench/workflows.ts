import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { owner } from "#layers/database/connections"
import { seededDatabase } from "./database.ts"
import { asked, loadGenerator, memoryOf, type Server, server } from "./processes.ts"
import { verdict } from "./report.ts"
import { median } from "./rounds.ts"
import type { Job, Outcome } from "./workflows/contender.ts"
import { multiply } from "./workflows/sleepers.ts"

const ROUNDS = 3
const SECONDS = 4
const BURST = 1_000
const SLEEPERS = 100_000
const TIMERS = 10_000
/** Until the timers are due, for their rows to be made and the service to start. */
const LEAD_MS = 45_000
const PATIENCE_S = 150

const goals = { alone: 15, atOnce: 180, sleeping: 400, timers: 60, memory: 1_000, page: 200 }

const contenders = [["ours", "./workflows/ours.ts"], ["pg-boss", "./workflows/pg-boss.ts"], ["graphile-worker", "./workflows/graphile-worker.ts"]] as const
type Name = typeof contenders[number][0]

const middle = (outcomes: ReadonlyArray<Outcome>, of: keyof Outcome) => median(outcomes.map((outcome) => outcome[of]))

const ask = (contender: Server, job: Job) => asked<Outcome>(contender, job)

/** No-op jobs of each engine in turn, on one database, round by round. */
const jobs = Effect.fnUntraced(function*(environment: Record<string, string>, say: (text: string) => void) {
  const servers = new Map<Name, Server>()
  for (const [name, file] of contenders) servers.set(name, yield* server(name, file, environment))
  for (const contender of servers.values()) yield* ask(contender, { kind: "closed", atOnce: 16, seconds: 3 })
  const measured = new Map<string, Array<Outcome>>()
  const kinds: ReadonlyArray<readonly [string, Job]> = [
    ["1 at a time", { kind: "closed", atOnce: 1, seconds: SECONDS }],
    ["64 at a time", { kind: "closed", atOnce: 64, seconds: SECONDS }],
    [`${BURST} at once`, { kind: "burst", count: BURST }]
  ]
  for (let round = 0; round < ROUNDS; round++) {
    for (const [what, job] of kinds) {
      for (const [name, contender] of servers) {
        const key = `${what}, ${name}`
        measured.set(key, [...measured.get(key) ?? [], yield* ask(contender, job)])
      }
    }
    say(`round ${round + 1} of ${ROUNDS}`)
  }
  const lines = [...measured].map(([key, outcomes]) =>
    `${key.padEnd(32)} ${middle(outcomes, "perSecond").toFixed(0).padStart(6)} /s   p50 ${middle(outcomes, "p50").toFixed(1).padStart(7)} ms   ` +
    `p99 ${middle(outcomes, "p99").toFixed(0).padStart(5)} ms`)
  const alone = middle(measured.get("1 at a time, ours")!, "p50")
  const atOnce = middle(measured.get("64 at a time, ours")!, "perSecond")
  return [
    ...lines,
    `ours, start to finish alone: p50 ${alone.toFixed(1)} ms, goal <= ${goals.alone}: ${verdict(alone <= goals.alone)}`,
    `ours, 64 at a time: ${atOnce.toFixed(0)} runs/s, goal >= ${goals.atOnce}: ${verdict(atOnce >= goals.atOnce)}`,
    "pg-boss looks for jobs twice a second, the most it can: its times at 1 and at 64 are that wait."
  ]
})

/** The service as it starts, with how long it took and what it holds in memory after a while. */
const started = Effect.fnUntraced(function*(environment: Record<string, string>) {
  const began = performance.now()
  const service = yield* server("ours", "./workflows/ours.ts", environment)
  const boot = performance.now() - began
  yield* Effect.sleep("5 seconds")
  return { service, boot, rss: memoryOf(service.pid).rss }
})

/** One run that sleeps, made by the engine: the pattern of the others. */
const pattern = (environment: Record<string, string>, at: number) =>
  Effect.scoped(Effect.gen(function*() {
    const service = yield* server("ours", "./workflows/ours.ts", environment)
    const { id } = yield* asked<{ readonly id: number }>(service, { kind: "sleep", at })
    yield* Effect.sleep("2 seconds")
    return id
  }))

const sleeping = Effect.fnUntraced(function*(environment: Record<string, string>, say: (text: string) => void) {
  const at = Date.now() + 30 * 86_400_000
  const run = yield* pattern(environment, at)
  const empty = yield* Effect.scoped(started(environment))
  yield* multiply(run, SLEEPERS, at)
  say(`${SLEEPERS} runs asleep`)
  const full = yield* Effect.scoped(Effect.gen(function*() {
    const began = yield* started(environment)
    return { ...began, alone: yield* ask(began.service, { kind: "closed", atOnce: 1, seconds: SECONDS }) }
  }))
  const sql = yield* SqlClient.SqlClient
  yield* sql`update engine.cluster_messages set processed = true where deliver_at is not null`
  yield* sql`update workflow_runs set status = 'canceled', finished_at = now() where workflow = 'bench.asleep'`
  return [
    `${SLEEPERS} sleeping runs: ${full.rss.toFixed(0)} MiB (${empty.rss.toFixed(0)} without), goal <= ${goals.sleeping}: ${verdict(full.rss <= goals.sleeping)}; ` +
    `ready after ${(full.boot / 1_000).toFixed(2)} s (${(empty.boot / 1_000).toFixed(2)} s without); a run beside them: p50 ${full.alone.p50.toFixed(1)} ms`
  ]
})

const timers = Effect.fnUntraced(function*(environment: Record<string, string>, key: string, say: (text: string) => void) {
  const sql = yield* SqlClient.SqlClient
  const load = yield* loadGenerator
  const at = Date.now() + LEAD_MS
  const run = yield* pattern(environment, at)
  yield* multiply(run, TIMERS, at)
  const service = yield* server("ours", "./workflows/ours.ts", environment)
  say(`${TIMERS} timers due in ${((at - Date.now()) / 1_000).toFixed(0)} s`)
  yield* Effect.sleep(Math.max(0, at - Date.now()))
  const page = { port: service.port, connections: 1, requests: [
    `GET /api/v1/crm/contacts?limit=50 HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`
  ], firstNumber: 0, status: 200, kind: "page", strays: 0 } as const
  const slowest: Array<number> = []
  const left = sql<{ left: number; last: number }>`
    select count(*) filter (where status <> 'completed') as left, extract(epoch from max(finished_at))::float8 * 1000 - ${at}::float8 as last
    from workflow_runs where workflow = 'bench.asleep' and status <> 'canceled'`
  let now = (yield* left)[0]!
  while (now.left > 0 && Date.now() - at < PATIENCE_S * 1_000) {
    slowest.push((yield* load({ ...page, seconds: 1 })).p99)
    now = (yield* left)[0]!
  }
  const { peak } = memoryOf(service.pid)
  const p99 = slowest.toSorted((a, b) => a - b)[Math.floor(slowest.length * 0.99)] ?? Number.NaN
  const seconds = now.last / 1_000
  return [
    `${TIMERS} timers due at once: ${now.left === 0 ? `the last done after ${seconds.toFixed(0)} s` : `${now.left} not done in ${PATIENCE_S} s`}, ` +
    `goal <= ${goals.timers}: ${verdict(now.left === 0 && seconds <= goals.timers)}; peak ${peak.toFixed(0)} MiB, goal < ${goals.memory}: ${verdict(peak < goals.memory)}`,
    `meanwhile a page of contacts: p99 ${p99.toFixed(0)} ms in its worst second (median second ${median(slowest).toFixed(0)} ms), goal < ${goals.page}: ${verdict(p99 < goals.page)}`
  ]
})

/** Durable workflows beside two queues, and what sleepers and timers cost. */
export const workflowsBench = (say: (text: string) => void) =>
  Effect.scoped(Effect.gen(function*() {
    const { seeded, url } = yield* seededDatabase(10_000)
    const environment = { DATABASE_URL: url, DATABASE_POOL: "16", PORT: "0", LOG_LEVEL: "warn", PUBLIC_RATE_LIMIT: "1000000", COMPANY_RATE_LIMIT: "1000000" }
    const lines = yield* Effect.gen(function*() {
      return [
        ...yield* Effect.scoped(jobs(environment, say)),
        ...yield* sleeping(environment, say),
        ...yield* Effect.scoped(timers(environment, seeded.key, say))
      ]
    }).pipe(Effect.provide(owner(Redacted.make(url))))
    return ["", ...lines, ""].join("\n")
  }))

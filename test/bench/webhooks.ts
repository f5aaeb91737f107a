import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { owner } from "#layers/database/connections"
import { seededDatabase } from "./database.ts"
import { asked, cpuOf, memoryOf, type Server, server } from "./processes.ts"
import { verdict } from "./report.ts"
import { median } from "./rounds.ts"
import { postgresPids, seed, type Seeded, settle } from "./seed.ts"
import type { Seen } from "./webhooks-receiver.ts"
import type { Job } from "./webhooks-pg-boss.ts"

const EVENTS = 20_000
const BURST = 10_000
const EACH = 300
const BAD = 20
const GOAL = 1_500
const GOAL_TO_PG_BOSS = 0.8
const GOAL_DELAY_MS = 1_000

/** Endpoints of a company, made by its owner: what the bench measures begins after. */
const endpoints = Effect.fnUntraced(function*(company: number, url: string, count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into webhooks (company_id, url, events, livemode, secret)
    select ${company}, ${url}, '{*}', true, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' from generate_series(1, ${count}::int)`
})

/** Events as writes leave them, in one transaction. */
const events = Effect.fnUntraced(function*(company: number, count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into events (company_id, kind, livemode, request_id, data)
    select ${company}, 'contact.created', true, gen_random_uuid()::text, jsonb_build_object('object', jsonb_build_object('id', n,
      'first_name', 'Grace', 'last_name', 'Hopper', 'email', 'grace.' || n || '@navy.example', 'phone', '+12025550123',
      'tags', '["newsletter","vip"]'::jsonb, 'notes', 'Met at the spring fair; asked for an offer by the end of the quarter.',
      'version', 1, 'created_at', now(), 'updated_at', now()))
    from generate_series(1, ${count}::int) n`
})

const written = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ done: number; left: number }>`
    select count(*) filter (where status = 'succeeded') as done,
      count(*) filter (where status <> 'succeeded') + (select count(*) from events where sequence is null) as left
    from webhook_deliveries`
  return row!
})

const seenBy = (receiver: Server) => asked<Seen>(receiver, {})

/** Deliveries a second from the moment the events are there until the log of the last is written. */
const drained = Effect.fnUntraced(function*(company: number, receiver: Server, ours: Server) {
  const pids = yield* postgresPids
  const cpu = () => ({ ours: cpuOf(ours.pid), receiver: cpuOf(receiver.pid), postgres: pids.reduce((all, pid) => all + cpuOf(pid), 0) })
  const before = yield* written
  const { count } = yield* seenBy(receiver)
  yield* events(company, EVENTS)
  const start = cpu()
  const began = performance.now()
  let now = before
  while (now.done - before.done < EVENTS) {
    yield* Effect.sleep("20 millis")
    if ((yield* seenBy(receiver)).count - count >= EVENTS) now = yield* written
  }
  const seconds = (performance.now() - began) / 1_000
  const end = cpu()
  return {
    perSecond: EVENTS / seconds,
    posts: (yield* seenBy(receiver)).count - count,
    ours: (end.ours - start.ours) / EVENTS,
    receiver: (end.receiver - start.receiver) / EVENTS,
    postgres: (end.postgres - start.postgres) / EVENTS
  }
})

/** A write through the service, as any caller would make it. */
const write = ({ port }: Server, key: string) =>
  Effect.promise(async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/crm/contacts`, {
      method: "POST",
      headers: { "authorization": `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ first_name: "Grace" })
    })
    if (response.status !== 201) throw new Error(await response.text())
  })

/** What an event of one company waits while another company's burst is on its way. */
const besideBurst = Effect.fnUntraced(function*(crowd: Seeded, other: Seeded, receiver: Server, ours: Server) {
  const before = yield* written
  yield* seenBy(receiver)
  yield* Effect.forkChild(Effect.andThen(events(crowd.company, BURST), write(ours, crowd.key)))
  let sent = 0
  for (let busy = true; busy || sent < 20; sent++) {
    yield* write(ours, other.key)
    yield* Effect.sleep("20 millis")
    const { done } = yield* written
    busy = done - before.done < BURST + sent
  }
  yield* Effect.sleep("1 second")
  const { delays } = yield* seenBy(receiver)
  return { sent, delays: [...delays].toSorted((a, b) => a - b) }
})

const boss = (url: string, job: Job) =>
  Effect.scoped(Effect.gen(function*() {
    const child = yield* server("pg-boss", "./webhooks-pg-boss.ts", { DATABASE_URL: url })
    return (yield* asked<{ readonly perSecond: number }>(child, job)).perSecond
  }))

/** What events of a company wait, one every 20 ms, while another company's go to endpoints that behave badly. */
const besideBad = Effect.fnUntraced(function*(crowd: Seeded, other: Seeded, receiver: Server, ours: Server) {
  yield* seenBy(receiver)
  for (let n = 0; n < EACH; n++) {
    yield* Effect.all([write(ours, crowd.key), write(ours, other.key)], { concurrency: 2 })
    yield* Effect.sleep("20 millis")
  }
  yield* Effect.sleep("1 second")
  return (yield* seenBy(receiver)).delays.toSorted((a, b) => a - b)
})

const at = (sorted: ReadonlyArray<number>, part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN

/** Webhooks: how many a second, beside jobs of pg-boss that do nothing, and how fair. */
export const webhooksBench = Effect.fnUntraced(function*(say: (text: string) => void, rounds: number) {
  const { seeded, url } = yield* seededDatabase(100)
  return yield* Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const receiver = yield* server("receiver", "./webhooks-receiver.ts", {})
    const ours = yield* server("ours", "./ours.ts", {
      DATABASE_URL: url, PORT: "0", LOG_LEVEL: "warn", WEBHOOK_ALLOW_HTTP: "true", WEBHOOK_ALLOW_HOSTS: "127.0.0.1", COMPANY_RATE_LIMIT: "1000000"
    })
    const other = yield* seed("Other", 1)
    const address = `http://127.0.0.1:${receiver.port}`
    yield* endpoints(seeded.company, `${address}/one`, 1)
    yield* endpoints(other.company, `${address}/watched`, 1)
    say("endpoints made")

    const one: Array<Effect.Success<ReturnType<typeof drained>>> = []
    const singly: Array<number> = []
    const batches: Array<number> = []
    for (let n = 0; n < rounds; n++) {
      one.push(yield* drained(seeded.company, receiver, ours))
      say(`one endpoint: ${one.at(-1)!.perSecond.toFixed(0)}/s`)
      singly.push(yield* boss(url, { count: EVENTS, singly: true }))
      batches.push(yield* boss(url, { count: EVENTS, singly: false }))
      say(`pg-boss: ${singly.at(-1)!.toFixed(0)}/s, ${batches.at(-1)!.toFixed(0)}/s`)
      yield* settle
    }
    const burst = yield* besideBurst(seeded, other, receiver, ours)
    say("burst done")
    yield* sql`update webhooks set deleted_at = now() where company_id = ${seeded.company}`
    const alone = yield* besideBad(seeded, other, receiver, ours)
    yield* endpoints(seeded.company, `${address}/hangs`, BAD)
    yield* endpoints(seeded.company, `${address}/resets`, BAD)
    const bad = yield* besideBad(seeded, other, receiver, ours)
    say("bad endpoints done")

    const perSecond = median(one.map(({ perSecond }) => perSecond))
    const ratio = perSecond / median(singly)
    const worst = burst.delays.at(-1) ?? Number.NaN
    const last = one.at(-1)!
    return [
      "",
      `deliveries to a receiver on this machine, log written: ${perSecond.toFixed(0)}/s (goal >= ${GOAL}: ${verdict(perSecond >= GOAL)})`,
      `  CPU of each: ours ${last.ours.toFixed(0)} µs, PostgreSQL ${last.postgres.toFixed(0)} µs, receiver ${last.receiver.toFixed(0)} µs; ${last.posts} POSTs for ${EVENTS} events`,
      `pg-boss, jobs that do nothing, asked for one by one: ${median(singly).toFixed(0)}/s; ours to theirs ${ratio.toFixed(2)} (goal >= ${GOAL_TO_PG_BOSS}: ${verdict(ratio >= GOAL_TO_PG_BOSS)})`,
      `  the same where all are there already: ${median(batches).toFixed(0)}/s`,
      `another company's event beside a burst of ${BURST}: median ${median(burst.delays).toFixed(0)} ms, worst of ${burst.delays.length} ${worst.toFixed(0)} ms (goal < ${GOAL_DELAY_MS}: ${verdict(worst < GOAL_DELAY_MS)})`,
      `an endpoint while ${BAD} others hang and ${BAD} reset: p50 ${at(bad, 0.5)} ms, p99 ${at(bad, 0.99)} ms; without them ${at(alone, 0.5)} and ${at(alone, 0.99)} ms`,
      `memory of ours: ${memoryOf(ours.pid).rss.toFixed(0)} MiB, highest ${memoryOf(ours.pid).peak.toFixed(0)}`,
      ""
    ].join("\n")
  }).pipe(Effect.provide(owner(Redacted.make(url))))
}, Effect.scoped)

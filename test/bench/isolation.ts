import { fork } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { owner } from "#layers/database/connections"
import { dataOf } from "#layers/database/url"
import { attach } from "#layers/embedded-postgres/attach"
import type { Attack, Attacked } from "./attackers.ts"
import { folder } from "./database.ts"
import { lastNames } from "./names.ts"
import { type Load, loadGenerator, memoryOf, type Server, server } from "./processes.ts"
import { verdict } from "./report.ts"
import { scenariosOf } from "./scenarios.ts"
import { seed, type Seeded, settle } from "./seed.ts"

const LARGE = 400_000
const SMALL = 10_000
const GOAL = 1.5
/** Of each kind of request, a second: together they stay below what a company may send. */
const RATE = 5

/**
 * A process that answers at once, without a database, whatever it is asked: what becomes of its answers while the attack lasts is what the
 * machine's processors do to any server.
 */
const BARE = "bare"

/** Two activities for each contact, and a deal for every second one. */
const history = Effect.fnUntraced(function*({ company }: Seeded) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into activities (company_id, kind, subject, contact_id, occurred_at)
    select company_id, (array['note', 'call', 'meeting', 'email'])[1 + (id + n) % 4], 'About the offer', id, now() - make_interval(days => (id % 300)::int + n)
    from contacts, generate_series(1, 2) n where company_id = ${company}`
  yield* sql`insert into deals (company_id, title, pipeline_id, stage, amount, currency, contact_id)
    select c.company_id, 'Offer', s.pipeline_id, s.name, 1000 + c.id % 9000, 'USD', c.id
    from contacts c, lateral (
      select pipeline_id, name from pipeline_stages where company_id = ${company} and outcome = 'open' order by position limit 1) s
    where c.company_id = ${company} and c.id % 2 = 0`
})

/** As many conditions that look into other tables for each contact as there may be, and as many others. */
const costly = {
  name: "Everybody who might",
  filter: {
    match: "all",
    of: Array.from({ length: 5 }, (_, group) => ({
      match: "any",
      of: Array.from({ length: 10 }, (_, n) =>
        n % 5 === 0
          ? { type: "activities", op: "gte", value: 3 + n + group, within_days: 30 + n }
          : n % 5 === 1
          ? { type: "deals", op: "gte", value: 2 + n + group, status: "won" }
          : { type: "text", field: "notes", op: "contains", value: `nobody ${n} ${group}` })
    }))
  }
}

const post = async ({ port }: Server, { key }: Seeded, path: string, body: unknown) => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: "POST", headers: { authorization: `Bearer ${key}`, "content-type": "application/json" }, body: JSON.stringify(body)
  })
  return { status: response.status, body: await response.json() as any }
}

const get = ({ key }: Seeded, path: string) =>
  `GET /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nAccept: application/json\r\n\r\n`

/** A letter or two match nearly everybody. */
const words = lastNames.slice(0, 20).map((name) => name.slice(0, 2).toLowerCase())
const threeWords = words.map((word, n) => encodeURIComponent(`${word} ${words[(n + 7) % 20]} ${words[(n + 13) % 20]}`))

const attacksOf = ({ large, noisy, pipelines, segment }: Everybody): ReadonlyArray<Attack> => {
  const [segments, searches, duplicates, exports] = large as [Seeded, Seeded, Seeded, Seeded]
  return [
    { name: "segment of 50 conditions", connections: 4, requests: [get(segments, `/crm/segments/${segment}/contacts?limit=1`)] },
    { name: "searches of three words", connections: 4, requests: threeWords.map((search) => get(searches, `/crm/contacts?limit=200&search=${search}`)) },
    { name: "duplicates and summaries", connections: 4, requests: [get(duplicates, "/crm/contacts/duplicates"), get(duplicates, `/crm/pipelines/${pipelines[2]}/summary`)] },
    {
      name: "exports", connections: 4, requests: [],
      downloads: { key: exports.key, paths: ["/api/v1/crm/contacts/export?search=a", "/api/v1/crm/contacts/export?tag=vip"] }
    },
    { name: "200 connections", connections: 200, requests: [get(noisy, "/crm/contacts?limit=200")] }
  ]
}

/** What one company's requests take: the three kinds side by side, each at its rate, and those of the process that does nothing. */
const measured = (loads: ReadonlyArray<Load>, [ours, bare]: readonly [Server, Server], victim: Seeded, seconds: number, firstNumber: number) => {
  const three = scenariosOf(victim, victim.key).filter(({ name }) => name === "list" || name === "get" || name === "create")
  const scenarios = [
    ...three.map((scenario) => ({ ...scenario, port: ours.port })),
    ...three.filter(({ name }) => name === "get").map((scenario) => ({ ...scenario, name: BARE, kind: "any" as const, port: bare.port }))
  ]
  return Effect.forEach(scenarios, ({ kind, name, ours, port, status }, n) =>
    Effect.map(
      loads[n]!({ port, connections: 8, seconds, requests: ours, firstNumber: firstNumber + n * 1_000_000, status, kind, strays: 0, rate: RATE }),
      ({ completed, p50, p99 }) => ({ name, completed, p50, p99 })
    ), { concurrency: "unbounded" })
}

const attackers = Effect.acquireRelease(
  Effect.sync(() => fork(new URL("./attackers.ts", import.meta.url), { stdio: ["ignore", "ignore", "inherit", "ipc"] })),
  (child) => Effect.sync(() => void child.kill())
)

interface Everybody {
  readonly large: ReadonlyArray<Seeded>
  readonly noisy: Seeded
  readonly victim: Seeded
  readonly segment: number
  readonly pipelines: ReadonlyArray<number>
}

const everybody = Effect.fnUntraced(function*(ours: Server) {
  const large = yield* Effect.forEach(["Segments", "Searches", "Duplicates", "Exports"], (name) => seed(name, LARGE))
  yield* Effect.forEach(large, history)
  const [noisy, victim] = [yield* seed("Noisy", SMALL), yield* seed("Small", SMALL)]
  yield* settle
  const segment = yield* Effect.promise(() => post(ours, large[0]!, "/crm/segments", costly))
  if (segment.status !== 201) return yield* Effect.die(new Error(`the segment: ${JSON.stringify(segment.body)}`))
  const sql = yield* SqlClient.SqlClient
  const pipelines = yield* Effect.forEach(large, ({ company }) =>
    Effect.map(sql<{ id: number }>`select id from pipelines where company_id = ${company}`, ([row]) => row!.id))
  return { large, noisy, victim, pipelines, segment: segment.body.id as number }
})

/** One company's requests while five others do what costs most; beside the same requests while nobody does anything. */
export const isolationBench = Effect.fnUntraced(function*(say: (text: string) => void, minutes: number) {
  const data = yield* folder
  const ours = yield* server("ours", "./ours.ts", { DATA_DIR: data, PORT: "0", LOG_LEVEL: "error" })
  const cluster = Option.getOrThrow(yield* attach({ data: dataOf(data) }))
  return yield* Effect.gen(function*() {
    const file = join(data, "seeded.json")
    const { large, noisy, pipelines, segment, victim }: Everybody = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : yield* everybody(ours)
    writeFileSync(file, JSON.stringify({ large, noisy, pipelines, segment, victim }))
    say(`seeded four companies of ${LARGE} contacts and two of ${SMALL}`)

    const loads = [yield* loadGenerator, yield* loadGenerator, yield* loadGenerator, yield* loadGenerator]
    const both = [ours, yield* server("bare", "./fixed-answer.ts", { BARE_LIKE: `http://127.0.0.1:${ours.port}/api/mcp` })] as const
    const seconds = minutes * 60
    yield* measured(loads, both, victim, 20, 1)
    const alone = yield* measured(loads, both, victim, seconds, 10_000_000)
    say(`alone: ${alone.map(({ name, p50, p99 }) => `${name} p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)}`).join(", ")}`)

    const child = yield* attackers
    child.send({ port: ours.port, attacks: attacksOf({ large, noisy, pipelines, segment, victim }) })
    const beside = yield* measured(loads, both, victim, seconds, 20_000_000)
    const attacked = yield* Effect.promise(() =>
      new Promise<ReadonlyArray<Attacked>>((resolve) => {
        child.once("message", (value) => resolve(value as ReadonlyArray<Attacked>))
        child.send({})
      }))
    say("attack over")

    const broken = attacked.some(({ statuses }) => Object.keys(statuses).some((status) => status.startsWith("5") || status === "closed"))
    return [
      "",
      `${minutes} minutes alone, ${minutes} minutes beside five attackers, ${RATE} requests a second of each kind:`,
      ...beside.map(({ completed, name, p50, p99 }, n) => {
        const before = alone[n]!
        const ratio = p99 / before.p99
        return `  ${name.padEnd(7)} p50 ${before.p50.toFixed(2)} -> ${p50.toFixed(2)} ms, p99 ${before.p99.toFixed(2)} -> ${p99.toFixed(2)} ms, ` +
          `${ratio.toFixed(2)} x of ${completed}` + (name === BARE ? " (no goal: the processors' share of it)" : ` (goal <= ${GOAL}: ${verdict(ratio <= GOAL)})`)
      }),
      "answers to the attackers, by status:",
      ...attacked.map(({ name, statuses }) => `  ${name}: ${Object.entries(statuses).map(([status, n]) => `${status} ${n}`).join(", ")}`),
      `  none of 5xx, no connection closed: ${verdict(!broken)}`,
      `memory: ${memoryOf(ours.pid).rss.toFixed(0)} MiB, highest ${memoryOf(ours.pid).peak.toFixed(0)}`,
      ""
    ].join("\n")
  }).pipe(Effect.provide(owner(Redacted.make(cluster.url("postgres")))))
}, Effect.scoped)

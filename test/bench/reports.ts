import { deepStrictEqual } from "node:assert/strict"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { owner } from "#layers/database/connections"
import { bookable, history } from "./brief.ts"
import { seededDatabase } from "./database.ts"
import { loadGenerator, server, type Server } from "./processes.ts"
import { verdict } from "./report.ts"
import { compare, warm } from "./rounds.ts"
import type { Scenario } from "./scenarios.ts"
import { seed, type Seeded, settle } from "./seed.ts"

const UNLIMITED = "1000000"
const GOAL = 0.7

/** In the order of the statements of `fastify-reports.ts`. */
const queries = [
  { name: "revenue by month", measure: "revenue", dimensions: ["month"] },
  { name: "won deals by month", measure: "won_amount", dimensions: ["month"] },
  { name: "new contacts by source", measure: "new_contacts", dimensions: ["contact_source"] },
  { name: "invoiced by month", measure: "invoiced", dimensions: ["month"] },
  { name: "appointments by service", measure: "appointments", dimensions: ["appointment_service"] }
]

/** Two years of deals, and of appointments that took place. */
const more = Effect.fnUntraced(function*({ company }: Seeded, count: number) {
  const sql = yield* SqlClient.SqlClient
  const ago = sql.literal(`make_interval(secs => (n * 63072000.0 / ${count})::float8)`)
  yield* sql`insert into deals (company_id, title, pipeline_id, stage, status, amount, currency, closed_at, created_at)
    select ${company}, 'Offer ' || n, s.pipeline_id, s.stage, case n % 3 when 0 then 'open' when 1 then 'won' else 'lost' end, 1000 + n % 977, 'USD',
      case when n % 3 > 0 then now() - ${ago} end, now() - ${ago} - interval '30 days'
    from generate_series(1, ${count}::int) n, (select pipeline_id, min(name) as stage from pipeline_stages where company_id = ${company} group by pipeline_id limit 1) s`
  yield* bookable(company, "Repair")
  yield* sql.withTransaction(Effect.gen(function*() {
    /* The reports do not read whose places they took. */
    yield* sql`set local session_replication_role = replica`
    yield* sql`insert into appointments (company_id, service_id, starts_at, ends_at, status, livemode, session_id)
      select ${company}, s.id, now() - ${ago}, now() - ${ago} + interval '1 hour', 'completed', true, n
      from generate_series(1, ${count}::int) n, lateral (select id from services where company_id = ${company} order by n % 2 = id % 2, id limit 1) s`
  }))
})

const posted = (path: string, { key }: Seeded) => `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Length: 0\r\n\r\n`

const answer = ({ port }: Server, path: string, { key }: Seeded, body?: object) =>
  Effect.promise(async () => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST", headers: { authorization: `Bearer ${key}`, ...body && { "content-type": "application/json", "idempotency-key": JSON.stringify(body) } },
      ...body && { body: JSON.stringify(body) }
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return await response.json() as any
  })

/** Only what both tell, of which the order is not part. */
const told = ({ rows, totals }: any) => ({
  rows: rows.map(({ by, currency, value }: any) => JSON.stringify({ by, currency, value })).toSorted(),
  totals: totals.map(({ currency, value }: any) => ({ currency, value }))
})

/**
 * The five commonest reports, beside the same asked by SQL that was written by hand: with one client, and with eight of one company, which are let onto
 * the processors two at a time so that others keep them too.
 */
export const reportsBench = (say: (text: string) => void, quick: boolean) =>
  Effect.scoped(Effect.gen(function*() {
    const records = Number(process.env["RECORDS"] ?? 100_000)
    const timing = quick ? { rounds: 3, seconds: 1, warmUp: 2 } : { rounds: 7, seconds: 2, warmUp: 5 }
    const { url } = yield* seededDatabase(10)
    const lines = yield* Effect.gen(function*() {
      const company = yield* seed("Reports", Math.round(records * 0.35))
      yield* history(company, records)
      yield* more(company, Math.round(records * 0.1))
      yield* settle
      say(`${records} records`)
      const environment = { DATABASE_URL: url, DATABASE_POOL: "16", PORT: "0", LOG_LEVEL: "info", PUBLIC_RATE_LIMIT: UNLIMITED }
      const ours = yield* server("ours", "./ours.ts", { ...environment, COMPANY_RATE_LIMIT: UNLIMITED })
      const theirs = yield* server("fastify", "./fastify-reports.ts", { ...environment, BENCH_KEYS: JSON.stringify({ [company.key]: company.company }) })
      const load = yield* loadGenerator
      return yield* Effect.forEach(queries, Effect.fnUntraced(function*({ name, ...query }, n) {
        const { id } = yield* answer(ours, "/api/v1/analytics/reports", company, { name, query: { ...query, period: "last_365_days" } })
        const [own, other] = [`/api/v1/analytics/reports/${id}/run`, `/reports/${n}`]
        deepStrictEqual(told(yield* answer(ours, own, company)), told(yield* answer(theirs, other, company)), name)
        const scenario: Scenario = {
          name, status: 200, kind: "any", server: "ours", goal: GOAL, strays: 0, writes: false, ours: [posted(own, company)], theirs: [posted(other, company)]
        }
        yield* warm(load, { ours, theirs }, scenario, timing.warmUp)
        const found = yield* Effect.forEach([1, 8], (connections) => compare(load, { ours, theirs }, scenario, connections, timing))
        const line = `${name}: ${found.map(({ connections, ours, ratio, theirs }) =>
          `${connections} at a time ${ratio.toFixed(2)} x (p50 ${ours.p50.toFixed(1)} and ${theirs.p50.toFixed(1)} ms)` +
          (connections === 1 ? `, goal >= ${GOAL}: ${verdict(ratio >= GOAL)}` : "")).join("; ")}`
        say(line)
        return line
      }))
    }).pipe(Effect.provide(owner(Redacted.make(url))))
    return ["", ...lines, ""].join("\n")
  }))

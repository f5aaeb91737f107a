import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { owner } from "#layers/database/connections"
import { chance, mistyped, threads } from "../kb/questions.ts"
import { seededDatabase } from "./database.ts"
import { filled } from "./knowledge.ts"
import { ms, request } from "./pairs.ts"
import { loadGenerator, memoryOf, server } from "./processes.ts"
import { verdict } from "./report.ts"
import { seed, type Seeded, settle } from "./seed.ts"

const UNLIMITED = "1000000"
const GOAL = 25
const SMALL = 20
const WARM_SECONDS = 15

const random = chance(3)
const asked = threads.flatMap(({ rephrased }) => rephrased).toSorted(() => random() - 0.5).slice(0, 500)

const searches = (company: Seeded, questions: ReadonlyArray<string>, more: object = {}) =>
  questions.map((query) => request("POST", "/kb/search", company, { query, limit: 10, audience: "public", ...more }))

/** Companies that know little, beside the one that knows much. */
const others = Effect.fnUntraced(function*(count: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: number }>`insert into companies (name, tier, slug)
    select 'Neighbour ' || n, 'starter', 'neighbour-' || n from generate_series(1, ${count}::int) n returning id`
  yield* filled(rows.map(({ id }) => [id, SMALL]))
})

/** What a search costs where one company has written down very much, and many others a little. */
export const kbBench = (say: (text: string) => void, quick: boolean) =>
  Effect.scoped(Effect.gen(function*() {
    const [passages, companies, seconds] = [Number(process.env["PASSAGES"] ?? (quick ? 10_000 : 100_000)), quick ? 200 : 2_000, quick ? 3 : 10]
    const { url } = yield* seededDatabase(10)
    const lines = yield* Effect.gen(function*() {
      const [large, small] = [yield* seed("Large", 10), yield* seed("Small", 10)]
      yield* filled([[large.company, passages], [small.company, SMALL]])
      say(`${passages} passages`)
      yield* settle
      const service = yield* server("ours", "./ours.ts", {
        DATABASE_URL: url, DATABASE_POOL: "16", PORT: "0", LOG_LEVEL: "info", PUBLIC_RATE_LIMIT: UNLIMITED, COMPANY_RATE_LIMIT: UNLIMITED
      })
      const load = yield* loadGenerator
      const run = (requests: ReadonlyArray<string>, connections: number, time = seconds) =>
        load({ port: service.port, connections, seconds: time, requests, firstNumber: 1, status: 200, kind: "any", strays: 0 })
      const report: Array<string> = []
      const measure = Effect.fnUntraced(function*(what: string, requests: ReadonlyArray<string>, connections = 1) {
        yield* run(requests, connections, 2)
        const { completed, elapsed, p50, p95, p99 } = yield* run(requests, connections)
        const goal = connections === 1 ? `, goal p95 <= ${GOAL}: ${verdict(p95 <= GOAL)}` : `, ${(completed / elapsed).toFixed(0)} a second`
        report.push(`${what}, ${connections} at a time: p50 ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}${goal}`)
        say(report.at(-1)!)
      })
      const wrong = asked.map((question) => mistyped(question, random))
      const all = Effect.fnUntraced(function*(beside: string) {
        yield* measure(`${passages} passages${beside}, questions`, searches(large, asked))
        yield* measure(`${passages} passages${beside}, misspelled`, searches(large, wrong))
        yield* measure(`${passages} passages${beside}, as they are typed`, searches(large, asked.map((question) => question.slice(0, 12)), { typing: true }))
        yield* measure(`${SMALL} passages${beside}`, searches(small, asked))
        yield* measure(`${passages} passages${beside}, questions`, searches(large, asked), 8)
      })
      /* What is measured first would else be what Node compiles meanwhile. */
      yield* run(searches(small, asked), 1, WARM_SECONDS)
      yield* all("")
      yield* others(companies)
      yield* settle
      say(`${companies} companies of ${SMALL} passages beside it`)
      yield* all(` and ${companies} companies beside it`)
      const memory = memoryOf(service.pid)
      return [...report, `memory: ${memory.rss.toFixed(0)} MiB (highest ${memory.peak.toFixed(0)})`]
    }).pipe(Effect.provide(owner(Redacted.make(url))))
    return ["", ...lines, ""].join("\n")
  }))

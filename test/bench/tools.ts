import { writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { Effect, Redacted } from "effect"
import { owner } from "#layers/database/connections"
import { benchmarkIndustries } from "#schemas/content/industry"
import { seededDatabase } from "./database.ts"
import { loadGenerator, memoryOf, server } from "./processes.ts"
import { print, verdict } from "./report.ts"
import { compare, median, type Result, warm } from "./rounds.ts"
import type { Scenario } from "./scenarios.ts"
import { packMemory } from "./tools-memory.ts"

const RATE = 2_000
const P99_GOAL = 20
const PACK_GOAL = 30
const RSS_GOAL = 300

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n`

const post = (path: string, body: unknown) => {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

const benchmarks = benchmarkIndustries.map((industry) =>
  post("/api/mcp", { type: "call_tool", tool: "get_industry_benchmarks", arguments: { industry } }))

const plain = { status: 200, server: "ours", strays: 0, writes: false } as const

const scenarios: ReadonlyArray<Scenario> = [
  { name: "GET /api/mcp", ...plain, kind: "info", ours: [get("/api/mcp")], theirs: [get("/")], goal: 0.35 },
  { name: "get_industry_benchmarks", ...plain, kind: "tool", ours: benchmarks, theirs: [get("/")], goal: 0.35 }
]

/** The public tool endpoint beside Fastify's hello; then its latency at a steady rate, and what the content pack weighs. */
export const toolsBench = Effect.fnUntraced(function*(say: (text: string) => void, quick: boolean) {
  const timing = quick ? { rounds: 3, seconds: 1, warmUp: 3 } : { rounds: 5, seconds: 2, warmUp: 8 }
  const { url } = yield* seededDatabase(100)
  return yield* Effect.gen(function*() {
    const environment = { DATABASE_URL: url, PORT: "0", LOG_LEVEL: "info", PUBLIC_RATE_LIMIT: "1000000" }
    const ours = yield* server("ours", "./ours.ts", environment)
    const theirs = yield* server("fastify", "./fastify-hello.ts", {})
    const bare = yield* server("bare", "./fixed-answer.ts", { BARE_LIKE: `http://127.0.0.1:${ours.port}/api/mcp` })
    const load = yield* loadGenerator
    const results: Array<Result> = []
    for (const scenario of scenarios) {
      yield* warm(load, { ours, theirs }, scenario, timing.warmUp)
      const result = yield* compare(load, { ours, theirs }, scenario, 64, timing)
      results.push(result)
      say(`${scenario.name}: ${result.ratio.toFixed(2)}`)
    }
    const info = scenarios[0]!
    yield* warm(load, { ours, theirs: bare }, info, timing.warmUp / 2)
    results.push({ ...yield* compare(load, { ours, theirs: bare }, { ...info, name: "the same bytes, node:http", goal: undefined }, 64, timing) })
    const paced = yield* Effect.forEach(scenarios, ({ kind, name, ours: requests }) =>
      Effect.gen(function*() {
        const rounds = yield* Effect.forEach(Array.from({ length: timing.rounds }), () =>
          load({ port: ours.port, connections: 64, seconds: timing.seconds * 2, requests, firstNumber: 1, status: 200, kind, strays: 0, rate: RATE }))
        return { name, p50: median(rounds.map(({ p50 }) => p50)), p99: median(rounds.map(({ p99 }) => p99)), worst: Math.max(...rounds.map(({ p99 }) => p99)) }
      }))
    const memory = { ...memoryOf(ours.pid), goal: RSS_GOAL }
    const pack = yield* packMemory
    writeFileSync("bench-tools.json", `${JSON.stringify({ at: new Date().toISOString(), node: process.version, cpu: cpus()[0]!.model, quick, results, paced, pack }, null, 2)}\n`)
    return [
      print({ results, scale: [], memory }),
      ...paced.map(({ name, p50, p99, worst }) =>
        `${name} at ${RATE} requests/s: p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} ms (worst round ${worst.toFixed(2)}), goal < ${P99_GOAL}: ${verdict(p99 < P99_GOAL)}`),
      `content pack with its templates: ${pack.rss.toFixed(1)} MiB RSS, ${pack.heap.toFixed(1)} MiB of it heap, goal <= ${PACK_GOAL}: ${verdict(pack.rss <= PACK_GOAL)}`,
      ""
    ].join("\n")
  }).pipe(Effect.provide(owner(Redacted.make(url))))
}, Effect.scoped)

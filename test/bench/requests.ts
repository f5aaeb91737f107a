import { writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { Effect, Redacted } from "effect"
import { random } from "#layers/auth/api-keys"
import { owner } from "#layers/database/connections"
import { makeKey } from "#schemas/kernel/api-key"
import { agree } from "./agree.ts"
import { seededDatabase } from "./database.ts"
import { loadGenerator, memoryOf, server } from "./processes.ts"
import { print } from "./report.ts"
import { compare, type Result, type Timing, warm } from "./rounds.ts"
import { scale } from "./scale.ts"
import { scenariosOf } from "./scenarios.ts"

const CONTACTS = 100_000
const POOL = 16
const RSS_GOAL = 300
/** The most that the configuration takes: requests are counted and none is refused. */
const UNLIMITED = "1000000"

/** Requests, beside a hand-written server: of the scenarios `chosen`, or all. */
export const requestsBench = Effect.fnUntraced(function*(say: (text: string) => void, chosen: ReadonlyArray<string>, quick: boolean) {
  const runs = (name: string) => chosen.length === 0 ? !(quick && name === "scale") : chosen.includes(name)
  const timing: Timing = quick ? { rounds: 3, seconds: 0.5, warmUp: 3 } : { rounds: 5, seconds: 1, warmUp: 8 }
  const { seeded, url } = yield* seededDatabase(CONTACTS)
  say(`seeded ${CONTACTS} contacts`)
  return yield* Effect.gen(function*() {
    const environment = { DATABASE_URL: url, DATABASE_POOL: String(POOL), PORT: "0", LOG_LEVEL: "info", PUBLIC_RATE_LIMIT: UNLIMITED }
    const ours = yield* server("ours", "./ours.ts", { ...environment, COMPANY_RATE_LIMIT: UNLIMITED })
    const theirs = yield* server("fastify", "./fastify.ts", { ...environment, BENCH_KEYS: JSON.stringify({ [seeded.key]: seeded.company }) })
    const load = yield* loadGenerator
    yield* agree(ours, theirs, seeded)
    say("both servers answer alike")

    const results: Array<Result> = []
    for (const scenario of scenariosOf(seeded, makeKey("live", random)).filter(({ name }) => runs(name))) {
      yield* Effect.scoped(Effect.gen(function*() {
        const refusing = scenario.server === "limited"
          ? yield* server("limited", "./ours.ts", { ...environment, COMPANY_RATE_LIMIT: "1", DATABASE_POOL: "2" })
          : ours
        yield* warm(load, { ours: refusing, theirs }, scenario, timing.warmUp)
        for (const connections of [1, 64]) {
          const result = yield* compare(load, { ours: refusing, theirs }, scenario, connections, timing)
          results.push(result)
          say(`${scenario.name}, ${connections}: ${result.ratio.toFixed(2)} (${result.ratios.map((ratio) => ratio.toFixed(2)).join(" ")})`)
        }
      }))
    }
    const scales = runs("scale") ? yield* scale(load, ours, say) : []
    const memory = { ...memoryOf(ours.pid), goal: RSS_GOAL }
    const report = { at: new Date().toISOString(), node: process.version, cpu: cpus()[0]!.model, cpus: cpus().length, quick, results, scale: scales, memory }
    writeFileSync("bench.json", `${JSON.stringify(report, null, 2)}\n`)
    say("figures in bench.json")
    return print(report)
  }).pipe(Effect.provide(owner(Redacted.make(url))))
}, Effect.scoped)

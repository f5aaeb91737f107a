import { hash } from "@node-rs/argon2"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { owner } from "#layers/database/connections"
import { seededDatabase } from "./database.ts"
import type { Lag } from "./lag.ts"
import { asked, loadGenerator, type Server, server } from "./processes.ts"
import { verdict } from "./report.ts"
import { compare, warm } from "./rounds.ts"
import { type Scenario, scenariosOf } from "./scenarios.ts"

const GOAL = 0.85
const GOAL_LAG_MS = 50
const LOGINS = 1_000
const AT_ONCE = 64
const EMAIL = "owner@bench.example"
const PASSWORD = "correct horse battery staple"

const lagOf = (ours: Server) => asked<Lag>(ours, { ask: "lag" })

/** The owner of the company, who can sign in. */
const enrolled = Effect.fnUntraced(function*(company_id: number) {
  const sql = yield* SqlClient.SqlClient
  const password_hash = yield* Effect.promise(() => hash(PASSWORD))
  const [account] = yield* sql<{ id: number }>`insert into identity.accounts ${
    sql.insert({ email: EMAIL, name: "Owner", password_hash, verified_at: new Date().toISOString() })
  } returning id`
  yield* sql`insert into users ${sql.insert({ company_id, email: EMAIL, name: "Owner", role: "owner", account_id: account!.id })}`
})

const login = ({ port }: Server, email: string, password: string, from: string) =>
  Effect.promise(async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": from },
      body: JSON.stringify({ email, password })
    })
    return { status: response.status, json: await response.json() as any }
  })

/** Wrong passwords from as many networks, for as many addresses: each is looked at. */
const crowd = (ours: Server) =>
  Effect.forEach(
    Array.from({ length: LOGINS }, (_, n) => n),
    (n) => login(ours, `nobody${n}@bench.example`, "wrong", `2001:db8:${n.toString(16)}::1`),
    { concurrency: AT_ONCE }
  )

/** Calls by an access token beside the same calls by an API key, and what hashing passwords does to all others. */
export const authBench = Effect.fnUntraced(function*(say: (text: string) => void, quick: boolean) {
  const { seeded, url } = yield* seededDatabase(10_000)
  return yield* Effect.gen(function*() {
    yield* enrolled(seeded.company)
    const environment = {
      DATABASE_URL: url, DATABASE_POOL: "16", PORT: "0", LOG_LEVEL: "warn", PUBLIC_RATE_LIMIT: "1000000", COMPANY_RATE_LIMIT: "1000000",
      TRUSTED_PROXIES: "1"
    }
    const ours = yield* server("ours", "./ours.ts", environment, ["--import", new URL("./lag.ts", import.meta.url).href])
    const load = yield* loadGenerator
    const { json: { access_token } } = yield* login(ours, EMAIL, PASSWORD, "198.51.100.7")

    const byKey = scenariosOf(seeded, "").find(({ name }) => name === "get")!
    const byToken = byKey.ours.map((request) => request.replace(seeded.key, access_token))
    const scenario: Scenario = { ...byKey, name: "jwt", ours: byToken, theirs: byKey.ours, goal: GOAL }
    const servers = { ours, theirs: ours }
    yield* warm(load, servers, scenario, quick ? 2 : 5)
    const lines: Array<string> = []
    for (const connections of [1, 64]) {
      const { ours: token, ratio, ratios, theirs: key } = yield* compare(load, servers, scenario, connections, {
        rounds: quick ? 3 : 7, seconds: quick ? 0.5 : 1, warmUp: 0
      })
      say(`by token, ${connections}: ${ratio.toFixed(2)} (${ratios.map((one) => one.toFixed(2)).join(" ")})`)
      lines.push(`a contact by access token, ${connections} connections: ${token.perSecond.toFixed(0)}/s, ${token.cpu.toFixed(0)} µs; by API key ` +
        `${key.perSecond.toFixed(0)}/s, ${key.cpu.toFixed(0)} µs: ${ratio.toFixed(2)} x (goal >= ${GOAL}: ${verdict(ratio >= GOAL)})`)
    }

    yield* lagOf(ours)
    yield* Effect.sleep("3 seconds")
    const idle = yield* lagOf(ours)
    const began = performance.now()
    const answers = yield* crowd(ours)
    const seconds = (performance.now() - began) / 1_000
    const busy = yield* lagOf(ours)
    say("logins done")
    const byStatus = [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => `${all.length} x ${status}`).join(", ")
    lines.push(
      `${LOGINS} logins with a wrong password, ${AT_ONCE} at once, each of them hashed: ${(LOGINS / seconds).toFixed(0)}/s (${byStatus})`,
      `event loop meanwhile: p50 ${busy.p50.toFixed(1)} ms late, p99 ${busy.p99.toFixed(1)} ms, at most ${busy.max.toFixed(1)} ms (goal p99 < ${GOAL_LAG_MS}: ` +
      `${verdict(busy.p99 < GOAL_LAG_MS)}); without load p99 ${idle.p99.toFixed(1)} ms`
    )
    return ["", ...lines, ""].join("\n")
  }).pipe(Effect.provide(owner(Redacted.make(url))))
}, Effect.scoped)

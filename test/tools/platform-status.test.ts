import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schedule } from "effect"
import { Health } from "#layers/kernel/health"
import { DatabaseUrl, FreshDatabase } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { at, TestServerWith, SecondServer, json, seed, send } from "../support/test-server.ts"
import { cuttable } from "../support/outage.ts"

const ask = (service?: string) =>
  send("/api/mcp", { method: "POST", ...json({ type: "call_tool", tool: "get_platform_status", arguments: service === undefined ? {} : { service } }) })

const statusOf = ({ json: { data } }: any): Record<string, string> =>
  Object.fromEntries([["all", data.status], ...data.services.map(({ service, status }: any) => [service, status])])

const working = {
  all: "operational", api: "operational", dashboard: "operational", database: "operational", durable_work: "operational",
  ai_agents: "simulated", payments: "simulated", email: "simulated", cdn: "not_configured"
}

const FRESH = "1100 millis"

layer(TestServerWith(), { excludeTestServices: true })("the status of the platform", (it) => {
  it.effect("follows from what was checked, and says of what is not there that it is not", () =>
    Effect.gen(function*() {
      const health = yield* Health
      const starting = statusOf(yield* ask())
      assert.deepInclude(starting, { all: "degraded", api: "unavailable", dashboard: "unavailable", database: "operational" })
      health.setAccepting(true)
      const answer = yield* ask().pipe(
        Effect.delay(FRESH),
        // The engine of a server that has just started has yet to report for the first time.
        Effect.repeat({ until: (answer) => statusOf(answer)["all"] === "operational" }),
        Effect.timeout("90 seconds")
      )
      assert.deepStrictEqual(statusOf(answer), working)
      assert.isBelow(Math.abs(Date.now() - Date.parse(answer.json.data.checked_at)), 2_000)
      assert.deepStrictEqual(statusOf(yield* ask("database")), { all: "operational", database: "operational" })
      assert.deepStrictEqual(statusOf(yield* ask("payments")), { all: "simulated", payments: "simulated" })
      assert.deepStrictEqual(statusOf(yield* ask("cdn")), { all: "not_configured", cdn: "not_configured" })
    }))

  it.effect("is looked at once a second however many ask", () =>
    Effect.gen(function*() {
      yield* Effect.sleep(FRESH)
      const answers = yield* Effect.forEach(Array.from({ length: 200 }), () => ask(), { concurrency: 20 })
      const moments = new Set(answers.map(({ json }) => json.data.checked_at))
      const span = Math.max(...[...moments].map(Date.parse)) - Math.min(...[...moments].map(Date.parse))
      assert.isAtMost(moments.size, 1 + Math.ceil(span / 1_000))
    }))
})

describe("the status of the platform", () => {
  it.live("tells when the database is away, stuck, or back", () =>
    Effect.gen(function*() {
      const base = yield* Layer.build(FreshDatabase(seed))
      yield* Effect.gen(function*() {
        const way = yield* cuttable(yield* DatabaseUrl)
        const server = yield* Layer.build(SecondServer({}, way.url))
        // A server does not leave while its database is stuck: a failure would be told as a test that does not end.
        yield* Effect.addFinalizer(() => Effect.promise(way.back))
        Context.get(server, Health).setAccepting(true)
        const asked = at(server, ask()).pipe(Effect.map(statusOf))
        const becomesWhole = asked.pipe(
          Effect.repeat({ until: ({ all }) => all === "operational", schedule: Schedule.spaced(FRESH) }),
          Effect.timeout("90 seconds")
        )
        assert.deepStrictEqual(yield* becomesWhole, working)
        way.away()
        yield* Effect.sleep(FRESH)
        const gone = { all: "degraded", api: "degraded", dashboard: "unavailable", database: "unavailable", durable_work: "unavailable" }
        assert.deepInclude(yield* asked, gone)
        yield* Effect.promise(way.back)
        assert.deepStrictEqual(yield* becomesWhole, working)
        // Asked at once, over connections that were idle; then after other work was caught on them.
        for (const caught of ["0 millis", FRESH] as const) {
          yield* Effect.sleep(FRESH)
          way.stuck()
          yield* Effect.sleep(caught)
          const before = Date.now()
          assert.deepInclude(yield* asked, gone)
          assert.isBelow(Date.now() - before, goal(4_000))
          yield* Effect.promise(way.back)
          assert.deepStrictEqual(yield* becomesWhole, working)
        }
      }).pipe(Effect.provideContext(base))
    }).pipe(Effect.scoped))
})

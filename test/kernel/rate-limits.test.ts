import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Redacted, Schedule } from "effect"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { at, SecondServer, TestServerWith, type Key, send, type Sent } from "../support/test-server.ts"
import { redis, redisMissing } from "../support/redis.ts"

const ask = (key?: Key) => send("/crm/contacts", { ...key && { key } })

const counted = (times: number, key?: Key) => Effect.all(Array.from({ length: times }, () => ask(key)), { concurrency: 8 })

const number = ({ headers }: Sent, name: string) => Number(headers.get(name))

const tiers = TestServerWith({ companyRateLimit: 0, publicRateLimit: 20 })

layer(tiers, { excludeTestServices: true })("the rate of a company", (it) => {
  it.effect("is its tier's; the 61st request of a starter in a minute is refused", () =>
    Effect.gen(function*() {
      const before = Date.now()
      const resets = new Set<number>()
      for (let n = 1; n <= 60; n++) {
        const sent = yield* ask("starter")
        assert.strictEqual(sent.status, 200)
        assert.deepStrictEqual([number(sent, "x-ratelimit-limit"), number(sent, "x-ratelimit-remaining")], [60, 60 - n])
        assert.strictEqual(sent.headers.get("ratelimit-policy"), "\"minute\";q=60;w=60")
        assert.match(sent.headers.get("ratelimit")!, new RegExp(`^"minute";r=${60 - n};t=\\d+$`))
        assert.isNull(sent.headers.get("retry-after"))
        resets.add(number(sent, "x-ratelimit-reset"))
      }
      const reset = [...resets][0]!
      assert.isAtMost(Math.max(...resets) - Math.min(...resets), 1, "the window does not move")
      assert.isAtLeast(reset, Math.floor(before / 1_000) + 58)
      assert.isAtMost(reset, Math.ceil(Date.now() / 1_000) + 60)
      const refused = yield* ask("starter")
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.json.code, "rate_limit_exceeded")
      assert.sameMembers(Object.keys(refused.json), ["code", "message", "request_id"])
      const wait = number(refused, "retry-after")
      assert.isAtLeast(wait, 1)
      assert.isAtMost(wait, 60)
      assert.approximately(Date.now() / 1_000 + wait, reset, 2)
      assert.deepStrictEqual([number(refused, "x-ratelimit-remaining"), number(refused, "x-ratelimit-limit")], [0, 60])
      assert.match(refused.headers.get("ratelimit")!, /^"minute";r=0;t=\d+$/)
    }))

  it.effect("a refusal asks the database nothing", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const lastUse = Effect.map(
        sql<{ at: string; now: string }>`select max(query_start) as at, clock_timestamp() as now from pg_stat_activity
          where datname = current_database() and application_name = 'service'`,
        ([row]) => row!
      )
      yield* ask("bolt")
      const before = yield* lastUse
      assert.isBelow(Date.parse(before.at), Date.parse(before.now))
      const refused = yield* counted(300, "starter")
      assert.deepStrictEqual([...new Set(refused.map(({ status }) => status))], [429])
      assert.strictEqual((yield* lastUse).at, before.at)
      yield* ask("bolt")
      assert.notStrictEqual((yield* lastUse).at, before.at)
    }))

  it.effect("is shared by all its keys and by nobody else", () =>
    Effect.gen(function*() {
      const first = yield* ask("acme")
      assert.strictEqual(number(first, "x-ratelimit-limit"), 1_000)
      const second = yield* ask("acmeTest")
      const third = yield* ask("cautious")
      assert.deepStrictEqual([first, second, third].map((sent) => number(sent, "x-ratelimit-remaining")), [999, 998, 997])
      assert.isAtLeast(number(yield* ask("bolt"), "x-ratelimit-remaining"), 995)
      const forbidden = yield* ask("scopeless")
      assert.deepStrictEqual([forbidden.status, number(forbidden, "x-ratelimit-remaining")], [403, 996])
    }))

  it.effect("of strangers is by address, whatever they ask for", () =>
    Effect.gen(function*() {
      const attempts = [
        ask(),
        ask("revoked"),
        send("/nowhere"),
        send("/crm/contacts", { method: "PUT" }),
        send("/crm/contacts", { method: "OPTIONS" })
      ]
      const remaining: Array<number> = []
      for (const attempt of [...attempts, ...attempts, ...attempts, ...attempts]) {
        const sent = yield* attempt
        assert.notStrictEqual(sent.status, 429)
        assert.strictEqual(number(sent, "x-ratelimit-limit"), 20)
        remaining.push(number(sent, "x-ratelimit-remaining"))
      }
      assert.deepStrictEqual(remaining, Array.from({ length: 20 }, (_, n) => 19 - n))
      for (const attempt of attempts) {
        const sent = yield* attempt
        assert.strictEqual(sent.status, 429, sent.text)
        assert.isAtLeast(number(sent, "retry-after"), 1)
      }
      assert.strictEqual((yield* ask("bolt")).status, 200, "a company at that address is not a stranger")
      const health = yield* send("/health/live")
      assert.strictEqual(health.status, 200, "who operates the service is not counted")
      for (const path of ["/docs", "/docs/errors"]) assert.strictEqual((yield* send(path)).status, 200, "what a 429 is about can be read")
      assert.strictEqual((yield* send("/docs/search?q=rate")).status, 429)
    }))

  it.effect("is each process's own without Redis", () =>
    Effect.gen(function*() {
      const beside = yield* Layer.build(SecondServer({ companyRateLimit: 0 }))
      yield* ask("starter")
      const sent = yield* at(beside, ask("starter"))
      assert.deepStrictEqual([sent.status, number(sent, "x-ratelimit-remaining")], [200, 59])
    }))
})

layer(
  TestServerWith({ companyRateLimit: 5, publicRateLimit: 2, trustedProxies: 1 }), { excludeTestServices: true }
)("behind a proxy", (it) => {
  it.effect("an address is the one the proxy saw, not the one a stranger claims", () =>
    Effect.gen(function*() {
      const from = (forwarded: string) => send("/crm/contacts", { headers: { "x-forwarded-for": forwarded } })
      for (const expected of [401, 401, 429]) assert.strictEqual((yield* from("198.51.100.9, 203.0.113.5")).status, expected)
      assert.strictEqual((yield* from("192.0.2.1, 203.0.113.5")).status, 429)
      assert.strictEqual((yield* from("203.0.113.5, 203.0.113.6")).status, 401)
    }))
})

const wider = { companyRateLimit: 0, publicRateLimit: 30 }

layer(TestServerWith(wider), { excludeTestServices: true })("two processes with Redis", (it) => {
  const name = redisMissing ?? "share the count, and each counts for itself while Redis is away"
  it.effect.skipIf(redisMissing !== undefined)(name, () =>
    Effect.gen(function*() {
      const { start, stop, url } = yield* redis
      const config = { ...wider, redisUrl: Option.some(Redacted.make(url)) }
      const one = yield* Layer.build(SecondServer(config))
      const other = yield* Layer.build(SecondServer(config))
      const servers = [one, other].map((server) => (key?: Key) => at(server, ask(key)))

      const sent = yield* Effect.all(Array.from({ length: 60 }, (_, n) => servers[n % 2]!("starter")), { concurrency: 6 })
      assert.deepStrictEqual([...new Set(sent.map(({ status }) => status))], [200])
      assert.sameMembers(sent.map((one) => number(one, "x-ratelimit-remaining")), Array.from({ length: 60 }, (_, n) => n))
      const resets = sent.map((one) => number(one, "x-ratelimit-reset"))
      assert.isAtMost(Math.max(...resets) - Math.min(...resets), 1)
      for (const askThere of servers) {
        const refused = yield* askThere("starter")
        assert.deepStrictEqual([refused.status, refused.json.code], [429, "rate_limit_exceeded"])
        assert.isAtLeast(number(refused, "retry-after"), 1)
      }

      yield* Effect.promise(stop)
      const began = Date.now()
      for (const askThere of servers) {
        const alone = yield* askThere("starter")
        assert.deepStrictEqual([alone.status, number(alone, "x-ratelimit-remaining")], [200, 59], "counted here from now on")
        assert.strictEqual((yield* askThere()).status, 401)
      }
      assert.isBelow(Date.now() - began, goal(2_000), "a Redis that is away holds nobody up")

      yield* Effect.promise(start)
      const together = Effect.gen(function*() {
        const [left, right] = [yield* servers[0]!("bolt"), yield* servers[1]!("bolt")]
        return number(left, "x-ratelimit-remaining") - number(right, "x-ratelimit-remaining") === 1
      })
      yield* together.pipe(
        Effect.repeat({ until: (shared) => shared, schedule: Schedule.spaced("200 millis") }),
        Effect.timeout("90 seconds")
      )
    }))
})

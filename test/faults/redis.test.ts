import { createClient } from "@redis/client"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Redacted, Schedule } from "effect"
import { at, SecondServer, TestServerWith, type Key, send, type Sent } from "../support/test-server.ts"
import { redis, redisMissing } from "../support/redis.ts"
import { redisWay } from "../support/redis-way.ts"

const LIMIT = 40
const config = { companyRateLimit: LIMIT, publicRateLimit: 1_000, trustedProxies: 1 }

const remaining = ({ headers }: Sent) => Number(headers.get("x-ratelimit-remaining"))
const withRedis = (url: string) => ({ ...config, redisUrl: Option.some(Redacted.make(url)) })
const asking = (server: Parameters<typeof at>[0]) => (key: Key) => at(server, send("/crm/contacts?limit=1", { key }))

const commands = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(() => createClient({ url }).connect()),
    (client) => Effect.sync(() => client.destroy())
  )

/** Requests of these processes count together. */
const together = (servers: ReadonlyArray<ReturnType<typeof asking>>, key: Key) =>
  Effect.gen(function*() {
    const [left, right] = [yield* servers[0]!(key), yield* servers[1]!(key)]
    return remaining(left) - remaining(right) === 1
  }).pipe(Effect.repeat({ until: (shared) => shared, schedule: Schedule.spaced("100 millis") }), Effect.timeout("90 seconds"))

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const begun = performance.now()
    const value = yield* effect
    return [value, performance.now() - begun] as const
  })

layer(TestServerWith(config), { excludeTestServices: true })("a Redis that is not as it should be", (it) => {
  const test: typeof it.effect.skip = (name, body, ms = 60_000) =>
    it.effect.skipIf(redisMissing !== undefined)(redisMissing ?? name, body, ms)

  test("hangs: requests do not wait for it, and what is sent to it does not pile up", () =>
    Effect.gen(function*() {
      const { url } = yield* redis
      const way = yield* redisWay(url)
      const server = yield* Layer.build(SecondServer(withRedis(way.url)))
      const ask = asking(server)
      yield* ask("acme")
      way.hangs = true
      way.asked = 0
      const [answers, took] = yield* timed(Effect.all(Array.from({ length: 300 }, (_, n) => Effect.map(timed(ask(n % 2 === 0 ? "acme" : "bolt")), ([sent, ms]) => ({ sent, ms }))), { concurrency: 4 }))
      /* Only those that were under way when it began to hang waited for it. */
      assert.isBelow(answers.map(({ ms }) => ms).toSorted((a, b) => a - b)[200]!, 200)
      assert.isAtMost(way.asked, 4 + Math.ceil(took / 1_000) + 1, "only one asks whether it is back, once a second")
      /* The limit holds: of each company no more than this process lets in by itself. */
      for (const key of [0, 1]) {
        const let_in = answers.filter(({ sent }, n) => n % 2 === key && sent.status === 200).length
        assert.isAtMost(let_in, LIMIT + 4)
      }
    }))

  test("is slow: as if it hung", () =>
    Effect.gen(function*() {
      const { url } = yield* redis
      const way = yield* redisWay(url)
      const ask = asking(yield* Layer.build(SecondServer(withRedis(way.url))))
      yield* ask("acme")
      way.delay = 800
      yield* ask("acme")
      const [, took] = yield* timed(Effect.all(Array.from({ length: 20 }, () => ask("acme"))))
      assert.isBelow(took, 800)
    }))

  test("comes back: processes count together again, whatever it was", () =>
    Effect.gen(function*() {
      const { start, stop, url } = yield* redis
      const way = yield* redisWay(url)
      const servers = yield* Effect.all([Layer.build(SecondServer(withRedis(way.url))), Layer.build(SecondServer(withRedis(url)))])
      const both = servers.map(asking)
      yield* together(both, "acme")
      way.hangs = true
      yield* both[0]!("acme")
      way.hangs = false
      yield* together(both, "acmeTest")
      yield* Effect.promise(stop)
      for (const ask of both) assert.strictEqual((yield* ask("bolt")).status, 200)
      yield* Effect.promise(start)
      yield* together(both, "bolt")
    }))

  test("lies: nobody is let in without a count, nor kept out for longer than a minute", () =>
    Effect.gen(function*() {
      const { url } = yield* redis
      const way = yield* redisWay(url)
      const ask = asking(yield* Layer.build(SecondServer(withRedis(way.url))))
      for (const [key, lie] of [["acme", "*2\r\n:-5\r\n:60000\r\n"], ["bolt", "*2\r\n:1\r\n:99999999999\r\n"]] as const) {
        way.lie = lie
        const sent = yield* Effect.all(Array.from({ length: LIMIT + 20 }, () => ask(key)), { concurrency: 4 })
        assert.strictEqual(sent.filter(({ status }) => status === 200).length, LIMIT)
        for (const { headers } of sent) assert.isAtMost(Number(headers.get("retry-after") ?? 1), 60)
      }
      for (const lie of ["$3\r\nabc\r\n", "*0\r\n", "-ERR no\r\n", "*2\r\n$1\r\na\r\n$1\r\nb\r\n"]) {
        way.lie = lie
        const sent = yield* ask("starter")
        assert.include([200, 429], sent.status)
      }
    }))

  test("has counters that somebody left without an end, or of another kind: they end, or are not counted in", () =>
    Effect.gen(function*() {
      const { url } = yield* redis
      const client = yield* commands(url)
      const ask = asking(yield* Layer.build(SecondServer(withRedis(url))))
      yield* ask("acme")
      const [counter] = yield* Effect.promise(() => client.keys("rate:*:company 1"))
      yield* Effect.promise(() => client.set(counter!, "1000000"))
      const refused = yield* ask("acme")
      assert.strictEqual(refused.status, 429)
      assert.isAtMost(Number(refused.headers.get("retry-after")), 60)
      const left = yield* Effect.promise(() => client.pTTL(counter!))
      assert.isTrue(left > 0 && left <= 60_000)
      yield* Effect.promise(async () => {
        await client.del(counter!)
        await client.lPush(counter!, "x")
      })
      assert.strictEqual((yield* ask("acme")).status, 200)
    }))

  test("is full of addresses: each counter ends by itself", () =>
    Effect.gen(function*() {
      const { url } = yield* redis
      const client = yield* commands(url)
      const server = yield* Layer.build(SecondServer(withRedis(url)))
      yield* Effect.all(Array.from({ length: 500 }, (_, n) =>
        at(server, send("/crm/contacts", { headers: { "x-forwarded-for": `203.0.${n >> 8}.${n & 255}` } }))), { concurrency: 8 })
      const keys = yield* Effect.promise(() => client.keys("rate:*:address *"))
      assert.isAtLeast(keys.length, 100)
      const ends = yield* Effect.promise(() => Promise.all(keys.map((key) => client.pTTL(key))))
      for (const end of ends) assert.isTrue(end > 0 && end <= 60_000, String(end))
    }))

  test("is used by two installations: neither counts the other's", () =>
    Effect.gen(function*() {
      const { url } = yield* redis
      const [one, other] = [yield* Layer.build(Layer.fresh(TestServerWith(withRedis(url)))), yield* Layer.build(Layer.fresh(TestServerWith(withRedis(url))))]
      assert.strictEqual(remaining(yield* asking(one)("acme")), LIMIT - 1)
      assert.strictEqual(remaining(yield* asking(one)("acme")), LIMIT - 2)
      assert.strictEqual(remaining(yield* asking(other)("acme")), LIMIT - 1)
    }))

  test("hangs at the start, which is told, or at the end, which does not wait", () =>
    Effect.gen(function*() {
      const { url } = yield* redis
      const silent = yield* redisWay(url)
      silent.hangs = true
      const [failed, waited] = yield* timed(Effect.flip(Effect.scoped(Layer.build(SecondServer(withRedis(silent.url))))))
      assert.match((failed as { readonly message: string }).message, /^Redis at 127\.0\.0\.1:\d+ cannot be reached \(it does not answer\)/)
      assert.isBelow(waited, 20_000)
      const way = yield* redisWay(url)
      const [, left] = yield* timed(Effect.scoped(Effect.gen(function*() {
        const ask = asking(yield* Layer.build(SecondServer(withRedis(way.url))))
        yield* ask("acme")
        way.hangs = true
        yield* ask("acme")
      })))
      assert.isBelow(left, 15_000)
    }))
})

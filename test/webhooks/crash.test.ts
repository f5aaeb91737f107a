import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { DatabaseUrl, FreshDatabase, OwnerSql } from "../support/database.ts"
import { companyIds, seed } from "../support/test-server.ts"
import { eventNumbers } from "../support/journal.ts"
import { arrived, receiver, until } from "./receiver.ts"

const program = join(import.meta.dirname, "dispatcher-child.ts")

const ended = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, "exit")
  child.kill(signal)
  await gone
}

/** A process that delivers, once it does. */
const dispatcher = Effect.acquireRelease(
  Effect.flatMap(DatabaseUrl, (url) =>
    Effect.promise(async () => {
      const child = spawn(process.execPath, [program, Redacted.value(url)], { stdio: ["ignore", "pipe", "inherit"] })
      await Promise.race([once(child.stdout, "data"), once(child, "exit").then(() => Promise.reject(new Error("it did not start")))])
      return {
        pid: child.pid!,
        kill: Effect.promise(() => ended(child, "SIGKILL")),
        stop: Effect.promise(() => ended(child, "SIGTERM"))
      }
    })),
  ({ kill }) => kill
)

const endpoint = Effect.fnUntraced(function*(url: string) {
  const sql = yield* OwnerSql
  yield* sql`update webhooks set deleted_at = now()`
  const [row] = yield* sql<{ id: number }>`insert into webhooks (company_id, url, events, livemode, secret)
    values (${companyIds.acme}, ${url}, '{*}', true, 'correct-horse-battery') returning id`
  return row!.id
}, Effect.orDie)

const happen = (count: number, request = "r") =>
  OwnerSql.use((sql) => sql`insert into events (company_id, kind, livemode, request_id, data)
    select ${companyIds.acme}, 'order.paid', true, ${request}, '{"object": {"id": 1}}' from generate_series(1, ${count}::int)`).pipe(Effect.orDie)

const log = Effect.fnUntraced(function*(webhook: number) {
  const sql = yield* OwnerSql
  return yield* sql<any>`select * from webhook_deliveries where webhook_id = ${webhook} order by id`
}, Effect.orDie)

/** As if the forty seconds were over for which whoever died had taken its work. */
const leasesEnd = OwnerSql.use((sql) =>
  sql`update webhook_deliveries set leased_until = now() where leased_until is not null`).pipe(Effect.orDie)

layer(FreshDatabase(seed), { excludeTestServices: true })("a dispatcher that dies", (it) => {
  it.effect("between claim and answer: another sends it again when the lease is over, and not before", () =>
    Effect.gen(function*() {
      const slow = yield* receiver((response, _, turn) => void (turn > 1 && response.writeHead(200).end("at last")))
      const webhook = yield* endpoint(slow.url)
      const first = yield* dispatcher
      yield* happen(1)
      yield* arrived(slow, 1)
      yield* first.kill
      const [leased] = yield* log(webhook)
      assert.deepInclude(leased, { status: "pending", attempts: 0, claim: 1 })
      assert.isAbove(Date.parse(leased.leased_until), Date.now() + 15_000)
      yield* dispatcher
      yield* Effect.sleep("1500 millis")
      assert.lengthOf(slow.received, 1)
      yield* leasesEnd
      const [done] = yield* until(log(webhook), ([one]) => one.status === "succeeded")
      assert.deepInclude(done, { attempts: 1, claim: 2, answer: "at last" })
      assert.lengthOf(slow.received, 2)
      assert.strictEqual(slow.received[0]!.headers["webhook-id"], slow.received[1]!.headers["webhook-id"])
    }))

  it.effect("at any moment, again and again: every event arrives, its numbers without a gap", () =>
    Effect.gen(function*() {
      const rounds = 6
      const each = 60
      const busy = yield* receiver((response) => void setTimeout(() => response.writeHead(200).end(), 20))
      const webhook = yield* endpoint(busy.url)
      for (let round = 0; round < rounds; round++) {
        const one = yield* dispatcher
        yield* happen(each)
        yield* Effect.sleep(round * 60)
        yield* one.kill
        yield* leasesEnd
      }
      yield* dispatcher
      const rows = yield* until(log(webhook), (rows) =>
        rows.length === rounds * each && rows.every(({ status }: any) => status === "succeeded"), 30_000)
      const sequences = new Set(busy.received.map(({ event }) => event.sequence))
      assert.strictEqual(sequences.size, rounds * each)
      assert.strictEqual(new Set(rows.map(({ event_id }: any) => event_id)).size, rounds * each)
      const numbers = yield* eventNumbers(companyIds.acme)
      assert.deepStrictEqual(numbers, Array.from(numbers, (_, n) => n + 1))
      const bodies = Map.groupBy(busy.received, ({ event }) => event.id)
      for (const [id, times] of bodies) assert.strictEqual(new Set(times.map(({ body }) => body)).size, 1, id)
    }))

  it.effect("that is told to stop ends what it can and hands back the rest at once", () =>
    Effect.gen(function*() {
      const hangs = yield* receiver((response, { event }) => {
        if (event.request_id === "quick") setTimeout(() => response.writeHead(200).end(), 500)
      })
      const webhook = yield* endpoint(hangs.url)
      const one = yield* dispatcher
      yield* happen(1, "quick")
      yield* happen(40, "never")
      yield* arrived(hangs, 4)
      yield* one.stop
      const rows = yield* log(webhook)
      assert.strictEqual(rows.filter(({ status }: any) => status === "succeeded").length, 1)
      assert.isTrue(rows.every(({ leased_until }: any) => leased_until === null))
      assert.isTrue(rows.every(({ attempts, status }: any) => status === "succeeded" || attempts === 0))
    }))
})

layer(FreshDatabase(seed), { excludeTestServices: true })("two dispatchers", (it) => {
  it.effect("share the work: every event arrives once", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const busy = yield* receiver((response) => void setTimeout(() => response.writeHead(200).end(), 10))
      yield* Effect.forEach(Array.from({ length: 4 }), () =>
        sql`insert into webhooks (company_id, url, events, livemode, secret)
          values (${companyIds.acme}, ${busy.url}, '{*}', true, 'correct-horse-battery')`)
      yield* Effect.all([dispatcher, dispatcher], { concurrency: 2 })
      const listening = sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and application_name = 'service system' and query ilike 'listen%webhooks_due%'`
      yield* until(listening, ([row]) => row!.n === 2)
      for (let n = 0; n < 10; n++) {
        yield* happen(50)
        yield* Effect.sleep("50 millis")
      }
      yield* arrived(busy, 2_000, 90_000)
      yield* Effect.sleep("500 millis")
      assert.lengthOf(busy.received, 2_000)
      assert.strictEqual(new Set(busy.received.map(({ headers }) => headers["x-service-delivery"])).size, 2_000)
    }))
})

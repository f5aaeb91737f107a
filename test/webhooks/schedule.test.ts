import { assert, describe, it, layer } from "@effect/vitest"
import { Clock, Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { Commits } from "#layers/kernel/commit-listeners"
import { ServiceConfig } from "#layers/kernel/config"
import { Webhooks } from "#layers/webhooks/services"
import { schedule, stateAfter } from "#schemas/webhooks/schedule"
import { Dispatcher } from "#workflows/webhooks/dispatcher"
import { FreshDatabase, OwnerSql } from "../support/database.ts"
import { companyIds, TestServerWith, seed } from "../support/test-server.ts"
import { addContact, create, settledLog } from "./calls.ts"
import { arrived, here, receiver, until } from "./receiver.ts"

const minutes = (n: number) => n * 60_000
const failed = { error: "The endpoint answered 500.", retryAfter: undefined }

describe("the schedule", () => {
  it("is five attempts within 23 h 44 min, each wait six times the one before", () => {
    assert.deepStrictEqual([...schedule.waits], [minutes(5.5), minutes(33), minutes(198), minutes(1_188)])
    const whole = schedule.waits.reduce((all, wait) => all + wait, 0)
    assert.strictEqual(Math.floor(whole / 60_000), 23 * 60 + 44)
  })

  it("waits what is decided, give or take a tenth, whatever the endpoint asks for", () => {
    fc.assert(fc.property(
      fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), fc.option(fc.integer({ min: 0, max: 10 * 86_400_000 })),
      (position, random, asked) => {
        const state = stateAfter(position, { ...failed, retryAfter: asked ?? undefined }, random)
        assert.strictEqual(state.position, position)
        if (position >= 5) return assert.strictEqual(state.status, "failed")
        if (state.status !== "pending") return assert.fail(state.status)
        const wait = schedule.waits[position - 1]!
        const least = Math.min(asked ?? 0, schedule.mostRetryAfter)
        assert.isAtLeast(state.wait, Math.max(Math.floor(wait * 0.9), least))
        assert.isAtMost(state.wait, Math.max(Math.ceil(wait * 1.1), least))
      }
    ))
  })

  it("ends with the first success", () => {
    for (const position of [1, 2, 5]) {
      assert.deepStrictEqual(stateAfter(position, { error: null, retryAfter: 60_000 }, 0.5), { status: "succeeded", position })
    }
  })
})

/** A clock that stands still until it is told. */
class Hands extends Context.Service<Hands, TestClock.TestClock>()("test/Hands") {}

const clock = Layer.effect(Hands, TestClock.make())

/** All that delivers, without the rest of the server, by that clock; the database and the sockets go by their own. */
const Works = Dispatcher.pipe(
  Layer.provide(Layer.effect(Clock.Clock, Hands)),
  Layer.provideMerge(clock),
  Layer.provideMerge(Webhooks),
  Layer.provideMerge(Commits.layer),
  Layer.provideMerge(FreshDatabase(seed)),
  Layer.provide(ServiceConfig.layerOf(here))
)

/** Time that passes for those who deliver; what they do meanwhile takes real time. */
const pass = (ms: number) => Hands.use((hands) => Effect.andThen(hands.adjust(ms), Effect.sleep("150 millis")))

const endpoint = Effect.fnUntraced(function*(url: string, events: ReadonlyArray<string>) {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ id: number }>`
    insert into webhooks (company_id, url, events, livemode, secret)
    values (${companyIds.acme}, ${url}, ${[...events]}::text[], true, 'correct-horse-battery') returning id`
  return row!.id
}, Effect.orDie)

const happen = (kind: string) =>
  OwnerSql.use((sql) => sql`insert into events (company_id, kind, livemode, request_id, data)
    values (${companyIds.acme}, ${kind}, true, 'r', '{"object": {"id": 1}}')`).pipe(Effect.orDie)

const delivery = Effect.fnUntraced(function*(webhook: number) {
  const sql = yield* OwnerSql
  const rows = yield* sql<any>`select * from webhook_deliveries where webhook_id = ${webhook} order by id`
  return rows[0]
}, Effect.orDie)

layer(Works, { excludeTestServices: true })("by a clock of its own", (it) => {
  it.effect("a receiver that fails four times gets exactly five attempts at the decided times; one that always fails, no sixth", () =>
    Effect.gen(function*() {
      yield* (yield* Hands).setTime(Date.now())
      const mends = yield* receiver((response, _, turn) => void response.writeHead(turn < 5 ? 503 : 200).end(`turn ${turn}`))
      const never = yield* receiver((response) => void response.writeHead(500).end())
      const mending = yield* endpoint(mends.url, ["order.*"])
      const failing = yield* endpoint(never.url, ["order.*"])
      yield* happen("order.paid")
      yield* pass(1_000)
      yield* pass(1_000)
      for (const [index, wait] of schedule.waits.entries()) {
        for (const [id, one] of [[mending, mends], [failing, never]] as const) {
          const row = yield* until(delivery(id), ({ attempts }) => attempts === index + 1)
          assert.lengthOf(one.received, index + 1)
          assert.deepInclude(row, { status: "pending", position: index + 1 })
          const gap = Date.parse(row.next_attempt_at) - Date.parse(row.log.at(-1).at)
          assert.isAtLeast(gap, wait * 0.9 - 1)
          assert.isAtMost(gap, wait * 1.1 + 1_000)
        }
        yield* pass(wait * 0.9 - 5_000)
        assert.deepStrictEqual([mends.received.length, never.received.length], [index + 1, index + 1])
        yield* pass(wait * 0.2 + 5_000)
        yield* pass(1_000)
      }
      const done = yield* until(delivery(mending), ({ status }) => status === "succeeded")
      assert.deepInclude(done, { attempts: 5, position: 5, answer: "turn 5" })
      assert.deepStrictEqual(done.log.map(({ status }: any) => status), [503, 503, 503, 503, 200])
      assert.strictEqual(new Set(mends.received.map(({ body }) => body)).size, 1)
      assert.deepInclude(yield* until(delivery(failing), ({ status }) => status === "failed"), { attempts: 5, position: 5 })
      for (let day = 0; day < 3; day++) yield* pass(86_400_000)
      assert.deepStrictEqual([mends.received.length, never.received.length], [5, 5])
    }))

  it.effect("an endpoint that fails for five days is switched off, and the company is told", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const never = yield* receiver((response) => void response.writeHead(500).end())
      const other = yield* receiver()
      const failing = yield* endpoint(never.url, ["task.*"])
      yield* endpoint(other.url, ["webhook.disabled"])
      const state = Effect.map(Effect.orDie(sql<any>`select * from webhooks where id = ${failing}`), ([row]) => row)
      for (let day = 0; day < 5; day++) {
        yield* happen("task.created")
        yield* pass(1_000)
        yield* pass(86_400_000 - 2_000)
        yield* pass(1_000)
      }
      assert.deepInclude(yield* state, { disabled_at: null })
      yield* happen("task.created")
      yield* pass(3_600_000)
      yield* pass(1_000)
      const off = yield* until(state, ({ disabled_at }) => disabled_at !== null)
      assert.deepInclude(off, { disabled_reason: "failing" })
      assert.isAtLeast(Date.parse(off.disabled_at) - Date.parse(off.failing_since), 5 * 86_400_000)
      yield* pass(1_000)
      yield* pass(1_000)
      yield* arrived(other, 1)
      const { data, kind } = other.received[0]!.event
      assert.strictEqual(kind, "webhook.disabled")
      assert.deepInclude(data.object, { id: failing, enabled: false, disabled_reason: "failing" })
      assert.notProperty(data.object, "secret")
      const count = never.received.length
      yield* happen("task.created")
      yield* pass(86_400_000)
      yield* pass(86_400_000)
      assert.lengthOf(never.received, count)
    }))
})

layer(TestServerWith({ ...here, webhookTimeScale: 0.0001 }), { excludeTestServices: true })("by the clock on the wall, a day in nine seconds", (it) => {
  it.effect("a receiver that fails four times gets five attempts", () =>
    Effect.gen(function*() {
      const mends = yield* receiver((response, _, turn) => void response.writeHead(turn < 5 ? 500 : 204).end())
      const webhook = yield* create(mends.url)
      yield* addContact("Grace")
      const [log] = yield* settledLog(webhook.id, 1, 60_000)
      assert.deepInclude(log, { status: "succeeded", attempt_count: 5 })
      const times = mends.received.map(({ at }) => at)
      for (const [index, wait] of schedule.waits.entries()) {
        const gap = times[index + 1]! - times[index]!
        assert.isAtLeast(gap, wait * 0.9 * 0.0001 - 20)
        assert.isAtMost(gap, wait * 1.1 * 0.0001 + 3_000)
      }
    }))
})

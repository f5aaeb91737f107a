import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { goal } from "../../support/goals.ts"
import { companyIds, json, send } from "../../support/test-server.ts"
import { port } from "../../support/wire.ts"
import { counting } from "./programs.ts"
import { follow } from "./reading.ts"
import { server } from "./server.ts"

/** Holds the counting back before a number. */
const heldAt = (number: number) => {
  const gate = Promise.withResolvers<void>()
  counting.made.clear()
  counting.before = (n) => n === number ? gate.promise : Promise.resolve()
  return () => gate.resolve()
}

const path = "/bodies/counts"
const numbers = (events: ReadonlyArray<{ readonly event: string; readonly data: any }>) => events.filter(({ event }) => event === "piece").map(({ data }) => data.n)
const upTo = (to: number) => Array.from({ length: to }, (_, n) => n + 1)

layer(server(), { excludeTestServices: true })("an answer that is made piece by piece", (it) => {
  it.effect("is followed as it is made, or given whole", () =>
    Effect.gen(function*() {
      const listening = yield* port
      const go = heldAt(3)
      const reading = follow({ port: listening, path, body: { to: 4 } })
      assert.deepStrictEqual(numbers(yield* Effect.promise(() => reading.next(2))), [1, 2])
      go()
      const events = yield* Effect.promise(reading.all)
      assert.deepStrictEqual(numbers(events), [1, 2, 3, 4])
      assert.deepStrictEqual([events.at(-1)!.event, events.at(-1)!.data], ["answer", { sum: 10 }])
      assert.isTrue(reading.isWhole())
      const whole = yield* send(path, { key: "acme", method: "POST", ...json({ to: 4 }) })
      assert.deepStrictEqual([whole.status, whole.json, whole.headers.get("content-type")], [201, { sum: 10 }, "application/json"])
      const sql = yield* OwnerSql
      const receipts = yield* sql<{ verb: string }>`select verb from receipts where company_id = ${companyIds.acme}`
      assert.deepStrictEqual(receipts.map(({ verb }) => verb), ["count_up", "count_up"])
    }))

  it.effect("is made once for each key, however often it is asked for, in either form", () =>
    Effect.gen(function*() {
      const listening = yield* port
      const go = heldAt(3)
      const headers = { "idempotency-key": "count-1" }
      const first = follow({ port: listening, path, body: { to: 5 }, headers })
      yield* Effect.promise(() => first.next(2))
      const second = follow({ port: listening, path, body: { to: 5 }, headers })
      assert.deepStrictEqual(numbers(yield* Effect.promise(() => second.next(2))), [1, 2])
      const third = send(path, { key: "acme", method: "POST", ...json({ to: 5 }), headers })
      const other = yield* send(path, { key: "acme", method: "POST", ...json({ to: 6 }), headers })
      assert.strictEqual(other.status, 409)
      first.cut()
      go()
      assert.deepStrictEqual(numbers(yield* Effect.promise(second.all)), upTo(5))
      const whole = yield* third
      assert.deepStrictEqual([whole.status, whole.json, whole.headers.get("idempotent-replayed")], [201, { sum: 15 }, "true"])
      const again = follow({ port: listening, path, body: { to: 5 }, headers })
      assert.deepStrictEqual((yield* Effect.promise(again.all)).map(({ data }) => data), [...upTo(5).map((n) => ({ n })), { sum: 15 }])
      assert.deepStrictEqual([...counting.made], upTo(5).map((n) => [n, 1]))
      assert.strictEqual((yield* send(path, { key: "bolt", method: "POST", ...json({ to: 1 }), headers })).json.sum, 1)
    }))

  it.effect("goes on after the piece that a client had last", () =>
    Effect.gen(function*() {
      const listening = yield* port
      const go = heldAt(4)
      const first = follow({ port: listening, path, body: { to: 6 } })
      const [, { id }] = (yield* Effect.promise(() => first.next(2))) as any
      first.cut()
      const back = follow({ port: listening, path, body: { to: 6 }, headers: { "last-event-id": id } })
      assert.deepStrictEqual(numbers(yield* Effect.promise(() => back.next(1))), [3])
      go()
      const events = yield* Effect.promise(back.all)
      assert.deepStrictEqual(numbers(events), [3, 4, 5, 6])
      assert.deepStrictEqual(events.at(-1)!.data, { sum: 21 })
      assert.deepStrictEqual([...counting.made.values()], upTo(6).map(() => 1))
      for (const [key, last, status] of [["bolt", id, 409], ["acme", "999999.1", 409], ["acme", `${id.split(".")[0]}.2`, 409]] as const) {
        const refused = yield* send(path, { key, method: "POST", ...json({ to: 7 }), headers: { "last-event-id": last } })
        assert.strictEqual(refused.status, status, `${key} ${last}`)
      }
    }))

  it.effect("ends with the error that it came to", () =>
    Effect.gen(function*() {
      const listening = yield* port
      heldAt(0)
      const headers = { "idempotency-key": "count-2" }
      for (const path of ["/bodies/counts", "/bodies/counts"]) {
        const reading = follow({ port: listening, path, body: { to: 2, fail: true }, headers })
        const events = yield* Effect.promise(reading.all)
        assert.deepStrictEqual([numbers(events), events.at(-1)!.event, events.at(-1)!.data.code], [[1, 2], "error", "conflict"])
      }
      const whole = yield* send(path, { key: "acme", method: "POST", ...json({ to: 2, fail: true }), headers })
      assert.deepStrictEqual([whole.status, whole.json.message], [409, "It may not be counted."])
      for (const more of [headers, {}]) {
        const problem = yield* send(path, { key: "acme", method: "POST", ...json({ to: 2, fail: true }), headers: { ...more, accept: "application/problem+json" } })
        assert.deepStrictEqual([problem.status, problem.headers.get("content-type")], [409, "application/problem+json"])
        assert.deepInclude(problem.json, { type: "/docs#error-conflict", detail: "It may not be counted.", message: "It may not be counted." })
      }
      /* Who made it accepted the other form: it is kept in none but ours. */
      const first = yield* send(path, { key: "acme", method: "POST", ...json({ to: 2, fail: true }), headers: { "idempotency-key": "count-3", accept: "application/problem+json" } })
      const second = yield* send(path, { key: "acme", method: "POST", ...json({ to: 2, fail: true }), headers: { "idempotency-key": "count-3" } })
      assert.deepStrictEqual([first.json.type, second.json.type, second.headers.get("content-type")], ["/docs#error-conflict", undefined, "application/json"])
      const wrong = follow({ port: listening, path, body: { to: "x" } })
      yield* Effect.promise(wrong.all)
      assert.strictEqual(wrong.status(), 422)
    }))

  it.effect("is cut when its credential ends, and is made no further", () =>
    Effect.gen(function*() {
      const listening = yield* port
      const sql = yield* OwnerSql
      const go = heldAt(3)
      const began = performance.now()
      const reading = follow({ port: listening, path, body: { to: 4 }, key: "admin" })
      yield* Effect.promise(() => reading.next(2))
      yield* sql`update api_keys set revoked_at = now() where label = 'admin'`
      yield* eventually(Effect.sync(reading.isOver), (isOver) => isOver, goal(2_000))
      assert.isFalse(reading.isWhole())
      /* A request is authorized again once it is half a second old. */
      yield* eventually(Effect.sync(() => performance.now() - began), (ms) => ms > 600)
      go()
      yield* eventually(
        sql<{ outcome: any }>`select outcome from event_streams order by id desc limit 1`, ([row]) => row?.outcome?.status === 401
      )
    }))

  it.effect("is made to its end where a reader stops", () =>
    Effect.gen(function*() {
      const listening = yield* port
      heldAt(0)
      const sql = yield* OwnerSql
      const reading = follow({ port: listening, path, body: { to: 5_000 } })
      reading.asking.on("response", (response) => response.pause())
      yield* eventually(
        sql<{ pieces: number; outcome: any }>`select pieces, outcome from event_streams order by id desc limit 1`,
        ([row]) => row?.pieces === 5_000 && row.outcome?.body === "{\"sum\":12502500}", 30_000
      )
      reading.cut()
    }))
})

layer(server({ companyRateLimit: 0 }), { excludeTestServices: true })("an answer that is made piece by piece, of a tier,", (it) => {
  it.effect("is made for a company a few at a time, and a key that is known is not refused", () =>
    Effect.gen(function*() {
      const listening = yield* port
      const sql = yield* OwnerSql
      const go = heldAt(2)
      const most = 6
      const open = (n: number) => follow({ port: listening, path, body: { to: 3 }, key: "starter", headers: { "idempotency-key": `limit-${n}` } })
      const all = upTo(most).map(open)
      yield* Effect.promise(() => Promise.all(all.map((reading) => reading.next(1))))
      const refused = yield* send(path, { key: "starter", method: "POST", ...json({ to: 3 }) })
      assert.deepStrictEqual([refused.status, refused.json.code, refused.headers.get("retry-after")], [429, "rate_limit_exceeded", "5"])
      assert.include(refused.json.message, `No more than ${most} answers`)
      const again = open(1)
      assert.deepStrictEqual(numbers(yield* Effect.promise(() => again.next(1))), [1])
      assert.strictEqual((yield* send(path, { key: "bolt", method: "POST", ...json({ to: 1 }) })).status, 201)
      const [row] = yield* sql<{ n: number }>`select count(*) as n from event_streams where outcome is null`
      assert.strictEqual(row!.n, most)
      go()
      yield* Effect.promise(() => Promise.all([...all, again].map((reading) => reading.all())))
      assert.strictEqual((yield* send(path, { key: "starter", method: "POST", ...json({ to: 3 }) })).status, 201)
    }))
})

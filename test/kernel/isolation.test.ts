import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { HttpServer } from "effect/http"
import { connect } from "node:net"
import { OwnerSql } from "../support/database.ts"
import { TestServer, TestServerWith, json, secrets, send } from "../support/test-server.ts"

/** While `work` goes on, whatever reads or writes the table waits for us: every statement on it takes as long as it may. */
const blocking = <A, E, R>(table: string, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const sql = yield* OwnerSql
    return yield* sql.withTransaction(Effect.gen(function*() {
      yield* sql`lock table ${sql(table)} in access exclusive mode`
      return yield* work
    }))
  })

const tally = (sent: ReadonlyArray<{ readonly status: number }>) => {
  const counts: Record<number, number> = {}
  for (const { status } of sent) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

layer(TestServer, { excludeTestServices: true })("a company whose reads take long", (it) => {
  it.effect("gets a refusal that names what can be narrowed", () =>
    Effect.gen(function*() {
      const { headers, json: body, status } = yield* blocking("activities", send("/crm/activities?contact_id=1&limit=2", { key: "acme" }))
      assert.strictEqual(status, 422)
      assert.strictEqual(body.code, "query_too_expensive")
      assert.deepStrictEqual(body.details, [{ field: "contact_id", error: "narrow this", received: "1" }])
      assert.strictEqual(headers.get("x-request-id"), body.request_id)
      const after = yield* send("/crm/activities?limit=2", { key: "acme" })
      assert.strictEqual(after.status, 200)
    }))

  it.effect("holds up no other, and has two of them at a time", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* blocking("activities", Effect.gen(function*() {
        const slow = yield* Effect.forkChild(
          Effect.all(Array.from({ length: 20 }, (_, n) => send(`/crm/activities?limit=${1 + n}`, { key: "acme" })), { concurrency: "unbounded" })
        )
        const others = yield* Effect.all(
          Array.from({ length: 100 }, () => send("/crm/contacts?limit=1", { key: "bolt" })), { concurrency: 4 }
        )
        assert.deepStrictEqual(tally(others), { 200: 100 })
        const made = yield* send("/crm/contacts", { key: "bolt", method: "POST", ...json({ first_name: "Ada" }) })
        assert.strictEqual(made.status, 201)
        assert.isUndefined(slow.pollUnsafe(), "the others were answered before the slow reads were")
        const [{ n } = { n: 0 }] = yield* sql<{ n: number }>`
          select count(*) as n from pg_stat_activity
          where datname = current_database() and application_name = 'service slow reads' and state = 'active'`
        assert.isAtMost(n, 2)
        yield* Fiber.interrupt(slow)
      }))
    }))

  it.effect("begins what is new to it apart from what was quick before", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* blocking("deals", Effect.gen(function*() {
        const slow = yield* Effect.forkChild(send("/crm/deals?limit=2", { key: "bolt" }))
        for (let sample = 0; sample < 40; sample++) {
          const held = yield* sql<{ name: string }>`
            select application_name as name from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          assert.notInclude(held.map(({ name }) => name), "service")
          yield* Effect.sleep("5 millis")
        }
        assert.isUndefined(slow.pollUnsafe(), "it waited all the while")
        yield* Fiber.interrupt(slow)
      }))
    }))

  it.effect("is let in again once its reads are quick", () =>
    Effect.gen(function*() {
      for (let round = 0; round < 3; round++) {
        yield* blocking("activities", Effect.timeoutOption(send("/crm/activities", { key: "cautious" }), "300 millis"))
      }
      const sent = yield* Effect.all(Array.from({ length: 64 }, () => send("/crm/activities", { key: "cautious" })), { concurrency: "unbounded" })
      assert.deepStrictEqual(tally(sent), { 200: 64 })
    }))
})

layer(TestServer, { excludeTestServices: true })("a company whose writes take long", (it) => {
  it.effect("leaves connections to others", () =>
    blocking("activities", Effect.gen(function*() {
      const slow = yield* Effect.forkChild(Effect.all(
        Array.from({ length: 40 }, () => send("/crm/activities", { key: "acme", method: "POST", ...json({ kind: "note", subject: "Hello" }) })),
        { concurrency: "unbounded" }
      ))
      const others = yield* Effect.all(
        Array.from({ length: 20 }, () => send("/crm/contacts", { key: "bolt", method: "POST", ...json({ first_name: "Ada" }) })),
        { concurrency: 4 }
      )
      assert.deepStrictEqual(tally(others), { 201: 20 })
      assert.isUndefined(slow.pollUnsafe(), "the others were answered before the slow writes were")
      yield* Fiber.interrupt(slow)
    })))
})

/** Asks again as soon as it is answered, until it is told to stop; `answered` is called each time. */
const insistent = (port: number, answered: () => void) => {
  const request = `GET /api/v1/crm/contacts?limit=200 HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${secrets.acme}\r\n\r\n`
  const socket = connect(port, "127.0.0.1", () => socket.write(request))
  let pending = ""
  socket.on("data", (chunk) => {
    pending += chunk.toString("latin1")
    for (;;) {
      const head = pending.indexOf("\r\n\r\n")
      const length = Number(/content-length: (\d+)/i.exec(pending)?.[1] ?? Number.NaN)
      if (head < 0 || Number.isNaN(length) || pending.length < head + 4 + length) return
      pending = pending.slice(head + 4 + length)
      answered()
      socket.write(request)
    }
  })
  socket.on("error", () => {})
  return socket
}

layer(TestServerWith({ companyRateLimit: 1_000 }), { excludeTestServices: true })("a company that is refused over 200 connections", (it) => {
  it.effect("gives way to others", () =>
    Effect.gen(function*() {
      const { port } = (yield* HttpServer.HttpServer).address as unknown as { readonly port: number }
      let answers = 0
      const sockets = Array.from({ length: 200 }, () => insistent(port, () => answers++))
      yield* Effect.addFinalizer(() => Effect.sync(() => sockets.forEach((socket) => socket.destroy())))
      while (answers < 3_000) yield* Effect.sleep("20 millis")
      const seen: Array<number> = []
      for (let n = 0; n < 50; n++) {
        const before = answers
        const { status } = yield* send("/crm/contacts?limit=1", { key: "bolt" })
        assert.strictEqual(status, 200)
        seen.push(answers - before)
      }
      // One turn of all 200 connections is what a request of another would have to wait for at each of its steps.
      assert.isBelow(seen.sort((a, b) => a - b)[25]!, 200, `answers to the refused during each: ${seen.join(" ")}`)
    }).pipe(Effect.scoped))
})

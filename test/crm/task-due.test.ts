import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { OwnerSql } from "../support/database.ts"
import { TestServer, send } from "../support/test-server.ts"
import { call, eventsOf, receiptsOf } from "./records.ts"

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

const made = (due_at: string | null) => Effect.map(call("acme", "POST", "/crm/tasks", { title: "T", due_at }), ({ json }) => json.id as number)
const changed = (id: number, body: object) => Effect.map(call("acme", "PATCH", `/crm/tasks/${id}`, body), ({ json }) => json)
const told = (id: number) => Effect.map(eventsOf("acme", "task", id), (events) => events.filter(({ kind }) => kind === "task.due").length)

/** Waits until it was told so often. */
const becomes = (id: number, times: number) =>
  told(id).pipe(Effect.delay("50 millis"), Effect.repeat({ until: (n) => n === times }), Effect.timeout("60 seconds"), Effect.orDie)

const runs = (status: string) =>
  Effect.map(send(`/workflows/runs?workflow=crm.task_due&status=${status}&limit=1`, { key: "acme" }), ({ json }) => json.total as number)

layer(TestServer, { excludeTestServices: true })("a task's due time", (it) => {
  it.effect("is told once, when it comes, with the task as it is", () =>
    Effect.gen(function*() {
      const due_at = inMs(2_000)
      const [id, never] = [yield* made(due_at), yield* made(null)]
      yield* changed(id, { title: "Renamed" })
      yield* becomes(id, 1)
      assert.isAtLeast(Date.now(), Date.parse(due_at))
      const events = yield* eventsOf("acme", "task", id)
      assert.deepStrictEqual(events.map(({ kind }) => kind), ["task.created", "task.due"])
      assert.deepInclude(events[1]!.object, { id, title: "Renamed", status: "open", due_at, version: 2 })
      assert.deepInclude((yield* receiptsOf("acme", "task", id)).at(-1), { verb: "task_due" })
      const past = yield* made("2026-01-01T00:00:00Z")
      yield* becomes(past, 1)
      assert.deepStrictEqual([yield* told(id), yield* told(never)], [1, 0])
    }))

  it.effect("moves, and is forgotten when the task is completed or has none", () =>
    Effect.gen(function*() {
      const before = yield* runs("canceled")
      const soon = inMs(12_000)
      const [later, sooner, completed, emptied, back] = [
        yield* made(soon), yield* made("2099-01-01T00:00:00Z"), yield* made(soon), yield* made(soon), yield* made(soon)
      ]
      yield* changed(later, { due_at: "2099-01-01T00:00:00Z" })
      yield* changed(sooner, { due_at: soon })
      yield* call("acme", "POST", `/crm/tasks/${completed}/complete`)
      yield* changed(emptied, { due_at: null })
      yield* changed(back, { due_at: "2099-01-01T00:00:00Z" })
      yield* changed(back, { due_at: soon })
      yield* becomes(sooner, 1)
      yield* becomes(back, 1)
      yield* Effect.sleep("2 seconds")
      assert.deepStrictEqual(
        [yield* told(later), yield* told(sooner), yield* told(completed), yield* told(emptied), yield* told(back)], [0, 1, 0, 0, 1]
      )
      yield* runs("canceled").pipe(
        Effect.repeat({ until: (canceled) => canceled === before + 6, schedule: Schedule.spaced("50 millis") }), Effect.timeout("90 seconds")
      )

      yield* changed(completed, { status: "open" })
      yield* becomes(completed, 1)
      yield* call("acme", "POST", `/crm/tasks/${completed}/complete`)
      yield* changed(completed, { status: "open" })
      yield* changed(sooner, { due_at: "2099-01-01T00:00:00Z" })
      yield* changed(sooner, { due_at: soon })
      const again = inMs(500)
      yield* changed(back, { due_at: again })
      yield* becomes(back, 2)
      assert.deepStrictEqual([yield* told(completed), yield* told(sooner)], [1, 1])
    }))

  it.effect("does not come or go without the change that caused it", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const count = sql<{ n: number }>`select count(*) as n from workflow_runs`
      const [before] = yield* count
      assert.strictEqual((yield* call("acme", "POST", "/crm/tasks", { title: "T", due_at: inMs(500), contact_id: 999_999 })).status, 422)
      const id = yield* made("2099-01-01T00:00:00Z")
      const { status } = yield* call("acme", "PATCH", `/crm/tasks/${id}`, { due_at: inMs(500), contact_id: 999_999 })
      assert.strictEqual(status, 422)
      const [after] = yield* count
      assert.strictEqual(after!.n, before!.n + 1)
    }))

  it.effect("that many tasks share is told for each", () =>
    Effect.gen(function*() {
      const due_at = inMs(3_000)
      const ids = yield* Effect.all(Array.from({ length: 150 }, () => made(due_at)), { concurrency: 8 })
      const sql = yield* OwnerSql
      const counts = sql<{ n: number }>`
        select count(*) as n from events where kind = 'task.due' and (data->'object'->>'id')::bigint = any(${ids}::bigint[])`
      yield* counts.pipe(
        Effect.delay("100 millis"), Effect.repeat({ until: ([row]) => row!.n >= 150 }), Effect.timeout("90 seconds"), Effect.orDie
      )
      yield* Effect.sleep("1 second")
      assert.strictEqual((yield* counts)[0]!.n, 150)
    }))
})

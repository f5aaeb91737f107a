import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it, layer } from "@effect/vitest"
import { Deferred, Effect, Layer, Schedule, Schema } from "effect"
import { provisionWithKeys } from "#layers/auth/provision"
import { owner } from "#layers/database/connections"
import { Tenancy } from "#layers/kernel/tenancy"
import type { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import { child, durable, step } from "#workflows/durable"
import { continueAsNew } from "#workflows/workflows/continue-as-new"
import { home } from "../process/service.ts"
import { DatabaseUrl, OwnerSql } from "../support/database.ts"
import { begin, companyUrl, engined, find, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { somebody } from "../support/workflows.ts"
import { Calling } from "./priorities-works.ts"

/** One at a time; the first of them until it is let go. */
const gate = Deferred.makeUnsafe<void>()
const order: Array<string> = []
const Placed = durable({ name: "ranked.placed", version: 1, payload: { name: Schema.String }, concurrency: { total: 1, perCompany: 1 } })
const PlacedProgram = Placed.program(({ name }) => step("work", {}, Effect.gen(function*() {
  order.push(name)
  if (name === "first") yield* Deferred.await(gate)
})))

const called: Array<readonly [name: string, at: number]> = []
const Called = durable({ name: "ranked.called", version: 1, payload: { name: Schema.String } })
const CalledProgram = Called.program(({ name }) => step("call", { rateLimit: { name: "provider", most: 1, per: "1 second" } }, Effect.sync(() => void called.push([name, performance.now()]))))

/** Goes on as a new one, of which each has a child. */
const Family = durable({ name: "ranked.family", version: 1, payload: { n: Schema.Int }, priority: "high" })
const Child = durable({ name: "ranked.child", version: 1, payload: {} })
const LowChild = durable({ name: "ranked.low_child", version: 1, payload: {}, priority: "low" })
const FamilyProgram = Family.program(Effect.fnUntraced(function*({ n }) {
  yield* child("child", Child, {})
  yield* child("low child", LowChild, {})
  if (n < 2) return yield* continueAsNew(Family, { n: n + 1 })
}))

const until = (id: RunId, ...statuses: ReadonlyArray<string>) =>
  find(id).pipe(
    Effect.repeat({ until: ({ status }) => statuses.includes(status), schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds")
  )

const waiting = (count: number) => OwnerSql.use((sql) => sql<{ id: number }>`select id from workflow_turns where slot_at is null order by id`).pipe(
  Effect.repeat({ until: (rows) => rows.length >= count, schedule: Schedule.spaced("10 millis") }), Effect.timeout("60 seconds"))

layer(engined([[Placed, PlacedProgram], [Called, CalledProgram], [Family, FamilyProgram], [Child, Child.program(() => Effect.void)], [LowChild, LowChild.program(() => Effect.void)]]), {
  excludeTestServices: true
})("what matters more", (it) => {
  it.effect("gets a place first, in whichever company, and what has waited for long is not passed over", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    yield* Effect.provide(provisionWithKeys({ name: "other", tier: "enterprise", industry: null, owner: null }, "live"), owner(yield* DatabaseUrl))
    const other = { ...somebody, company_id: 2 as CompanyId }
    const first = yield* begin(Placed.start({ name: "first" }))
    yield* until(first, "running")
    const ids = yield* begin(Effect.all([
      Placed.start({ name: "low 1" }, { priority: "low" }), Placed.start({ name: "normal 1" }), Placed.start({ name: "high 1" }, { priority: "high" }),
      Placed.start({ name: "low 2" }, { priority: "low" }), Placed.start({ name: "normal 2" }), Placed.start({ name: "high 2" }, { priority: "high" }),
      Placed.start({ name: "old" }, { priority: "low" })
    ]))
    yield* Tenancy.use((tenancy) => tenancy.transaction(Placed.start({ name: "high of another" }, { priority: "high" }))).pipe(Effect.provideService(Caller, other))
    /* As if it had been asked for three hours ago. */
    yield* sql`update workflow_runs set created_at = created_at - interval '3 hours', ranked_at = ranked_at - interval '3 hours' where id = ${ids[6]}`
    yield* Deferred.succeed(gate, undefined)
    yield* Effect.forEach(ids, (id) => until(id, "completed", "failed"))
    assert.deepStrictEqual(order.slice(0, 2), ["first", "old"])
    assert.sameMembers(order.slice(2, 5), ["high 1", "high 2", "high of another"])
    assert.deepStrictEqual(order.slice(2, 5).filter((name) => name !== "high of another"), ["high 1", "high 2"])
    assert.deepStrictEqual(order.slice(5), ["normal 1", "normal 2", "low 1", "low 2"])
  }))

  it.effect("gets its turn first where something may be done only so often", () => Effect.gen(function*() {
    const began = performance.now()
    const low = yield* begin(Effect.forEach([1, 2, 3, 4, 5, 6], (n) => Called.start({ name: `low ${n}` }, { priority: "low" })))
    yield* waiting(3)
    const high = yield* begin(Effect.forEach([1, 2], (n) => Called.start({ name: `high ${n}` }, { priority: "high" })))
    yield* Effect.forEach([...low, ...high], (id) => until(id, "completed", "failed"))
    const names = called.map(([name]) => name.split(" ")[0])
    assert.deepStrictEqual(names, ["low", "low", "low", "high", "high", "low", "low", "low"], "turns within two seconds had been given")
    for (const [n, [, at]] of called.entries()) assert.isAtLeast(at - began, n * 1_000 - 50)
  }))

  it.effect("hands that on to the runs that go on from it, and to its children, unless they have their own", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    const id = yield* begin(Family.start({ n: 1 }))
    const next = (yield* until(id, "completed")).continued_as_id!
    yield* until(next, "completed")
    const rows = yield* sql<{ workflow: string; hours: number }>`
      select workflow, (extract(epoch from created_at - ranked_at) / 3600)::int as hours from workflow_runs where workflow like 'ranked.%' and workflow not in ('ranked.placed', 'ranked.called') order by id`
    assert.deepStrictEqual(rows.map(({ hours, workflow }) => [workflow, hours]), [1, 2].flatMap(() => [["ranked.family", 1], ["ranked.child", 1], ["ranked.low_child", -1]]))
  }))
})

it.live("those that wait for a turn keep their place through kill -9", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const file = join(yield* home, "done")
    const lines = () => existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []
    const work = killedAfter(url, join(import.meta.dirname, "priorities-works.ts"), file)
    const numbers = Array.from({ length: 12 }, (_, n) => n)
    yield* Effect.gen(function*() {
      const ids = yield* begin(Effect.forEach(numbers, (n) => Calling.start({ name: `${n}` })))
      const before = yield* work(waiting(5))
      const last = yield* begin(Calling.start({ name: "high" }, { priority: "high" }))
      yield* work(Effect.sync(lines).pipe(Effect.repeat({ until: (all) => all.length >= 4, schedule: Schedule.spaced("10 millis") }), Effect.timeout("60 seconds")))
      yield* work(Effect.forEach([...ids, last], (id) => until(id, "completed", "failed")))
      const names = lines().map((line) => line.split(" ")[0]!)
      assert.sameMembers([...new Set(names)], [...numbers.map(String), "high"])
      assert.isBelow(names.indexOf("high"), names.length - 2, "it overtook those that had no turn yet")
      const after = yield* OwnerSql.use((sql) => sql<{ id: number }>`select id from workflow_turns`)
      assert.isAbove(after.filter(({ id }) => before.some((row) => row.id === id)).length, 0, "their rows are the same")
      const sql = yield* OwnerSql
      assert.deepStrictEqual(yield* sql`select 1 from workflow_turns where slot_at is null`, [])
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped))

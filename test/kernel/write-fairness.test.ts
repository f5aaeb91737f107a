import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer } from "effect"
import { DatabaseUrl, OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { TestServer, json, send } from "../support/test-server.ts"

layer(TestServer, { excludeTestServices: true })("a company whose writes all wait", (it) => {
  it.effect("keeps no other company's from being done", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const create = (key: "acme" | "bolt", name: string) => send("/crm/contacts", { key, method: "POST", ...json({ first_name: name }) })
      const { json: { id } } = yield* create("acme", "Held")
      const held = yield* Latch.make()
      const enough = yield* Latch.make()
      const holder = yield* Effect.forkChild(
        OwnerSql.use((sql) => sql.withTransaction(Effect.gen(function*() {
          yield* sql`select from contacts where id = ${id} for update`
          yield* held.open
          yield* enough.await
        }))).pipe(Effect.provide(Layer.fresh(OwnerSql.layerOf(yield* DatabaseUrl))))
      )
      yield* held.await
      const waiting = yield* Effect.forkChild(Effect.all(
        Array.from({ length: 60 }, (_, n) => send(`/crm/contacts/${id}`, { key: "acme", method: "PATCH", ...json({ notes: `${n}` }) })),
        { concurrency: "unbounded" }
      ))
      /* As many as may wait at PostgreSQL do. */
      const blocked = sql<{ n: number }>`
        select count(*) as n from pg_stat_activity where datname = current_database() and application_name = 'service' and wait_event_type = 'Lock'`
      for (let before = 0, same = 0; same < 5;) {
        yield* Effect.sleep("20 millis")
        const [now] = yield* blocked
        same = now!.n > 0 && now!.n === before ? same + 1 : 0
        before = now!.n
      }
      for (let n = 0; n < 20; n++) assert.strictEqual((yield* create("bolt", `${n}`).pipe(Effect.timeout(goal(5_000)))).status, 201)
      yield* enough.open
      yield* Fiber.join(holder)
      for (const { status } of yield* Fiber.join(waiting)) assert.strictEqual(status, 200)
    }))
})

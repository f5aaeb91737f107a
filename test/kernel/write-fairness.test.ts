import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Latch, Layer } from "effect"
import { fairPlaces } from "#layers/fair-places"
import { DatabaseUrl, OwnerSql } from "../support/database.ts"
import { House, json, send } from "../support/house.ts"

layer(House, { excludeTestServices: true, timeout: 60_000 })("a company whose writes all wait", (it) => {
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
      for (let n = 0; n < 20; n++) assert.strictEqual((yield* create("bolt", `${n}`).pipe(Effect.timeout("5 seconds"))).status, 201)
      yield* enough.open
      yield* Fiber.join(holder)
      for (const { status } of yield* Fiber.join(waiting)) assert.strictEqual(status, 200)
    }), 60_000)
})

describe("places", () => {
  it.effect("are given in turn, company by company, the last ones to those that have none", () =>
    Effect.gen(function*() {
      const places = fairPlaces(4, 1)
      const begun: Array<string> = []
      const ends = new Map<string, Deferred.Deferred<void>>()
      const work = (who: number, n: number) =>
        Effect.gen(function*() {
          const end = yield* Deferred.make<void>()
          ends.set(`${who}.${n}`, end)
          return yield* Effect.forkChild(
            places.within(who, Effect.andThen(Effect.sync(() => begun.push(`${who}.${n}`)), Deferred.await(end))), { startImmediately: true })
        })
      const end = (name: string) => Effect.andThen(Deferred.succeed(ends.get(name)!, undefined), Effect.yieldNow)
      for (const n of [1, 2, 3, 4, 5]) yield* work(1, n)
      assert.deepStrictEqual(begun, ["1.1", "1.2", "1.3"], "one place is kept for others")
      const fibers = [yield* work(2, 1), yield* work(2, 2), yield* work(3, 1)]
      assert.deepStrictEqual(begun.slice(3), ["2.1"])
      yield* end("1.1")
      assert.deepStrictEqual(begun.slice(4), ["3.1"], "who has none comes before who has some, though later")
      yield* Fiber.interrupt(fibers[1]!)
      yield* end("1.2")
      assert.deepStrictEqual(begun.slice(5), [])
      yield* end("1.3")
      assert.deepStrictEqual(begun.slice(5), ["1.4"])
      for (const name of ["2.1", "3.1", "1.4"]) yield* end(name)
      assert.deepStrictEqual(begun.slice(6), ["1.5"])
    }))

  it.live("are all free again, however work ends", () =>
    Effect.gen(function*() {
      const places = fairPlaces(5, 2)
      const fibers = yield* Effect.forEach(Array.from({ length: 500 }), (_, n) => {
        const body = n % 3 === 0 ? Effect.fail("no") : n % 3 === 1 ? Effect.sleep(n % 7) : Effect.never
        return Effect.forkChild(places.within(n % 4 === 0 ? undefined : n % 4, body))
      })
      yield* Effect.sleep("30 millis")
      yield* Effect.forEach(fibers, Fiber.interrupt, { concurrency: "unbounded" })
      let inside = 0
      yield* Effect.all(Array.from({ length: 3 }, () => places.within(9, Effect.sync(() => void inside++).pipe(Effect.andThen(Effect.sleep("5 millis"))))), { concurrency: 3 })
      assert.strictEqual(inside, 3)
      const gate = yield* Latch.make()
      const all = yield* Effect.forEach([1, 2, 3, 4, 5], (who) => Effect.forkChild(places.within(who, gate.await), { startImmediately: true }))
      const sixth = yield* Effect.forkChild(places.within(6, Effect.succeed("in")), { startImmediately: true })
      yield* gate.open
      for (const fiber of [...all, sixth]) yield* Fiber.join(fiber as Fiber.Fiber<unknown>)
    }))
})

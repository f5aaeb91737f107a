import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { CurrentChanges } from "#layers/kernel/receipts/change-log"
import { Tenancy } from "#layers/kernel/tenancy"
import { Caller } from "#schemas/kernel/tenancy"
import { advance_test_clock, get_test_clock } from "#workflows/workflows/test-clock"
import { OwnerSql } from "../support/database.ts"
import { companyUrl, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { rounds } from "../support/rounds.ts"
import { somebody } from "../support/workflows.ts"
import { Chain, Once, Patient } from "./test-clock-works.ts"

const TIMERS = rounds(24, 200)
/** Notes between one kill and the next. */
const BETWEEN = 7
const DAY_MS = 86_400_000

interface Note {
  readonly what: string
  readonly at: string
}

/** In a transaction of test mode, as a request would. */
const inTestMode = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Tenancy.use((tenancy) => tenancy.transaction(Effect.provideService(work, CurrentChanges, []))).pipe(
    Effect.provideService(Caller, { ...somebody, mode: "test" })
  )

const notes = Effect.flatMap(OwnerSql, (sql) =>
  Effect.orDie(sql<Note>`
    select data -> 'object' ->> 'what' as what, data -> 'object' ->> 'at' as at from events where kind = 'test.ping' order by id`))

const until = <A, E, R>(what: string, look: Effect.Effect<A, E, R>, is: (found: A) => boolean) =>
  look.pipe(
    Effect.repeat({ until: is, schedule: Schedule.spaced("20 millis") }),
    Effect.timeoutOrElse({ duration: "90 seconds", orElse: () => Effect.flatMap(look, (found) =>
      Effect.die(new Error(`${what}: ${JSON.stringify(found)}`))) })
  )

const asleep = Effect.flatMap(OwnerSql, (sql) => Effect.orDie(sql<{ n: number }>`
  select count(*)::int as n from workflow_runs where status <> 'waiting'`))

it.live("an advance of the test clock survives kill -9: every timer once, in order, at its time", ({ annotate }) =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const work = killedAfter(url, join(import.meta.dirname, "test-clock-works.ts"), "")

    yield* Effect.gen(function*() {
      const start = Date.now()
      const instant = (days: number) => new Date(start + days * DAY_MS).toISOString()
      const days = Array.from({ length: TIMERS }, (_, n) => 3 + (n * 7 % TIMERS) * 300 / TIMERS)
      yield* inTestMode(Effect.gen(function*() {
        for (const day of days) yield* Once.start({ what: `once ${day}`, at: instant(day) })
        yield* Chain.start({ days: 30, times: 9 })
        yield* Patient.start({})
      }))
      yield* work(until("all asleep", asleep, ([row]) => row!.n === 0))

      const begun = yield* inTestMode(advance_test_clock({ to: instant(400) }))
      assert.strictEqual(begun.status, "advancing")
      const expected = TIMERS + 9 + 1 + 3
      let kills = 0
      for (let seen = BETWEEN; seen < expected; seen += BETWEEN, kills++) {
        yield* work(until(`${seen} notes`, notes, ({ length }) => length >= seen))
      }
      yield* work(until("the end", inTestMode(get_test_clock()), ({ status }) => status === "ready"))

      const clock = yield* inTestMode(get_test_clock())
      assert.isAtLeast(Date.parse(clock.now), start + 400 * DAY_MS)
      assert.strictEqual(clock.next_due_at, null)
      const written = yield* notes
      assert.strictEqual(written.length, expected)
      assert.deepStrictEqual(written.map(({ at }) => at), written.map(({ at }) => at).toSorted())
      assert.strictEqual(new Set(written.map(({ what }) => what)).size, expected)
      const at = new Map(written.map(({ at, what }) => [what, at]))
      for (const day of days) assert.strictEqual(at.get(`once ${day}`), instant(day), `once ${day}`)
      const since = (what: string, other: string) => (Date.parse(at.get(what)!) - Date.parse(at.get(other)!)) / DAY_MS
      assert.approximately(since("chain 2", "chain 1"), 30, 0.000_1)
      assert.approximately(since("leaf", "chain 2"), 0.5, 0.000_1)
      assert.approximately(since("chain 3", "leaf"), 30, 0.000_1)
      assert.approximately(since("chain 9", "chain 3"), 180, 0.000_1)
      /* Four waits between attempts, of at most an hour each. */
      assert.approximately(since("undone", "begun"), 4 / 24, 0.000_1)
      assert.strictEqual(clock.fired, TIMERS + 9 + 1 + 1 + 4)
      yield* Effect.promise(() => annotate(`${expected} notes through ${kills} kills`))
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped))

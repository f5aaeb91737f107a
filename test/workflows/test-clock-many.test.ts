import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { rounds } from "../support/rounds.ts"
import { addTask, advance, DAY_MS, instant, nowOf, ready, told, untilAsleep } from "../support/test-clock.ts"
import { TestServer } from "../support/test-server.ts"

const TIMERS = rounds(150, 1_000)
/** What a thousand may take on a machine that does nothing else. */
const WITHIN_MS = 30_000

layer(TestServer, { excludeTestServices: true })("a test clock with many timers", (it) => {
  it.effect(`fires ${TIMERS} over two years in order, while a live company beside it does not notice`, ({ annotate }) =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const now = yield* nowOf()
      /* In no order: 7 has no factor in common with the number of timers. */
      const order = Array.from({ length: TIMERS }, (_, n) => n * 7 % TIMERS)
      yield* Effect.forEach(order, (n) => addTask(`timer ${n}`, instant(now + (n + 1) * 730 * DAY_MS / TIMERS)), { concurrency: 16 })
      const live = yield* Effect.forEach(Array.from({ length: 20 }, (_, n) => n), (n) =>
        addTask(`live ${n}`, instant(now + (n + 1) * 30 * DAY_MS), n % 2 === 0 ? "acme" : "bolt"))
      yield* untilAsleep(TIMERS)
      const liveRuns = sql`select id, status, attempt, wake_at from workflow_runs where livemode order by id`
      yield* Effect.repeat(liveRuns, { until: (rows) => rows.length === live.length && rows.every(({ status }) => status === "waiting") })
      const before = yield* liveRuns

      const began = performance.now()
      yield* advance({ to: instant(now + 731 * DAY_MS) })
      const after = yield* ready()
      const took = performance.now() - began

      assert.strictEqual(after.fired, TIMERS)
      assert.deepStrictEqual(yield* told({ live: false }), Array.from({ length: TIMERS }, (_, n) => `timer ${n}`))
      assert.deepStrictEqual(yield* told({ live: true }), [])
      assert.deepStrictEqual([...yield* liveRuns], [...before])
      yield* Effect.promise(() => annotate(`${TIMERS} timers in ${Math.round(took)} ms`))
      if (TIMERS === 1_000) assert.isBelow(took, goal(WITHIN_MS))
    }))
})

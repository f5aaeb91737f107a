import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import type { RunId } from "#schemas/workflows/run"
import { OwnerSql } from "../support/database.ts"
import { acme, committed, EngineClient, until } from "../support/nodes/client.ts"
import { freePort } from "../process/service.ts"
import { Hop } from "../support/nodes/programs.ts"
import { receiver } from "../support/nodes/receiver.ts"
import { worker } from "../support/nodes/worker.ts"

const HOUR_MS = 3_600_000
const HALF_AN_HOUR_MS = HOUR_MS / 2
const SHORT_MS = 3_000
const RUNS = 12

interface Timed {
  readonly status: string
  /** Milliseconds between the beginning of a run and the end of its timer. */
  readonly slept: number | null
}

layer(EngineClient, { excludeTestServices: true })("the clock of the database", (it) => {
  it.effect("is what timers go by on nodes that are an hour fast and an hour slow", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { url } = yield* receiver
      const fast = yield* freePort
      const slow = yield* freePort
      yield* worker({ programs: ["hop"], port: fast, ahead: HOUR_MS })
      yield* worker({ programs: ["hop"], port: slow, ahead: -HOUR_MS })
      const started = (nap: number) =>
        committed(Effect.forEach(Array.from({ length: RUNS }), () => Hop.start({ receiver: url, nap })))
      const timed = (runs: ReadonlyArray<RunId>) => sql<Timed>`
        select status, extract(epoch from coalesce(wake_at, finished_at) - started_at)::float8 * 1000 as slept
        from workflow_runs where id = any(${runs}::bigint[]) order by id`

      const long = yield* started(HALF_AN_HOUR_MS)
      const short = yield* started(SHORT_MS)
      yield* Effect.repeat(timed(long), {
        until: (rows) => rows.every(({ slept, status }) => status !== "running" && slept !== null), schedule: Schedule.spaced("50 millis")
      }).pipe(Effect.timeout("90 seconds"))
      yield* until(short, "short naps", "completed")
      for (const { slept } of yield* timed(short)) {
        assert.isAtLeast(slept!, SHORT_MS)
        assert.isBelow(slept!, 60_000)
      }
      /* The nodes have looked for what is due meanwhile. */
      for (const { slept, status } of yield* timed(long)) {
        assert.strictEqual(status, "waiting")
        assert.approximately(slept!, HALF_AN_HOUR_MS, 20_000)
      }
    }).pipe(Effect.scoped, acme))
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { RunId } from "#schemas/workflows/run"
import { OwnerSql } from "../support/database.ts"
import { acme, committed, notesOf, EngineClient, until } from "../support/nodes/client.ts"
import { worker } from "../support/nodes/worker.ts"
import { Hop, hopCalls } from "../support/nodes/programs.ts"
import { receiver } from "../support/nodes/receiver.ts"

const CUTS = 5
const RUNS = 20

/** Ends every session of the service on this database, as a failover would. */
const cut = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ n: number }>`select count(pg_terminate_backend(pid)) as n from pg_stat_activity
    where datname = current_database() and application_name like 'service%' and application_name <> 'service owner'`
  return row!.n
})

layer(EngineClient, { excludeTestServices: true })("a database that drops its connections", (it) => {
  it.effect("loses and doubles no run", ({ annotate }) =>
    Effect.gen(function*() {
      const remote = yield* receiver
      yield* worker({ programs: ["hop"] })
      const all: Array<RunId> = []
      for (let n = 0; n < CUTS; n++) {
        all.push(...yield* committed(
          Effect.forEach(Array.from({ length: RUNS }), () => Hop.start({ receiver: remote.url, nap: 500 }))
        ))
        yield* Effect.sleep(n * 150)
        assert.isAbove(yield* cut, 0)
        yield* Effect.sleep("1 second")
      }
      const cutAt = performance.now()
      const ended = yield* until(all, "runs of a database that drops its connections", "completed", "failed", "canceled")
      assert.deepStrictEqual(ended.filter(({ status }) => status !== "completed"), [])
      const keys = all.flatMap((id) => hopCalls.map((step) => `run_${id}/${step}`))
      assert.deepStrictEqual([...remote.done.keys()].sort(), keys.sort())
      assert.deepStrictEqual((yield* notesOf(all)).map(({ run_id }) => run_id), all)
      yield* Effect.promise(() => annotate(
        `${all.length} runs through ${CUTS} cuts; all done ${Math.round(performance.now() - cutAt)} ms after the last; ` +
          `${remote.calls.length} calls for ${remote.done.size} keys`
      ))
    }).pipe(Effect.scoped, acme))
})

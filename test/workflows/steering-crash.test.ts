import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { WorkflowPauses } from "#layers/workflows/workflow-pauses"
import { create_workflow_batch } from "#workflows/workflows/batches"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { eventually } from "../support/eventually.ts"
import { rounds } from "../support/rounds.ts"
import { Stepping } from "./steering-works.ts"

const RUNS = 30
const ROUNDS = rounds(2, 30)
const name = "test.stepping"

it.live("runs that are paused and resumed, in bulk or with their workflow, do each step once and none is forgotten, whenever their process is killed", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const works = killedAfter(url, join(import.meta.dirname, "steering-works.ts"), "")
    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      const pauses = yield* WorkflowPauses
      const count = (rows: Effect.Effect<ReadonlyArray<{ readonly n: number }>, unknown>) => Effect.map(Effect.orDie(rows), ([row]) => row!.n)
      const written = count(sql`select count(*)::int as n from receipts where verb = 'test_write'`)
      const settled = count(sql`select coalesce(sum(done) + sum(refused), 0)::int as n from workflow_batches`)
      const bulk = (action: "pause" | "resume") => begin(create_workflow_batch({ action, filter: { workflow: name } } as never))
      for (let round = 0; round < ROUNDS; round++) {
        yield* begin(Effect.all(Array.from({ length: RUNS }, (_, n) => Stepping.start({ n: round * RUNS + n }))))
        const before = yield* written
        /* Killed in the midst of the runs, of the pause, and of the resumption. */
        yield* works(eventually(written, (n) => n >= before + 5 + (round * 13) % 40, 60_000))
        if (round % 2 === 0) {
          const earlier = yield* settled
          yield* begin(bulk("pause"))
          yield* works(eventually(settled, (n) => n > earlier, 60_000))
          yield* begin(Effect.ignore(bulk("resume")))
        } else {
          yield* begin(pauses.pause(name))
          yield* works(eventually(count(sql`select count(*)::int as n from workflow_runs where workflow = ${name} and status in ('running', 'queued')`), (n) => n === 0, 60_000))
          yield* begin(pauses.resume(name))
        }
      }
      /* Whatever a torn pause left at rest is resumed by one that ends. */
      const batches = count(sql`select count(*)::int as n from workflow_batches where finished_at is null`)
      yield* works(eventually(batches, (n) => n === 0, 120_000))
      yield* begin(Effect.ignore(bulk("resume")))
      yield* works(eventually(count(sql`select count(*)::int as n from workflow_runs where finished_at is null`), (n) => n === 0, 120_000))

      const runs = yield* sql`
        select r.id from workflow_runs r where r.workflow = ${name} and (r.status <> 'completed'
          or (select count(*) from receipts where verb = 'test_write' and request_id = 'run_' || r.id) <> 4
          or (select state ->> 'steps' from workflow_run_states s where s.run_id = r.id) <> '4')`
      assert.lengthOf(runs, 0)
      assert.strictEqual(yield* written, RUNS * ROUNDS * 4)
      const untold = yield* sql`
        select b.id from workflow_batches b where b.done + b.refused <> b.total or b.done <> (
          select coalesce(sum(jsonb_array_length(c.changes)), 0) from receipts c where c.verb = 'run_workflow_batch' and c.request_id = 'run_' || b.run_id)`
      assert.lengthOf(untold, 0, "each run is told of in one receipt")
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped), 300_000)

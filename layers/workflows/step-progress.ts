import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import { execute, first, inTenant } from "../kernel/sql.ts"
import { Tenancy } from "../kernel/tenancy.ts"

/** How far the steps of runs are that say so. It outlives the process, and the attempt. */
export class StepProgress extends Context.Service<StepProgress>()("layers/workflows/StepProgress", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const tenancy = yield* Tenancy
    const ofStep = (run: RunId, step: string) => sql`${inTenant(sql)} and run_id = ${run} and step = ${step}`

    return {
      /** Keeps it before it answers. */
      report: Effect.fnUntraced(function*(run: RunId, step: string, progress: unknown) {
        const { company_id } = yield* Caller
        yield* tenancy.transaction(execute(sql`
          insert into workflow_step_progress (company_id, run_id, step, progress) values (${company_id}, ${run}, ${step}, ${JSON.stringify(progress)}::jsonb)
          on conflict (company_id, run_id, step) do update set progress = excluded.progress, reported_at = now()`))
      }),

      last: (run: RunId, step: string) =>
        tenancy.transaction(Effect.map(
          first(sql<{ progress: unknown }>`select progress from workflow_step_progress where ${ofStep(run, step)}`),
          Option.map(({ progress }) => progress)
        )),

      /** A step that was done has no further progress: done again from the start, it begins at the start. */
      forget: (run: RunId, step: string) => tenancy.transaction(execute(sql`delete from workflow_step_progress where ${ofStep(run, step)}`))
    }
  })
}) {
  static readonly layer = Layer.effect(StepProgress, StepProgress.make)
}

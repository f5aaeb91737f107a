import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { RunId } from "#schemas/workflows/run"

/** What a run told of itself last, in its record. */
export const stateColumns = ["state", "set_at"].map((column) =>
  `(select s.${column} from workflow_run_states s where s.company_id = workflow_runs.company_id and s.run_id = workflow_runs.id) as ${column === "state" ? "state" : "state_set_at"}`
).join(", ")

/** How far runs are, as they tell it. Apart from the runs, whose rows the engine changes all the time. */
export class RunStates extends Context.Service<RunStates>()("layers/workflows/RunStates", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return {
      set: (run: RunId, state: string) =>
        Effect.asVoid(Effect.orDie(sql`
          insert into workflow_run_states (company_id, run_id, state) values (current_company(), ${run}, ${state}::jsonb)
          on conflict (company_id, run_id) do update set state = excluded.state, set_at = now()`))
    }
  })
}) {
  static readonly layer = Layer.effect(RunStates, RunStates.make)
}

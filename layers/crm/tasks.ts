import { Context, Layer, Schema } from "effect"
import { task } from "#schemas/crm/task"
import { Timestamp } from "#schemas/kernel/time"
import { RunId } from "#schemas/workflows/run"
import { repository } from "../kernel/repository.ts"

/** What members of the caller's company have to do. */
export class Tasks extends Context.Service<Tasks>()("layers/crm/Tasks", {
  make: repository(task, {
    softDelete: true,
    counted: true,
    sort: { due_at: { column: "sort_due", type: "timestamptz" } },
    /* The run that will tell that it is due, and the time for which that was told already. */
    internal: { timer_run: Schema.NullOr(RunId), timer_told: Schema.NullOr(Timestamp) }
  })
}) {
  static readonly layer = Layer.effect(Tasks, Tasks.make)
}

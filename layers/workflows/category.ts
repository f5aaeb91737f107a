import { BATCHES_KEPT } from "#schemas/workflows/batch"
import { TIMES_KEPT } from "#schemas/workflows/schedule"
import { category } from "../kernel/category.ts"

export const workflows = category({
  expiring: [
    { table: "workflow_schedule_times", column: "created_at", days: TIMES_KEPT },
    { table: "workflow_batches", column: "created_at", days: BATCHES_KEPT },
    { table: "workflow_rates", column: "free_at", days: 1 },
    { table: "workflow_turns", column: "asks_at", days: 1 },
    { table: "workflow_schedules", when: "deleted_at < now() - interval '1 day'" }
  ],
  personal: [
    { object: "workflow_run", table: "workflow_run_attributes", about: "never", texts: ["text_value"] },
    { object: "workflow_run", table: "workflow_contents", about: "never", json: ["body"] },
    { object: "workflow_run", table: "workflow_run_states", about: "never", json: ["state"] },
    { object: "workflow_run", table: "workflow_step_progress", about: "never", json: ["progress"] },
    { object: "workflow_run", table: "workflow_batches", about: "never", json: ["filter"] },
    { object: "workflow_schedule", table: "workflow_schedules", about: "never", texts: ["name", "note"], json: ["input"], versioned: true,
      hidden: ["origin", "sort_name", "sort_next", "wakes_at"] }
  ]
})

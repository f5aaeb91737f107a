import { category } from "#schemas/kernel/category"

export const workflows = category({
  personal: {
    workflow_run: {
      holds: "What a run of a workflow is found by, and what it tells of how far it is; it may name somebody.",
      purpose: "To find durable work, and to see how far it is."
    },
    workflow_schedule: {
      holds: "What workflows are given when they run by a schedule, and a note about it; it may name somebody.",
      purpose: "To do at its times what the company wants done."
    }
  },
  events: {
    workflow_schedule: {
      created: "A schedule of a workflow was added.",
      updated: "A schedule of a workflow was changed, paused or resumed.",
      deleted: "A schedule of a workflow was deleted."
    }
  }
})

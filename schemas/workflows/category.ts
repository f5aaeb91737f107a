import { category } from "#schemas/kernel/category"

export const workflows = category({
  personal: {
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

import { Effect } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Runs } from "#layers/workflows/runs"
import { Schedules } from "#layers/workflows/schedules"
import { SearchAttributes } from "#layers/workflows/search-attributes"
import { WorkflowPauses } from "#layers/workflows/workflow-pauses"
import type { Input } from "#schemas/kernel/catalog"
import { NotFound } from "#schemas/kernel/errors"
import type * as api from "#schemas/workflows/steering.api"
import type { Workflow } from "#schemas/workflows/workflow"
import { pageOf } from "../page-of.ts"

/** Those of this process, and what is paused that only another one knows. */
const workflows = Effect.gen(function*() {
  const runs = yield* Runs
  const { declared } = yield* SearchAttributes
  const schedules = yield* Schedules
  const paused = new Map((yield* (yield* WorkflowPauses).all).map(({ paused_at, workflow }) => [workflow, paused_at]))
  return [...new Set([...runs.workflows, ...paused.keys()])].toSorted().map((name): Workflow => ({
    name,
    paused_at: paused.get(name) ?? null,
    search_attributes: declared.get(name)?.types ?? {},
    restartable: runs.restartable.has(name),
    schedulable: schedules.workflows.has(name)
  }))
})

export const list_workflows = (query: Input<typeof api.list_workflows>) => Effect.flatMap(workflows, (all) => pageOf(all, query))

const getWorkflow = Effect.fnUntraced(function*(wanted: string) {
  const found = (yield* workflows).find(({ name }) => name === wanted)
  return found ?? (yield* new NotFound({ message: "There is no such workflow." }))
})

export const pause_workflow = Effect.fnUntraced(function*({ workflow }: Input<typeof api.pause_workflow>) {
  const pauses = yield* WorkflowPauses
  yield* getWorkflow(workflow)
  const made = yield* pauses.pause(workflow)
  if (made !== undefined) yield* recordChange({ object: "workflow_pause", id: made.id, before: null, after: made })
  return yield* getWorkflow(workflow)
})

export const resume_workflow = Effect.fnUntraced(function*({ workflow }: Input<typeof api.resume_workflow>) {
  const pauses = yield* WorkflowPauses
  const before = yield* getWorkflow(workflow)
  const gone = yield* pauses.resume(workflow)
  if (gone === undefined) return before
  yield* recordChange({ object: "workflow_pause", id: gone.id, before: gone, after: null })
  /* Of one that only another process knows the pause was all that told of it. */
  return { ...before, paused_at: null }
})

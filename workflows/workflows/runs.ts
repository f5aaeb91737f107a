import { Effect } from "effect"
import { Runs } from "#layers/workflows/runs"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { getOrFail } from "#layers/kernel/get-or-fail"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { requireKnownName } from "../filters/known-names.ts"
import type * as api from "#schemas/workflows/api"
import type { RunStep } from "#schemas/workflows/run"
import { attributeConditions } from "./run-filters.ts"
import { asListed } from "./as-listed.ts"

const getRun = getOrFail("run")

export const list_workflow_runs = Effect.fnUntraced(function*(query: Input<typeof api.list_workflow_runs>) {
  const { workflow } = query
  const runs = yield* Runs
  const page = yield* runs.page(query, yield* attributeConditions(query))
  if (page.total > 0 || workflow === undefined || runs.workflows.size === 0) return page
  /* Another process may run what this one does not know. */
  const kept = yield* runs.page({ workflow, limit: 1, offset: 0 })
  if (kept.total === 0) yield* requireKnownName({ field: "workflow", wanted: workflow, names: [...runs.workflows].toSorted() })
  return page
})

/** What had not ended when its run did goes on no more. */
const leftBehind = (step: RunStep): RunStep => step.status === "running" ? { ...step, status: "canceled" } : step

export const get_workflow_run = Effect.fnUntraced(function*({ id }: Input<typeof api.get_workflow_run>) {
  const runs = yield* Runs
  const run = yield* getRun(runs.find(id))
  const steps = yield* runs.steps(id)
  return { ...run, steps: run.finished_at === null ? steps : steps.map(leftBehind) }
})

export const cancel_workflow_run = Effect.fnUntraced(function*({ id }: Input<typeof api.cancel_workflow_run>) {
  const runs = yield* Runs
  const before = asListed(yield* getRun(runs.find(id, { lock: true })))
  if (before.status === "canceled" || before.cancel_requested_at !== null && before.finished_at === null) return before
  if (before.finished_at !== null) return yield* new Conflict({ message: `The run is ${before.status}.` })
  yield* runs.cancel(id)
  const after = asListed(yield* getRun(runs.find(id)))
  yield* recordChange({ object: "workflow_run", id, before, after })
  return after
})

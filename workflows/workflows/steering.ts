import { Effect } from "effect"
import { Runs } from "#layers/workflows/runs"
import { RunSteering } from "#layers/workflows/steering"
import { getOrFail } from "#layers/kernel/get-or-fail"
import { recordChange } from "#layers/kernel/receipts/change-log"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, type NotFound } from "#schemas/kernel/errors"
import type { Caller } from "#schemas/kernel/tenancy"
import type * as api from "#schemas/workflows/steering.api"
import type { RunId, RunStep } from "#schemas/workflows/run"
import { asListed, type ListedRun } from "./as-listed.ts"
import { foundBy } from "./run-filters.ts"

const getRun = getOrFail("run")

/** A run as lists show it, locked until the transaction ends. */
const locked = Effect.fnUntraced(function*(id: RunId) {
  const runs = yield* Runs
  return asListed(yield* getRun(runs.find(id, { lock: true })))
})
type Known = ListedRun

/** A change of a run, with what a receipt tells of it. */
const changed = Effect.fnUntraced(function*<E, R>(before: Known, change: Effect.Effect<void, E, R>) {
  yield* change
  const after = yield* locked(before.id)
  yield* recordChange({ object: "workflow_run", id: before.id, before, after })
  return after
})

const isOver = ({ finished_at, status }: Known) => finished_at === null ? undefined : new Conflict({ message: `The run is ${status}.` })

export const pause_workflow_run = Effect.fnUntraced(function*({ id }: Input<typeof api.pause_workflow_run>) {
  const steering = yield* RunSteering
  const run = yield* locked(id)
  if (run.pause_requested_at !== null) return run
  const over = isOver(run)
  if (over !== undefined) return yield* over
  if (run.cancel_requested_at !== null) return yield* new Conflict({ message: "The run is being canceled." })
  return yield* changed(run, steering.pause(id))
})

export const resume_workflow_run = Effect.fnUntraced(function*({ id }: Input<typeof api.resume_workflow_run>) {
  const steering = yield* RunSteering
  const run = yield* locked(id)
  const over = isOver(run)
  if (over !== undefined) return yield* over
  return run.pause_requested_at === null ? run : yield* changed(run, steering.resume(id))
})

/**
 * The steps that a run failed with: the last that it did, all attempts of them. A failure after which something began had been
 * caught, and belongs to what happened.
 */
const failedSteps = (steps: ReadonlyArray<RunStep>): ReadonlyArray<string> => {
  const begun = steps.filter(({ kind }) => kind !== "signal").map(({ started_at }) => started_at).toSorted().at(-1) ?? ""
  const failed = steps.filter(({ finished_at, name, status }) => status === "failed" && finished_at !== null && (finished_at >= begun || name.startsWith("child/")))
  return [...new Set(failed.map(({ name }) => name))]
}

/** What `from_step` names, and what began after it. */
const since = Effect.fnUntraced(function*(id: RunId, steps: ReadonlyArray<RunStep>, name: string) {
  const steering = yield* RunSteering
  const first = steps.find((step) => step.kind === "step" && step.name === name)
  if (first === undefined) return yield* new Conflict({ message: `The run has no step ${JSON.stringify(name)}.` })
  const later = steps.filter(({ kind, started_at }) => kind === "step" && started_at >= first.started_at)
  const written = yield* steering.writes(id)
  const final = later.find((step) => written.has(step.name) || step.name.startsWith("child/"))
  if (final !== undefined) {
    return yield* new Conflict({
      message: written.has(final.name)
        ? `The step ${JSON.stringify(final.name)} has written records, and a write of a run happens once.`
        : `The run has started a child with ${JSON.stringify(final.name)}, which happens once. Retry it without from_step.`
    })
  }
  return first.started_at
})

/** What of a run is done again. A child that failed goes on with the run that waits for it, which starts no other under the same name. */
const retried = (run: Known, fromStep?: string): Effect.Effect<void, Conflict | NotFound, Runs | RunSteering | Caller> =>
  Effect.gen(function*() {
    const runs = yield* Runs
    const steering = yield* RunSteering
    if (run.status !== "failed") return yield* new Conflict({ message: `Run ${run.id} is ${run.status}: only one that failed goes on.` })
    if (run.undone_at !== null) {
      return yield* new Conflict({ message: `Run ${run.id} has taken back what it had done, so it cannot go on.` })
    }
    const steps = yield* runs.steps(run.id)
    const from = fromStep === undefined ? null : yield* since(run.id, steps, fromStep)
    const failed = from === null ? failedSteps(steps) : []
    const children = yield* steering.children(run.id)
    yield* Effect.forEach(children.filter(({ step }) => failed.includes(step)), ({ id }) => Effect.flatMap(locked(id), (child) => retried(child)))
    yield* steering.retry(run.id, failed, from)
  })

export const retry_workflow_run = Effect.fnUntraced(function*({ from_step, id }: Input<typeof api.retry_workflow_run>) {
  const run = yield* locked(id)
  if (run.parent_id !== null) {
    return yield* new Conflict({ message: `Run ${run.parent_id} was told that this one failed: retry that one, and this goes on with it.` })
  }
  return yield* changed(run, retried(run, from_step))
})

export const restart_workflow_run = Effect.fnUntraced(function*({ id, key }: Input<typeof api.restart_workflow_run>) {
  const runs = yield* Runs
  const old = yield* locked(id)
  if (!runs.restartable.has(old.workflow)) {
    return yield* new Conflict({ message: `The definition of ${old.workflow} does not say that it may be done again.` })
  }
  if (old.finished_at === null) return yield* new Conflict({ message: `The run is ${old.status}: cancel it first.` })
  const kept = key === undefined ? undefined : yield* runs.keyed(old.workflow, key)
  if (kept !== undefined) return yield* new Conflict({ message: `There is run ${kept} under the key ${JSON.stringify(key)} already.` })
  const payload = yield* runs.payload(id)
  const made = yield* runs.start({ workflow: old.workflow, version: old.version, payload, searchAttributes: yield* foundBy(old.workflow, payload), key, restartedFrom: id })
  const run = yield* locked(made)
  yield* recordChange({ object: "workflow_run", id: made, before: null, after: run })
  return run
})

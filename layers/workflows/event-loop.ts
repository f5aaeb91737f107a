import { Effect } from "effect"
import { Workflow, type WorkflowEngine } from "effect/workflow"

/** How long runs work in one turn of the event loop, in milliseconds: a request waits for no more than that. */
const BUDGET = 8

const waiting: Array<() => void> = []
let began: number | undefined

const isSpent = () => began !== undefined && performance.now() - began > BUDGET

const nextTurn = () => {
  began = performance.now()
  let resumed = 0
  while (resumed < waiting.length && !isSpent()) waiting[resumed++]!()
  waiting.splice(0, resumed)
  if (waiting.length > 0) setImmediate(nextTurn)
  else began = undefined
}

const whenThereIsTime = Effect.callback<void>((resume) => {
  if (began === undefined) {
    began = performance.now()
    setImmediate(nextTurn)
  }
  const go = () => resume(Effect.void)
  if (waiting.length === 0 && !isSpent()) return go()
  waiting.push(go)
  return Effect.sync(() => {
    const at = waiting.indexOf(go)
    if (at >= 0) waiting[at] = () => {}
  })
})

/**
 * Lets requests come between, where runs have worked for long: a run that is begun again goes through all that it did before in
 * one go, and a thousand children took half a second. Counts as a step that is under way, so that the run is not put to rest
 * before what stands in the queue here has begun.
 */
export const shareEventLoop: Effect.Effect<void, never, WorkflowEngine.WorkflowInstance> =
  Workflow.wrapActivityResult(whenThereIsTime, () => false)

import { Effect } from "effect"
import { type RunDetail, RunId } from "#schemas/workflows/run"
import { notice } from "../components/elements.ts"
import { postForm } from "../components/form.ts"
import { permitted } from "../forms.ts"
import { SessionRequest } from "../handler.ts"
import { html } from "../html.ts"
import { paths } from "../paths.ts"
import { idOf } from "../query.ts"
import { withConsent } from "../submit.ts"

const one = Effect.gen(function*() {
  const { params } = yield* SessionRequest
  const id = yield* idOf(params, RunId.make)
  return { id, back: `${paths.runs}/${id}` }
})

const done: Readonly<Record<string, string>> = {
  canceled: "The run was told to stop; what it had done is being taken back.",
  paused: "The run rests as soon as the step that it is in has ended.",
  resumed: "The run goes on where it was.",
  retried: "The run goes on with the step that failed."
}

export const doneNotice = (what: string | undefined) => what !== undefined && done[what] !== undefined && notice(done[what])

/** What may be done to a run as it stands. */
export const runActs = Effect.fnUntraced(function*({ cancel_requested_at, finished_at, id, parent_id, pause_requested_at, status, undone_at }: RunDetail) {
  const to = `${paths.runs}/${id}`
  const isOver = finished_at !== null || cancel_requested_at !== null
  const failed = status === "failed" && parent_id === null && undone_at === null
  const pause = isOver || pause_requested_at !== null ? null : yield* permitted("pause_workflow_run", () => postForm({ to: `${to}/pause`, button: "Pause" }))
  const resume = isOver || pause_requested_at === null
    ? null
    : yield* permitted("resume_workflow_run", () => postForm({ to: `${to}/resume`, button: "Resume", tone: "main" }))
  const retry = failed ? yield* permitted("retry_workflow_run", () => postForm({ to: `${to}/retry`, button: "Retry from the step that failed", tone: "main" })) : null
  const cancel = isOver ? null : yield* permitted("cancel_workflow_run", () => postForm({ to: `${to}/cancel`, button: "Cancel this run", tone: "risky" }))
  const acts = [pause, resume, retry, cancel].filter((act) => act !== null)
  return acts.length === 0 ? null : html`<div class="acts">${acts}</div>`
})

export const pauseRun = Effect.gen(function*() {
  const { api: { workflows } } = yield* SessionRequest
  const { back, id } = yield* one
  yield* workflows.pause_workflow_run({ params: { id } })
  return { to: `${back}?done=paused` }
})

export const resumeRun = Effect.gen(function*() {
  const { api: { workflows } } = yield* SessionRequest
  const { back, id } = yield* one
  yield* workflows.resume_workflow_run({ params: { id } })
  return { to: `${back}?done=resumed` }
})

export const retryRun = Effect.gen(function*() {
  const { api: { workflows } } = yield* SessionRequest
  const { back, id } = yield* one
  return yield* withConsent(
    {
      verb: "retry_workflow_run", question: `Retry run ${id}?`, button: "Retry the run",
      follows: "The step that failed is done again, under the same keys as before; what came before it keeps its results.",
      back, section: paths.runs
    },
    Effect.as(workflows.retry_workflow_run({ params: { id }, payload: {} }), { to: `${back}?done=retried` })
  )
})

export const cancelRun = Effect.gen(function*() {
  const { api: { workflows } } = yield* SessionRequest
  const { back, id } = yield* one
  return yield* withConsent(
    {
      verb: "cancel_workflow_run", question: `Cancel run ${id}?`, button: "Cancel the run",
      follows: "The run is told to stop, and what it has done is taken back.",
      back, section: paths.runs
    },
    Effect.as(workflows.cancel_workflow_run({ params: { id } }), { to: `${back}?done=canceled` })
  )
})

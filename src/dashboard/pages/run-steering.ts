import { Effect } from "effect"
import type { RunHistory } from "#schemas/workflows/history"
import { RunId } from "#schemas/workflows/run"
import { postForm, select } from "../components/form.ts"
import { permitted } from "../forms.ts"
import { SessionRequest } from "../handler.ts"
import { html } from "../html.ts"
import { paths } from "../paths.ts"
import { idOf } from "../query.ts"
import { withConsent } from "../submit.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("run")

const one = Effect.gen(function*() {
  const { params } = yield* SessionRequest
  const id = yield* idOf(params, RunId.make)
  return { id, back: `${paths.runs}/${id}` }
})

/** What was done to a run, by the word in the address of its page. */
export const steered = { canceled: w.doneCanceled, paused: w.donePaused, resumed: w.doneResumed, retried: w.doneRetried, restarted: w.doneRestarted }

/** The steps that a failed run can go on from: what it wrote and which children it started stays done, so none before those. */
const fromStep = (entries: RunHistory["entries"]) => {
  const steps = entries.filter(({ kind }) => kind === "step" || kind === "write" || kind === "child")
  const last = steps.findLastIndex(({ kind }) => kind !== "step")
  const names = [...new Set(steps.slice(last + 1).map(({ name }) => name!))]
  return names.length < 2
    ? null
    : select({ name: "from_step", label: w.from, chosen: "", options: [["", w.failedStep], ...names.map((name) => [name, name] as const)] })
}

/** What may be done to a run as it stands. */
export const runActs = Effect.fnUntraced(function*({ entries, restartable, run }: RunHistory) {
  const { cancel_requested_at, finished_at, id, parent_id, pause_requested_at, status, undone_at } = run
  const to = `${paths.runs}/${id}`
  const isOver = finished_at !== null || cancel_requested_at !== null
  const failed = status === "failed" && parent_id === null && undone_at === null
  const pause = isOver || pause_requested_at !== null ? null : yield* permitted("pause_workflow_run", () => postForm({ to: `${to}/pause`, button: w.pause }))
  const resume = isOver || pause_requested_at === null
    ? null
    : yield* permitted("resume_workflow_run", () => postForm({ to: `${to}/resume`, button: w.resume, tone: "main" }))
  const retry = failed
    ? yield* permitted("retry_workflow_run", () => postForm({ to: `${to}/retry`, button: w.retry, tone: "main", fields: fromStep(entries) }))
    : null
  const restart = restartable && finished_at !== null
    ? yield* permitted("restart_workflow_run", () => postForm({ to: `${to}/restart`, button: w.restart }))
    : null
  const cancel = isOver ? null : yield* permitted("cancel_workflow_run", () => postForm({ to: `${to}/cancel`, button: w.cancel, tone: "risky" }))
  const acts = [pause, resume, retry, restart, cancel].filter((act) => act !== null)
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
  const { api: { workflows }, form } = yield* SessionRequest
  const { back, id } = yield* one
  const from = form.get("from_step") ?? ""
  return yield* withConsent(
    {
      verb: "retry_workflow_run", question: w.retryQuestion(id), button: w.retryButton,
      follows: w.retryFollows,
      back, section: paths.runs
    },
    Effect.as(workflows.retry_workflow_run({ params: { id }, payload: from === "" ? {} : { from_step: from } }), { to: `${back}?done=retried` })
  )
})

export const restartRun = Effect.gen(function*() {
  const { api: { workflows } } = yield* SessionRequest
  const { back, id } = yield* one
  return yield* withConsent(
    {
      verb: "restart_workflow_run", question: w.restartQuestion(id), button: w.restartButton,
      follows: w.restartFollows,
      back, section: paths.runs
    },
    Effect.map(workflows.restart_workflow_run({ params: { id }, headers: {}, payload: {} }), (made) => ({ to: `${paths.runs}/${made.id}?done=restarted` }))
  )
})

export const cancelRun = Effect.gen(function*() {
  const { api: { workflows } } = yield* SessionRequest
  const { back, id } = yield* one
  return yield* withConsent(
    {
      verb: "cancel_workflow_run", question: w.cancelQuestion(id), button: w.cancelButton,
      follows: w.cancelFollows,
      back, section: paths.runs
    },
    Effect.as(workflows.cancel_workflow_run({ params: { id } }), { to: `${back}?done=canceled` })
  )
})

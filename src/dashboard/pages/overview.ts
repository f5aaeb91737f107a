import { Effect, type Result } from "effect"
import type { Webhook } from "#schemas/webhooks/webhook"
import type { RunStatus } from "#schemas/workflows/run"
import { unavailable } from "../api-errors.ts"
import { empty } from "../components/elements.ts"
import { count as numberOf } from "../components/locale.ts"
import { firstStepsPart } from "../getting-started/page.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { watching } from "../live/watched.ts"
import { paths } from "../paths.ts"
import { briefTable } from "./brief.ts"
import { consentTable, waitingConsents } from "./consents.ts"
import { runTable } from "./runs.ts"
import { webhookTable } from "./webhooks.ts"
import { spoken, type Text } from "../words/spoken.ts"

const w = spoken("overview")

/** How many rows of each list an overview shows, and how many endpoints it looks into. */
const FEW = 5
const MOST_ENDPOINTS = 20

const failedRuns = Effect.gen(function*() {
  const { api: { workflows } } = yield* SessionRequest
  const of = (status: RunStatus) => workflows.list_workflow_runs({ query: { status, limit: FEW, offset: 0 } })
  const [failed, queued, running, waiting] = yield* Effect.all(
    [of("failed"), of("queued"), of("running"), of("waiting")], { concurrency: "unbounded" }
  )
  return { failed, open: queued.total + running.total + waiting.total }
})

/** The endpoints that do not do well, and how many deliveries of the first few failed for good. */
const failedDeliveries = Effect.gen(function*() {
  const { api: { webhooks } } = yield* SessionRequest
  const all = yield* webhooks.list_webhooks({ query: { limit: MOST_ENDPOINTS, offset: 0, sort: "id" } })
  const failed = yield* Effect.forEach(
    all.items,
    ({ id }) =>
      webhooks.list_webhook_deliveries({ params: { id }, query: { status: "failed", limit: 1, offset: 0, sort: "-id" } }),
    { concurrency: 4 }
  )
  const isUnwell = ({ disabled_reason, enabled, failing_since }: Webhook) =>
    enabled ? failing_since !== null : disabled_reason !== "by_request"
  return {
    failed: failed.reduce((sum, { total }) => sum + total, 0),
    unwell: all.items.filter(isUnwell).slice(0, FEW),
    more: all.total > MOST_ENDPOINTS
  }
})

const count = (to: string, n: number, words: Node, tone: "" | "wait" | "bad"): Node => html`
  <li>
    <a href=${to}><strong class=${n > 0 && tone !== "" ? tone : undefined}>${numberOf(n)}</strong> ${words}</a>
  </li>`

type Found<A> = Result.Result<A, unknown>

const counts = (
  consents: Found<Effect.Success<ReturnType<typeof waitingConsents>>>,
  runs: Found<Effect.Success<typeof failedRuns>>,
  deliveries: Found<Effect.Success<typeof failedDeliveries>>
): Node => [
  consents._tag === "Success" && count(paths.consents, consents.success.total, w.consentsWait(consents.success.total), "wait"),
  runs._tag === "Success" && count(`${paths.runs}?status=failed`, runs.success.failed.total, w.runsFailed(runs.success.failed.total), "bad"),
  runs._tag === "Success" && count(paths.runs, runs.success.open, w.runsOpen(runs.success.open), ""),
  deliveries._tag === "Success" && count(
    paths.webhooks,
    deliveries.success.failed,
    deliveries.success.more ? w.deliveriesOfFirst(deliveries.success.failed, MOST_ENDPOINTS) : w.deliveriesFailed(deliveries.success.failed),
    "bad"
  )
]

/** A part that could not be read says why, beside those that could. */
const part = <A>(title: Text, found: Found<A>, show: (found: A) => Node): Node => html`
  <section>
    <h2>${title}</h2>
    ${found._tag === "Failure" ? unavailable(found.failure) : show(found.success)}
  </section>`

/** The first steps of a new company, the brief of the day, then what waits for a person and what went wrong; a part that the key may not see says so, beside the others. */
export const overviewPage = Effect.gen(function*() {
  const { api: { analytics }, session: { company: { time_zone } } } = yield* SessionRequest
  const live = yield* watching("get_daily_brief")
  const [steps, brief, consents, runs, deliveries] = yield* Effect.all(
    [firstStepsPart, Effect.result(analytics.get_daily_brief()), Effect.result(waitingConsents(FEW)), Effect.result(failedRuns), Effect.result(failedDeliveries)],
    { concurrency: "unbounded" }
  )
  const rows = consents._tag === "Success" ? consents.success.items.slice(0, FEW) : []
  const waiting = yield* consentTable(w.newest, rows, empty(w.nobody))
  return {
    title: w.title,
    live,
    section: paths.overview,
    ...steps.cookie,
    content: html`
      <div>
        ${steps.content}
        ${part(w.today, brief, briefTable)}
        <ul class="counts">${counts(consents, runs, deliveries)}</ul>
        ${part(w.waiting, consents, () => waiting)}
        ${part(w.failedRuns, runs, ({ failed }) => runTable(time_zone, failed.items, empty(w.noneFailed)))}
        ${part(w.trouble, deliveries, ({ unwell }) =>
          webhookTable(time_zone, w.troubleLabel, unwell, empty(w.healthy)))}
      </div>`
  } satisfies Page
})

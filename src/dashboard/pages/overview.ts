import { Effect } from "effect"
import type { RunStatus } from "#schemas/workflows/run"
import type { Webhook } from "#schemas/webhooks/webhook"
import { Inside } from "../../inside.ts"
import { empty } from "../components/states.ts"
import { Visit } from "../gate.ts"
import { html, type Node } from "../html.ts"
import { places } from "../places.ts"
import { missing } from "../refusals.ts"
import type { Page } from "../reply.ts"
import { consentTable, waitingConsents } from "./consents.ts"
import { runTable } from "./runs.ts"
import { webhookTable } from "./webhooks.ts"

/** How many rows of each list an overview shows, and how many endpoints it looks into. */
const FEW = 5
const MOST_ENDPOINTS = 20

const failedRuns = Effect.gen(function*() {
  const { workflows } = yield* Inside
  const of = (status: RunStatus) => workflows.list_workflow_runs({ query: { status, limit: FEW, offset: 0 } })
  const [failed, queued, running, waiting] = yield* Effect.all([of("failed"), of("queued"), of("running"), of("waiting")], { concurrency: "unbounded" })
  return { failed, open: queued.total + running.total + waiting.total }
})

/** The endpoints that do not do well, and how many deliveries of the first few failed for good. */
const failedDeliveries = Effect.gen(function*() {
  const { webhooks } = yield* Inside
  const all = yield* webhooks.list_webhooks({ query: { limit: MOST_ENDPOINTS, offset: 0, sort: "id" } })
  const failed = yield* Effect.forEach(
    all.items,
    ({ id }) => webhooks.list_webhook_deliveries({ params: { id }, query: { status: "failed", limit: 1, offset: 0, sort: "-id" } }),
    { concurrency: 4 }
  )
  const isUnwell = ({ disabled_reason, enabled, failing_since }: Webhook) => enabled ? failing_since !== null : disabled_reason !== "by_request"
  return {
    failed: failed.reduce((sum, { total }) => sum + total, 0),
    unwell: all.items.filter(isUnwell).slice(0, FEW),
    more: all.total > MOST_ENDPOINTS
  }
})

const count = (to: string, n: number, what: string, tone: "" | "wait" | "bad"): Node => html`
  <li><a href=${to}><strong class=${n > 0 && tone !== "" ? tone : undefined}>${n.toLocaleString("en")}</strong> ${what}</a></li>`

const part = (title: string, content: Node): Node => html`<section><h2>${title}</h2>${content}</section>`

const told = <A, E, R>(part: Effect.Effect<A, E, R>) => Effect.result(part)

/** What waits for a person and what went wrong; a part that the key may not see says so, beside the others. */
export const overviewPage = Effect.gen(function*() {
  const { session: { company: { time_zone } } } = yield* Visit
  const [consents, runs, deliveries] = yield* Effect.all(
    [told(waitingConsents(FEW)), told(failedRuns), told(failedDeliveries)], { concurrency: "unbounded" }
  )
  return {
    title: "Overview",
    section: places.overview,
    content: html`
      <div>
        <ul class="counts">
          ${consents._tag === "Success" && count(places.consents, consents.success.total, "consents wait for a person", "wait")}
          ${runs._tag === "Success" && [
            count(`${places.runs}?status=failed`, runs.success.failed.total, "workflow runs failed", "bad"),
            count(places.runs, runs.success.open, "workflow runs at work or waiting", "")
          ]}
          ${deliveries._tag === "Success" && count(places.webhooks, deliveries.success.failed, `deliveries failed${deliveries.success.more ? `, of the first ${MOST_ENDPOINTS} endpoints` : ""}`, "bad")}
        </ul>
        ${part("Waiting for a person", consents._tag === "Failure" ? missing(consents.failure)
          : consentTable(time_zone, "The newest consents that wait", consents.success.items.slice(0, FEW), empty("Nobody waits for an answer.")))}
        ${part("Failed runs", runs._tag === "Failure" ? missing(runs.failure)
          : runTable(time_zone, runs.success.failed.items, empty("No run has failed.")))}
        ${part("Endpoints in trouble", deliveries._tag === "Failure" ? missing(deliveries.failure)
          : webhookTable(time_zone, "Endpoints that fail or were switched off", deliveries.success.unwell, empty("All endpoints do well.")))}
      </div>`
  } satisfies Page
})

import type { DeliveryAttempt, DeliveryStatus, WebhookDelivery } from "#schemas/webhooks/delivery"
import { badge, badgesOf, empty, json, NONE } from "../components/elements.ts"
import { postForm } from "../components/form.ts"
import { table } from "../components/table.ts"
import { ago, duration, time } from "../components/time.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("deliveries")

export const deliveryStatuses: ReadonlyArray<DeliveryStatus> = ["pending", "succeeded", "failed", "canceled"]

const statusBadge = badgesOf<DeliveryStatus>({ pending: "wait", succeeded: "good", failed: "bad", canceled: "plain" })

const said = ({ error, status }: DeliveryAttempt) => error ?? w.answered(status)


const attempts = (zone: string, { answer, attempt_count, attempts, event_id }: WebhookDelivery): Node => {
  const last = attempts.at(-1)
  if (last === undefined) return html`<span class="faint">${w.noneYet}</span>`
  return html`
    <details>
      <summary>${w.last(w.attempts(attempt_count), last.status ?? w.noAnswer, duration(last.latency_ms))}</summary>
      <ol class="attempts">
        ${attempts.map((one) => html`
          <li>${time(zone, one.at)}: ${said(one)} <span class="faint">${duration(one.latency_ms)}</span></li>`)}
      </ol>
      ${answer !== null && answer !== "" && json(w.answerTo(event_id), answer)}
    </details>`
}

interface Deliveries {
  readonly zone: string
  readonly rows: ReadonlyArray<WebhookDelivery>
  readonly mayRetry: boolean
  readonly narrowed: boolean
}

export const deliveryTable = ({ mayRetry, narrowed, rows, zone }: Deliveries): Node =>
  table<WebhookDelivery>({
    label: w.label,
    rows,
    empty: narrowed
      ? empty(w.noneLike)
      : empty(w.nothingSent, w.thirtyDays),
    columns: [
      {
        title: w.event,
        cell: ({ cause, event_id, kind }) =>
          [kind, " ", html`<code class="faint">${event_id}</code>`, cause !== "event" && [" ", badge(cause)]]
      },
      { title: w.status, cell: ({ status }) => statusBadge(status) },
      { title: w.attemptsTitle, cell: (row) => attempts(zone, row) },
      { title: w.made, cell: ({ created_at }) => ago(zone, created_at) },
      { title: w.nextTry, cell: ({ next_attempt_at }) => ago(zone, next_attempt_at) },
      {
        title: w.again,
        cell: ({ event_id, id }) =>
          mayRetry
            ? postForm({ to: `${paths.webhooks}/deliveries/${id}/retry`, button: w.replay, about: event_id })
            : NONE
      }
    ]
  })

import type { DeliveryAttempt, DeliveryStatus, WebhookDelivery } from "#schemas/webhooks/delivery"
import { badge, badgesOf, empty, json, NONE } from "../components/elements.ts"
import { postForm } from "../components/form.ts"
import { table } from "../components/table.ts"
import { ago, duration, time } from "../components/time.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"

export const deliveryStatuses: ReadonlyArray<DeliveryStatus> = ["pending", "succeeded", "failed", "canceled"]

const statusBadge = badgesOf<DeliveryStatus>({ pending: "wait", succeeded: "good", failed: "bad", canceled: "plain" })

const said = ({ error, status }: DeliveryAttempt) => error ?? `answered ${status}`

const counted = (n: number) => n === 1 ? "1 attempt" : `${n} attempts`

const attempts = (zone: string, { answer, attempt_count, attempts, event_id }: WebhookDelivery): Node => {
  const last = attempts.at(-1)
  if (last === undefined) return html`<span class="faint">none yet</span>`
  return html`
    <details>
      <summary>${counted(attempt_count)}, ${last.status ?? "no answer"} in ${duration(last.latency_ms)}</summary>
      <ol class="attempts">
        ${attempts.map((one) => html`
          <li>${time(zone, one.at)}: ${said(one)} <span class="faint">${duration(one.latency_ms)}</span></li>`)}
      </ol>
      ${answer !== null && answer !== "" && json(`The answer to ${event_id}`, answer)}
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
    label: "Deliveries, newest first",
    rows,
    empty: narrowed
      ? empty("No delivery is like that.")
      : empty("Nothing was sent yet.", "Deliveries of the last 30 days stand here."),
    columns: [
      {
        title: "Event",
        cell: ({ cause, event_id, kind }) =>
          [kind, " ", html`<code class="faint">${event_id}</code>`, cause !== "event" && [" ", badge(cause)]]
      },
      { title: "Status", cell: ({ status }) => statusBadge(status) },
      { title: "Attempts", cell: (row) => attempts(zone, row) },
      { title: "Made", cell: ({ created_at }) => ago(zone, created_at) },
      { title: "Next try", cell: ({ next_attempt_at }) => ago(zone, next_attempt_at) },
      {
        title: "Again",
        cell: ({ event_id, id }) =>
          mayRetry
            ? postForm({ to: `${paths.webhooks}/deliveries/${id}/retry`, button: "Replay", about: event_id })
            : NONE
      }
    ]
  })

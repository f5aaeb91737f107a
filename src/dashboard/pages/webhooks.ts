import { Effect } from "effect"
import type { Webhook } from "#schemas/webhooks/webhook"
import { badge, empty, link, NONE, testMark } from "../components/elements.ts"
import { paging, ROWS, table } from "../components/table.ts"
import { ago } from "../components/time.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { optional } from "../query.ts"

const offBecause = { by_request: "switched off", gone: "gone", failing: "failed for five days" } as const

type Health = Pick<Webhook, "disabled_reason" | "enabled" | "failing_since">

/** How an endpoint does, in a word. */
export const healthBadge = ({ disabled_reason, enabled, failing_since }: Health): Node =>
  !enabled
    ? badge(disabled_reason === null ? "off" : offBecause[disabled_reason], disabled_reason === "by_request" ? "plain" : "bad")
    : failing_since !== null ? badge("failing", "bad") : badge("well", "good")

export const webhookTable = (zone: string, label: string, rows: ReadonlyArray<Webhook>, none: Node): Node =>
  table<Webhook>({
    label,
    rows,
    empty: none,
    columns: [
      { title: "Endpoint", cell: ({ id, livemode, url }) => [link(`${paths.webhooks}/${id}`, url), testMark(livemode)] },
      { title: "Health", cell: healthBadge },
      { title: "Events", cell: ({ events }) => events.join(", ") },
      { title: "Description", cell: ({ description }) => description ?? NONE },
      { title: "Failing since", cell: ({ failing_since }) => ago(zone, failing_since) }
    ]
  })

export const webhooksPage = Effect.gen(function*() {
  const { api: { webhooks }, query, session: { company } } = yield* SessionRequest
  const cursor = optional(query, ["cursor"])
  const found = yield* webhooks.list_webhooks({ query: { ...cursor, limit: ROWS, offset: 0, sort: "id" } })
  return {
    title: "Webhooks",
    section: paths.webhooks,
    content: html`
      <div>
        ${webhookTable(company.time_zone, "Endpoints that are told of events", found.items, empty(
          "No endpoint is told of events.",
          html`<span>Add one with <code>POST /api/v1/webhooks</code>; what is sent to it and what it answers stands here.</span>`
        ))}
        ${paging({ path: paths.webhooks, cursor: cursor.cursor, shown: found })}
      </div>`
  } satisfies Page
})

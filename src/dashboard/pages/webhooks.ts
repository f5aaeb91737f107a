import { Effect } from "effect"
import type { Webhook } from "#schemas/webhooks/webhook"
import { InProcessClient } from "../../http/in-process-client.ts"
import { badge } from "../components/badge.ts"
import { link, testMark } from "../components/link.ts"
import { paging, ROWS } from "../components/paging.ts"
import { empty } from "../components/states.ts"
import { table } from "../components/table.ts"
import { NONE, time } from "../components/time.ts"
import { Visit } from "../gate.ts"
import { html, type Node } from "../html.ts"
import { places } from "../paths.ts"
import { optional } from "../query.ts"
import type { Page } from "../response.ts"

const offBecause = { by_request: "switched off", gone: "gone", failing: "failed for five days" } as const

type Standing = Pick<Webhook, "disabled_reason" | "enabled" | "failing_since">

/** How an endpoint does, in a word. */
export const healthBadge = ({ disabled_reason, enabled, failing_since }: Standing): Node =>
  !enabled
    ? badge(disabled_reason === null ? "off" : offBecause[disabled_reason], disabled_reason === "by_request" ? "plain" : "bad")
    : failing_since !== null ? badge("failing", "bad") : badge("well", "good")

export const webhookTable = (zone: string, label: string, rows: ReadonlyArray<Webhook>, none: Node): Node =>
  table<Webhook>({
    label,
    rows,
    empty: none,
    columns: [
      { title: "Endpoint", cell: ({ id, livemode, url }) => [link(`${places.webhooks}/${id}`, url), testMark(livemode)] },
      { title: "Health", cell: healthBadge },
      { title: "Events", cell: ({ events }) => events.join(", ") },
      { title: "Description", cell: ({ description }) => description ?? NONE },
      { title: "Failing since", cell: ({ failing_since }) => time(zone, failing_since) }
    ]
  })

export const webhooksPage = Effect.gen(function*() {
  const { webhooks } = yield* InProcessClient
  const { query, session: { company } } = yield* Visit
  const cursor = optional(query, ["cursor"])
  const found = yield* webhooks.list_webhooks({ query: { ...cursor, limit: ROWS, offset: 0, sort: "id" } })
  return {
    title: "Webhooks",
    section: places.webhooks,
    content: html`
      <div>
        ${webhookTable(company.time_zone, "Endpoints that are told of events", found.items, empty(
          "No endpoint is told of events.",
          html`<span>Add one with <code>POST /api/v1/webhooks</code>; what is sent to it and what it answers stands here.</span>`
        ))}
        ${paging({ path: places.webhooks, cursor: cursor.cursor, shown: found })}
      </div>`
  } satisfies Page
})

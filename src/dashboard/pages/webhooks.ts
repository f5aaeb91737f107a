import { Effect } from "effect"
import type { Webhook } from "#schemas/webhooks/webhook"
import { badge, empty, link, NONE, testMark } from "../components/elements.ts"
import { paging, ROWS, table } from "../components/table.ts"
import { ago } from "../components/time.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { optional } from "../query.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("webhooks")

const offBecause = { by_request: w.switchedOff, gone: w.gone, failing: w.failedFive } as const

type Health = Pick<Webhook, "disabled_reason" | "enabled" | "failing_since">

/** How an endpoint does, in a word. */
export const healthBadge = ({ disabled_reason, enabled, failing_since }: Health): Node =>
  !enabled
    ? badge(disabled_reason === null ? w.off : offBecause[disabled_reason], disabled_reason === "by_request" ? "plain" : "bad")
    : failing_since !== null ? badge(w.failing, "bad") : badge(w.well, "good")

export const webhookTable = (zone: string, label: Node, rows: ReadonlyArray<Webhook>, none: Node): Node =>
  table<Webhook>({
    label,
    rows,
    empty: none,
    columns: [
      { title: w.endpoint, cell: ({ id, livemode, url }) => [link(`${paths.webhooks}/${id}`, url), testMark(livemode)] },
      { title: w.health, cell: healthBadge },
      { title: w.events, cell: ({ events }) => events.join(", ") },
      { title: w.description, cell: ({ description }) => description ?? NONE },
      { title: w.failingSince, cell: ({ failing_since }) => ago(zone, failing_since) }
    ]
  })

export const webhooksPage = Effect.gen(function*() {
  const { api: { webhooks }, query, session: { company } } = yield* SessionRequest
  const cursor = optional(query, ["cursor"])
  const found = yield* webhooks.list_webhooks({ query: { ...cursor, limit: ROWS, offset: 0, sort: "id" } })
  return {
    title: w.title,
    section: paths.webhooks,
    content: html`
      <div>
        ${webhookTable(company.time_zone, w.label, found.items, empty(
          w.none,
          w.noneHelp()
        ))}
        ${paging({ path: paths.webhooks, cursor: cursor.cursor, shown: found })}
      </div>`
  } satisfies Page
})

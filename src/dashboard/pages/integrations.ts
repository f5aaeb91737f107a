import { Effect } from "effect"
import type { Integration, IntegrationState } from "#schemas/integrations/integration"
import { badge, badgesOf, doneNotice, link, NONE } from "../components/elements.ts"
import { table } from "../components/table.ts"
import { ago } from "../components/time.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"

const stateBadge = badgesOf<IntegrationState>({
  not_connected: "plain", authorizing: "wait", connected: "good", needs_reconnection: "bad", failing: "bad"
})

/** How another system is connected, in a word. */
export const integrationBadge = ({ state, status }: Pick<Integration, "state" | "status">): Node => status === "planned" ? badge("planned") : stateBadge(state)

const kinds: Readonly<Record<Integration["kind"], string>> = {
  workspace_suite: "Workspace suites", accounting: "Accounting", social: "Social", payment_processor: "Payment processors", team_chat: "Team chats", mailing: "Mailing", data: "Data"
}

const ofKind = (zone: string, kind: Integration["kind"], rows: ReadonlyArray<Integration>): Node => html`
  <section>
    <h2>${kinds[kind]}</h2>
    ${table<Integration>({
      label: kinds[kind],
      rows,
      empty: NONE,
      columns: [
        { title: "System", cell: ({ key, name }) => link(`${paths.integrations}/${key}`, name) },
        { title: "State", cell: integrationBadge },
        { title: "Account", cell: ({ account }) => account === null ? NONE : html`<bdi>${account}</bdi>` },
        { title: "What it does", cell: ({ reads, writes }) => reads.length + writes.length === 0 ? NONE : [...reads, ...writes].join("; ") },
        { title: "Last synced", cell: ({ last_synced_at }) => ago(zone, last_synced_at) }
      ]
    })}
  </section>`

export const integrationsPage = Effect.gen(function*() {
  const { api: { integrations }, query, session: { company } } = yield* SessionRequest
  const { items } = yield* integrations.list_integrations({ query: { limit: 200, offset: 0 } })
  return {
    title: "Integrations",
    section: paths.integrations,
    content: html`
      <div>
        ${doneNotice(query, { disconnected: "It is disconnected, and its credentials are forgotten." })}
        <p>The other systems that the company can be connected to. The books come as files for accounting programs too: <code>GET /api/v1/integrations/accounting/export</code>.</p>
        ${Object.keys(kinds).map((kind) => ofKind(company.time_zone, kind as Integration["kind"], items.filter((one) => one.kind === kind)))}
      </div>`
  } satisfies Page
})

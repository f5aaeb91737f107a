import { Effect } from "effect"
import type { Integration, IntegrationState } from "#schemas/integrations/integration"
import { badge, badgesOf, doneNotice, link, NONE } from "../components/elements.ts"
import { table } from "../components/table.ts"
import { ago } from "../components/time.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { spoken, type Said } from "../words/spoken.ts"

const w = spoken("integrations")

const stateBadge = badgesOf<IntegrationState>({
  not_connected: "plain", authorizing: "wait", connected: "good", needs_reconnection: "bad", failing: "bad"
})

/** How another system is connected, in a word. */
export const integrationBadge = ({ state, status }: Pick<Integration, "state" | "status">): Node => status === "planned" ? badge(w.planned) : stateBadge(state)

const kinds: Readonly<Record<Integration["kind"], Said>> = {
  workspace_suite: w.suites, accounting: w.accounting, social: w.social, payment_processor: w.processors, team_chat: w.teamChats, mailing: w.mailing, data: w.data
}

const ofKind = (zone: string, kind: Integration["kind"], rows: ReadonlyArray<Integration>): Node => html`
  <section>
    <h2>${kinds[kind]}</h2>
    ${table<Integration>({
      label: kinds[kind],
      rows,
      empty: NONE,
      columns: [
        { title: w.system, cell: ({ key, name }) => link(`${paths.integrations}/${key}`, name) },
        { title: w.state, cell: integrationBadge },
        { title: w.account, cell: ({ account }) => account === null ? NONE : html`<bdi>${account}</bdi>` },
        { title: w.does, cell: ({ reads, writes }) => reads.length + writes.length === 0 ? NONE : [...reads, ...writes].join("; ") },
        { title: w.lastSynced, cell: ({ last_synced_at }) => ago(zone, last_synced_at) }
      ]
    })}
  </section>`

export const integrationsPage = Effect.gen(function*() {
  const { api: { integrations }, query, session: { company } } = yield* SessionRequest
  const { items } = yield* integrations.list_integrations({ query: { limit: 200, offset: 0 } })
  return {
    title: w.title,
    section: paths.integrations,
    content: html`
      <div>
        ${doneNotice(query, { disconnected: w.disconnected })}
        ${w.intro()}
        ${Object.keys(kinds).map((kind) => ofKind(company.time_zone, kind as Integration["kind"], items.filter((one) => one.kind === kind)))}
      </div>`
  } satisfies Page
})

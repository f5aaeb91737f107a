import { Effect } from "effect"
import { Site } from "#layers/kernel/installation/site"
import { COMMAND_LINE } from "#schemas/auth/command-line"
import type { OAuthGrant } from "#schemas/auth/oauth-grant"
import { KeyId } from "#schemas/kernel/ids"
import { resourceOf } from "../../oauth/paths.ts"
import { doneNotice, empty, testMark } from "../components/elements.ts"
import { postForm } from "../components/form.ts"
import { scopeList } from "../components/scopes.ts"
import { paging, ROWS, table } from "../components/table.ts"
import { ago } from "../components/time.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { idOf, optional } from "../query.ts"
import { withConsent } from "../submit.ts"
import { peopleOnly } from "./account.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("clients")

/** Who answers for a client, or that nobody does. */
const answering = ({ client_host, client_id }: OAuthGrant): Node =>
  client_id === COMMAND_LINE ? html`<span>${w.thisService}</span>` : client_host === null ? html`<span class="faint">${w.itself}</span>` : html`<code>${client_host}</code>`

const clientTable = (zone: string, connector: string, rows: ReadonlyArray<OAuthGrant>, revoke: (grant: OAuthGrant) => Node): Node =>
  table<OAuthGrant>({
    label: w.label,
    rows,
    empty: empty(
      w.none,
      w.noneHelp(connector)
    ),
    columns: [
      { title: w.client, cell: (grant) => [grant.client_name, testMark(grant.mode === "live")] },
      { title: w.from, cell: answering },
      { title: w.actsFor, cell: ({ user }) => user.name },
      {
        title: w.may,
        cell: ({ scopes }) => html`
          <details><summary>${w.things(scopes.length)}</summary>${scopeList(scopes)}</details>`
      },
      { title: w.usedLast, cell: ({ last_used_at }) => ago(zone, last_used_at) },
      { title: w.connected, cell: ({ created_at }) => ago(zone, created_at) },
      { title: w.cutOff, cell: revoke }
    ]
  })

const done = { revoked: w.revoked }

export const clientsPage = Effect.gen(function*() {
  const { api: { auth }, query, session: { caller, company } } = yield* SessionRequest
  if (caller.person === undefined) return peopleOnly(w.title, paths.clients)
  const { cursor } = optional(query, ["cursor"])
  const found = yield* auth.list_oauth_grants({ query: { ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "-id" } })
  return {
    title: w.title,
    section: paths.clients,
    content: html`
      <div>
        ${doneNotice(query, done)}
        <p>${w.intro}</p>
        ${clientTable(company.time_zone, resourceOf(yield* (yield* Site).origin), found.items, ({ client_name, id }) =>
          postForm({ to: `${paths.clients}/${id}/revoke`, button: w.revoke, tone: "risky", about: client_name }))}
        ${paging({ path: paths.clients, cursor, shown: found })}
      </div>`
  } satisfies Page
})

export const revokeClient = Effect.gen(function*() {
  const { api: { auth }, params } = yield* SessionRequest
  const id = yield* idOf(params, KeyId.make)
  return yield* withConsent(
    {
      verb: "revoke_oauth_grant", question: w.question, button: w.cutOff,
      follows: w.follows,
      back: paths.clients, section: paths.clients
    },
    Effect.as(auth.revoke_oauth_grant({ params: { id } }), { to: `${paths.clients}?done=revoked` })
  )
})

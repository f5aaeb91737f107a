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

/** Who answers for a client, or that nobody does. */
const answering = ({ client_host, client_id }: OAuthGrant): Node =>
  client_id === COMMAND_LINE ? html`<span>this service</span>` : client_host === null ? html`<span class="faint">registered itself; nobody vouches for the name</span>` : html`<code>${client_host}</code>`

const clientTable = (zone: string, connector: string, rows: ReadonlyArray<OAuthGrant>, revoke: (grant: OAuthGrant) => Node): Node =>
  table<OAuthGrant>({
    label: "Connected tool clients, newest first",
    rows,
    empty: empty(
      "No client is connected.",
      html`<span>Connect one from inside of it: give it the address <code>${connector}</code>, and it leads you back here to agree.</span>`
    ),
    columns: [
      { title: "Client", cell: (grant) => [grant.client_name, testMark(grant.mode === "live")] },
      { title: "From", cell: answering },
      { title: "Acts for", cell: ({ user }) => user.name },
      {
        title: "May",
        cell: ({ scopes }) => html`
          <details><summary>${scopes.length === 1 ? "1 thing" : `${scopes.length} things`}</summary>${scopeList(scopes)}</details>`
      },
      { title: "Used last", cell: ({ last_used_at }) => ago(zone, last_used_at) },
      { title: "Connected", cell: ({ created_at }) => ago(zone, created_at) },
      { title: "Cut it off", cell: revoke }
    ]
  })

const done = { revoked: "The client is cut off. It can do nothing any more." }

export const clientsPage = Effect.gen(function*() {
  const { api: { auth }, query, session: { caller, company } } = yield* SessionRequest
  if (caller.person === undefined) return peopleOnly("Connected clients", paths.clients)
  const { cursor } = optional(query, ["cursor"])
  const found = yield* auth.list_oauth_grants({ query: { ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "-id" } })
  return {
    title: "Connected clients",
    section: paths.clients,
    content: html`
      <div>
        ${doneNotice(query, done)}
        <p>Assistants and other tools that act for a member. Each acts on this company only, and never does more than its member may.</p>
        ${clientTable(company.time_zone, resourceOf(yield* (yield* Site).origin), found.items, ({ client_name, id }) =>
          postForm({ to: `${paths.clients}/${id}/revoke`, button: "Revoke", tone: "risky", about: client_name }))}
        ${paging({ path: paths.clients, cursor, shown: found })}
      </div>`
  } satisfies Page
})

export const revokeClient = Effect.gen(function*() {
  const { api: { auth }, params } = yield* SessionRequest
  const id = yield* idOf(params, KeyId.make)
  return yield* withConsent(
    {
      verb: "revoke_oauth_grant", question: "Cut this client off?", button: "Cut it off",
      follows: "It can do nothing any more from then on. To come back it has to be connected again.",
      back: paths.clients, section: paths.clients
    },
    Effect.as(auth.revoke_oauth_grant({ params: { id } }), { to: `${paths.clients}?done=revoked` })
  )
})

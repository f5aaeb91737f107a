import { Context, Effect, Layer } from "effect"
import { hashOf, random } from "#layers/auth/api-keys"
import { DashboardSessions } from "#layers/auth/dashboard-sessions"
import type { CompanyId, KeyId } from "#schemas/kernel/ids"
import { confirmation, contact, execute, propose } from "../agents/consent-calls.ts"
import { invited } from "../auth/inviting.ts"
import { account, by, entered, type Here } from "../auth/people.ts"
import { ask } from "../connector/grants.ts"
import { webClient } from "../dashboard/web-client.ts"
import { client } from "../oauth/client.ts"
import { OwnerSql } from "../support/database.ts"
import { at, companyIds, SecondServer, TestServerWith, json, PASSWORD, secrets, send, type Sent } from "../support/test-server.ts"
import type { Thing } from "./endings.ts"
import { agreedOn, api, asked, bearer, collected, config, connector, opens, pages, type State, stateOf, toolState } from "./states.ts"
import { download, slowWrite, stream, subscription } from "./streams.ts"

/** Another process over the same database. */
export class Second extends Context.Service<Second, Context.Context<any>>()("test/Second") {
  /* With layers of its own: another process shares none. */
  static readonly layer = Layer.effect(Second, Effect.gen(function*() {
    return yield* Layer.buildWithMemoMap(SecondServer(config), yield* Layer.makeMemoMap, yield* Effect.scope)
  })).pipe(Layer.provideMerge(TestServerWith(config)))
}

type Work<A> = Effect.Effect<A, any, any>
type Look = Effect.Effect<State, never, Here>

/** A thing, as each of two processes sees it. Some can be looked at once only, because that uses them up. */
export interface Seen {
  readonly looks: readonly [Look, Look]
  readonly once: boolean
}

/** To whom something happens: a key, a person with two sessions, and a connection of theirs. */
export interface Subject {
  readonly key: { readonly id: number; secret: string }
  readonly person: { readonly user: number; readonly account: number; readonly resetToken: string }
  readonly session: { readonly id: number; readonly token: string; refresh: string }
  /** Of the other session. */
  readonly other: { readonly headers: { readonly authorization: string } }
  readonly connection: { readonly id: number; readonly giveBack: Effect.Effect<unknown> }
}

const answer = ({ json, status, text }: Sent) => {
  if (status > 299) throw new Error(text)
  return json
}

/** A call that somebody agreed to; what they agreed to may be worth nothing by then. */
const executed = ({ status, text }: Sent): State => {
  if (status === 409 || status === 428) return "ended"
  if (status === 200 || status === 401 || status === 403) return stateOf([status])
  throw new Error(text)
}

/** Everything that can be open at the same time. */
export const opened = Effect.gen(function*() {
  const second = yield* Second
  const sql = yield* OwnerSql
  const sessions = yield* DashboardSessions
  const there = <A>(work: Work<A>): Effect.Effect<A> => at(second, work) as Effect.Effect<A>
  const both = <A>(work: Work<A>) => Effect.all([work as Effect.Effect<A>, there(work)])
  const twice = <A>(work: Work<A>) => Effect.all([work as Effect.Effect<A>, work as Effect.Effect<A>])
  const seen = (look: (n: 0 | 1) => Work<State>, once = false): Seen => ({ looks: [look(0) as Look, there(look(1)) as Look], once })
  const once = (look: (n: 0 | 1) => Work<State>) => seen(look, true)
  const post = (token: string, path: string, body: object = {}) =>
    Effect.map(by({ headers: bearer(token) }, path, { method: "POST", ...json(body) }), answer)

  const { email, id } = yield* account({ acme: "admin" })
  const other = yield* entered(email, "acme")
  const tokens = answer(yield* send("/auth/login", { method: "POST", ...json({ email, password: PASSWORD, company_id: companyIds.acme }) }))
  const session = { id: tokens.session_id as number, token: tokens.access_token as string, refresh: tokens.refresh_token as string }
  const made = yield* post(session.token, "/auth/api-keys", {
    label: "Shop", mode: "live", scopes: ["crm:read", "crm:write", "workflows:read", "agents:read", "consents:approve"]
  })
  const secret: string = made.key
  const key = { id: made.id as number, secret }

  const browserOf = Effect.fnUntraced(function*(credential: number) {
    const token = yield* sessions.open({ company_id: companyIds.acme as CompanyId, key_id: credential as KeyId })
    const browser = yield* webClient()
    browser.cookies.set("__Host-dashboard", token)
    return browser
  })
  const ofKey = yield* both(browserOf(key.id))
  const ofSession = yield* both(browserOf(session.id))

  /** A call of one that another approved. */
  const approved = Effect.fnUntraced(function*(asker: string, approver: string) {
    const contactId = yield* contact()
    const consent = yield* propose(contactId, "acme", bearer(asker))
    const { confirmation } = yield* post(approver, `/agent/consents/${consent.id}/approve`)
    return (token = asker) => Effect.map(execute(contactId, confirmation, "acme", bearer(token)), executed)
  })
  const ofKeyApproved = yield* twice(approved(secret, secrets.acme))
  const approvedByKey = yield* twice(approved(secrets.cautious, secret))
  const ofSessionApproved = yield* twice(approved(session.token, session.token))
  const approvedInSession = yield* twice(approved(secrets.cautious, session.token))

  const app = yield* client()
  const base = yield* both(Effect.map(webClient(), ({ base }) => base))
  const code = Effect.gen(function*() {
    const browser = yield* browserOf(session.id)
    return (yield* agreedOn(browser, yield* asked(browser, app)))!
  })
  const held = (yield* app.exchange(yield* code)).json
  const token: string = held.access_token
  let refresh: string = held.refresh_token
  const [connection] = yield* sql<{ id: number }>`select max(key_id) as id from oauth_grants where account_id = ${id}`
  const codes = yield* twice(code)
  const waiting = yield* both(Effect.gen(function*() {
    const browser = yield* browserOf(session.id)
    const app = yield* client()
    return { app, browser, question: yield* asked(browser, app) }
  }))
  const streams = yield* both(stream(token))
  const subscriptions = yield* both(subscription(token))
  const removing = (id: number) => ask({ token }, "tools/call", { name: "delete_contact", arguments: { id } })
  const ofClientApproved = yield* twice(Effect.gen(function*() {
    const contactId = yield* contact()
    const { message } = yield* removing(contactId)
    yield* confirmation(JSON.parse(message.result.content[0].text).error.consent.id)
    return contactId
  }))

  const resetToken = Buffer.from(random(32)).toString("base64url")
  yield* sql`insert into identity.mail_tokens (hash, account_id, purpose, expires_at)
    values (${hashOf(`reset ${resetToken}`)}, ${id}, 'reset', now() + interval '1 hour')`
  const invitation = yield* invited("acme")
  yield* sql`update invitations set invited_by = ${other.user} where id = ${invitation.id}`
  const minted = yield* twice(Effect.map(post(session.token, "/auth/install-token"), ({ token }): string => token))
  const files = yield* both(download(secret, "/crm/contacts/export?tag=bulk&format=ndjson"))
  const slow = yield* both(slowWrite(secret))

  const unanswered = (path: string, body: object) =>
    Effect.map(send(path, { method: "POST", ...json(body) }), ({ status }): State => status === 401 ? "ended" : "open")

  const things: Readonly<Record<Thing, Seen>> = {
    key: seen(() => api(bearer(secret))),
    key_pages: seen((n) => pages(ofKey[n], "/receipts", "/runs")),
    key_download: once((n) => files[n]),
    key_slow_write: once((n) => slow[n]),
    key_confirmation: once((n) => Effect.suspend(() => ofKeyApproved[n](key.secret))),
    key_approval: once((n) => approvedByKey[n]()),
    access_token: seen(() => api(bearer(session.token))),
    refresh_token: once(() =>
      Effect.suspend(() => send("/auth/refresh", { method: "POST", ...json({ refresh_token: session.refresh }) })).pipe(
        Effect.tap(({ json }) => Effect.sync(() => void (session.refresh = json.refresh_token ?? session.refresh))),
        Effect.flatMap(opens)
      )),
    pages: seen((n) => pages(ofSession[n], "/keys", "/runs")),
    install_token: once((n) =>
      Effect.flatMap(send("/auth/install-token/exchange", { method: "POST", ...json({ token: minted[n], label: "Till" }) }), opens)),
    oauth_request: once((n) => {
      const { app, browser, question } = waiting[n]
      return Effect.flatMap(agreedOn(browser, question), (code) => collected(app, code))
    }),
    oauth_code: once((n) => collected(app, codes[n], base[n])),
    session_confirmation: once((n) => ofSessionApproved[n]()),
    session_approval: once((n) => approvedInSession[n]()),
    other_session: seen(() => api(other.headers)),
    connector_token: seen(() => connector(token)),
    connector_refresh: once((n) =>
      Effect.suspend(() => app.refresh(refresh, {}, base[n])).pipe(
        Effect.tap(({ json }) => Effect.sync(() => void (refresh = json.refresh_token ?? refresh))),
        Effect.flatMap(({ json, status }) => status === 200 ? connector(json.access_token) : Effect.succeed<State>("ended"))
      )),
    connector_stream: seen((n) => Effect.sync(streams[n].state)),
    connector_listen: seen((n) => Effect.sync(subscriptions[n].state)),
    connector_approval: once((n) => Effect.map(removing(ofClientApproved[n]), toolState)),
    /* A password that cannot be taken is looked at after the link. */
    reset_link: seen(() => unanswered("/auth/password/reset/confirm", { token: resetToken, password: "password123" })),
    invitation: seen(() => unanswered("/auth/invitations/accept", { token: invitation.token }))
  }
  const subject: Subject = {
    key, session, other,
    person: { user: other.user, account: id, resetToken },
    connection: { id: connection!.id, giveBack: Effect.suspend(() => app.revoke(refresh)) }
  }
  return { subject, things }
})

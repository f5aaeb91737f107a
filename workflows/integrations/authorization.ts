import { Effect, Option, Redacted } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { anonymousCaller } from "#layers/auth/audit"
import type { Access } from "#layers/integrations/access"
import { type Challenge, Connections } from "#layers/integrations/connections"
import { modules } from "#layers/integrations/modules/all"
import { Partners } from "#layers/integrations/partners"
import { Tenancy } from "#layers/kernel/tenancy"
import { Site } from "#layers/kernel/installation/site"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { payloadHash } from "#layers/workflows/runs"
import type * as api from "#schemas/integrations/authorization.api"
import { declarations, type IntegrationKey } from "#schemas/integrations/catalogue"
import type { Input } from "#schemas/kernel/catalog"
import { html, printed } from "#schemas/kernel/markup"
import type { Download } from "#schemas/kernel/streams"
import { Caller } from "#schemas/kernel/tenancy"
import { refuse } from "../payments/costs.ts"
import { factsOf } from "./showing.ts"

const CALLBACK = "/api/v1/integrations/callback"

/** Where somebody is asked to agree at the other side. */
export const beginAuthorization = Effect.fnUntraced(function*(key: IntegrationKey, access: Access) {
  const partners = yield* Partners
  const app = partners.appOf(key, access.credentials)
  if (app === undefined) {
    return yield* refuse("client_id", `${declarations.get(key)!.name} knows this installation by no app: give client_id and client_secret of one of your own`, null)
  }
  const redirect = `${(yield* Site).linked}${CALLBACK}`
  const begun = yield* Effect.scoped(Effect.flatMap(partners.oauthTo(key), (oauth) => oauth.begin(app, redirect))).pipe(
    Effect.catchTag("OAuthFault", ({ message }) => refuse("client_id", message, null))
  )
  return { ...begun, redirect }
})

const page = (title: string, more: string): Download => ({
  type: "text/html", name: "authorization.html", inline: true,
  content: `<!doctype html>${printed(html`
    <html lang="en">
      <head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><meta name="robots" content="noindex" /><title>${title}</title></head>
      <body><main><h1>${title}</h1><p>${more}</p><p><a href="/dashboard/integrations">Integrations</a></p></main></body>
    </html>`)}`
})

const nothing = page("This link is not good any more", "It was used, or ten minutes have passed. Connect the system again.")

/** Tokens for what somebody agreed to, and what the other side calls the account. */
const agreed = Effect.fnUntraced(function*(key: IntegrationKey, access: Access, challenge: Challenge, answer: URLSearchParams) {
  const partners = yield* Partners
  const oauth = yield* partners.oauthTo(key)
  const app = partners.appOf(key, access.credentials)!
  const tenant = modules[key]!.tenantOf?.(answer)
  const tokens = yield* oauth.finish(app, challenge.redirect, answer, challenge)
  const after: Access = {
    credentials: {
      ...access.credentials, token: Redacted.make(tokens.access_token), expires_at: tokens.expires_at,
      ...tokens.refresh_token !== undefined && { refresh_token: Redacted.make(tokens.refresh_token) }
    },
    settings: { ...access.settings, ...tenant !== undefined && { tenant } }
  }
  const { account } = yield* partners.check(key, after)
  return { access: after, account }
}, Effect.scoped)

export const finish_integration_authorization = Effect.fnUntraced(function*(query: Input<typeof api.finish_integration_authorization>) {
  const connections = yield* Connections
  const found = query.state === undefined ? Option.none() : yield* connections.byChallenge(query.state)
  if (Option.isNone(found)) return nothing
  const { company_id, key } = found.value
  const { name } = declarations.get(key)!
  return yield* Effect.gen(function*() {
    /* Whoever comes a second time finds nothing: a code is good once. */
    const challenge = yield* Tenancy.use(({ transaction }) => transaction(connections.takeChallenge(key, query.state!)))
    const access = yield* connections.access(key)
    if (Option.isNone(challenge) || Option.isNone(access)) return nothing
    const answer = new URLSearchParams(Object.entries(query).flatMap(([part, value]) => value === undefined ? [] : [[part, value]]))
    const done = yield* Effect.result(agreed(key, access.value, challenge.value, answer))
    if (done._tag === "Failure") return page(`${name} is not connected`, done.failure.message)
    const { access: after, account } = done.success
    yield* Receipted.use((receipted) => receipted.write({ verb: "finish_integration_authorization", payloadHash: payloadHash({ key }) }, Effect.gen(function*() {
      yield* connections.hold(key)
      const before = yield* connections.find(key)
      const { id } = yield* connections.connect({ ...after, key, account, state: "connected" })
      const row = yield* connections.find(key)
      yield* recordChange({
        object: "integration", id, before: Option.isNone(before) ? null : yield* factsOf(key, before.value), after: yield* factsOf(key, Option.getOrUndefined(row)),
        events: ["integration.connected"]
      })
    })))
    return page(`${name} is connected`, account === null ? "You can close this page." : `As ${account}. You can close this page.`)
  }).pipe(Effect.provideService(Caller, anonymousCaller(company_id)))
})

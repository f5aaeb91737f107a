import { Effect, Redacted } from "effect"
import type { Access } from "#layers/integrations/access"
import { Connections } from "#layers/integrations/connections"
import { Partners } from "#layers/integrations/partners"
import { SyncRuns } from "#layers/integrations/sync-runs"
import { TeamChats } from "#layers/integrations/team-chats"
import { recordChange } from "#layers/kernel/receipts/change-log"
import type { ProviderError } from "#layers/providers/errors"
import { declarations, type IntegrationKey, usualEvents } from "#schemas/integrations/catalogue"
import { type Given, given } from "#schemas/integrations/declaration"
import type * as api from "#schemas/integrations/integrations.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { pageOf } from "../page-of.ts"
import { refuse } from "../payments/costs.ts"
import { beginAuthorization } from "./authorization.ts"
import { factsOf, found, shown } from "./showing.ts"

export const list_integrations = Effect.fnUntraced(function*({ kind, state, ...paging }: Input<typeof api.list_integrations>) {
  const rows = new Map((yield* Connections.use(({ all }) => all)).map((row) => [row.key, row]))
  const all = yield* Effect.forEach(declarations.keys(), (key) => shown(key as IntegrationKey, rows.get(key as IntegrationKey), false))
  return yield* pageOf(all.filter((one) => (kind === undefined || one.kind === kind) && (state === undefined || one.state === state)), paging)
})

export const get_integration = Effect.fnUntraced(function*({ key }: Input<typeof api.get_integration>) {
  /* Who only sees cannot send in another system's name. */
  const { scopes } = yield* Caller
  return yield* shown(key, yield* found(key), scopes.has("integrations:write"))
})

type NewConnection = Input<typeof api.connect_integration>

const isGiven = (input: NewConnection, name: Given) => name !== "conflict" && input[name] !== undefined

/** Refuses what is missing, and what nothing would heed. */
const checkNeeds = Effect.fnUntraced(function*(input: NewConnection) {
  const { name, needs, status } = declarations.get(input.key)!
  if (status === "planned") return yield* new Conflict({ message: `${name} cannot be connected yet: it is not built.` })
  for (const need of needs) {
    if (need.required && !isGiven(input, need.name)) return yield* refuse(need.name, `${name} needs it. ${need.means}`, null)
  }
  for (const one of given) {
    if (isGiven(input, one) && !needs.some((need) => need.name === one)) return yield* refuse(one, `${name} does not take it`, null)
  }
})

/** The preview of a consent is made of what was asked for, of which secrets were not kept. */
const isWithoutSecrets = ({ client_secret, secret_address, token }: NewConnection) =>
  [client_secret, secret_address, token].some((secret) => secret !== undefined && !Redacted.isRedacted(secret))

const fieldOf = ({ credentials: { secret_address, token } }: Access) =>
  secret_address !== undefined ? "secret_address" : token !== undefined ? "token" : "client_secret"

const accessOf = ({ account, client_id, client_secret, conflict, events, mapping, secret_address, token }: NewConnection): Access => ({
  credentials: {
    ...token !== undefined && { token }, ...client_id !== undefined && { client_id }, ...client_secret !== undefined && { client_secret },
    ...secret_address !== undefined && { secret_address }
  },
  settings: { conflict, ...account !== undefined && { account }, ...events !== undefined && { events }, ...mapping !== undefined && { mapping } }
})

/** Tries the credentials out. What the other side says of them is told at once. */
const triedOut = Effect.fnUntraced(function*(key: IntegrationKey, access: Access) {
  const { check, objection } = yield* Partners
  const wrong = objection(key, access)
  if (wrong !== undefined) return yield* refuse(wrong.field, wrong.error, null)
  if (yield* Connections.use(({ isDemo }) => isDemo)) return yield* refuse(fieldOf(access), "the demo company connects to nobody", null)
  return yield* Effect.catch(check(key, access), ({ message }: ProviderError) => refuse(fieldOf(access), message, null))
})

export const connect_integration = Effect.fnUntraced(function*(input: NewConnection) {
  const { key } = input
  const connections = yield* Connections
  yield* checkNeeds(input)
  yield* connections.hold(key)
  const before = yield* found(key)
  const access = accessOf(input)
  const { authorization } = declarations.get(key)!
  const isOwn = authorization === "own_address"
  const isAsked = authorization === "oauth2"
  const isPreview = isWithoutSecrets(input)
  const { account } = isOwn || isAsked || isPreview ? { account: before?.account ?? null } : yield* triedOut(key, access)
  const kept: Access = isPreview ? { ...access, credentials: {} } : access
  if (isAsked && (yield* connections.isDemo)) return yield* refuse("client_id", "the demo company connects to nobody", null)
  yield* connections.connect({ ...kept, key, account, state: isAsked ? "authorizing" : "connected" })
  if (isAsked && !isPreview) yield* connections.setChallenge(key, yield* beginAuthorization(key, access))
  if (isOwn) yield* connections.makeAddress(key)
  const { secret_address } = kept.credentials
  if ((key === "slack" || key === "discord") && secret_address !== undefined) {
    yield* TeamChats.use((chats) => chats.connect(key, secret_address, access.settings.events ?? usualEvents))
  }
  const row = (yield* found(key))!
  yield* recordChange({
    object: "integration", id: row.id, before: before === undefined ? null : yield* factsOf(key, before), after: yield* factsOf(key, row),
    ...!isAsked && { events: ["integration.connected" as const] }
  })
  return yield* shown(key, row, true)
})

export const disconnect_integration = Effect.fnUntraced(function*({ key }: Input<typeof api.disconnect_integration>) {
  const connections = yield* Connections
  yield* connections.hold(key)
  const before = yield* found(key)
  if (before !== undefined) {
    yield* TeamChats.use((chats) => chats.disconnect(key))
    yield* SyncRuns.use((runs) => runs.forget(key))
    yield* connections.remove(key)
    yield* recordChange({
      object: "integration", id: before.id, before: yield* factsOf(key, before), after: null, events: ["integration.disconnected"]
    })
  }
  return yield* shown(key, undefined, false)
})

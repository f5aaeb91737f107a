import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { json, type Key, send } from "../support/test-server.ts"

type Headers = Readonly<Record<string, string>>

let turn = 0

/** A contact to delete. */
export const contact = (key: Key = "acme") =>
  Effect.map(
    send("/crm/contacts", { key, method: "POST", ...json({ first_name: "Ladder", email: `ladder${turn++}@x.example` }) }),
    ({ json: made }): number => made.id
  )

export const remove = (id: number, key: Key, headers: Headers = {}) => send(`/crm/contacts/${id}`, { key, method: "DELETE", headers })

/** The call with its confirmation. */
export const execute = (id: number, confirmation: string, key: Key = "cautious", headers: Headers = {}) =>
  remove(id, key, { "x-service-confirmation": confirmation, ...headers })

/** Asks to delete a contact; answers with the consent. */
export const propose = Effect.fnUntraced(function*(id: number, key: Key = "cautious", headers: Headers = {}) {
  const { json, status, text } = yield* remove(id, key, headers)
  assert.strictEqual(status, 428, text)
  return json.consent
})

export const preview = (consent: number, key: Key = "acme") => send(`/agent/consents/${consent}/preview`, { key })
export const get = (consent: number, key: Key = "acme") => send(`/agent/consents/${consent}`, { key })
export const approve = (consent: number, key: Key = "acme", headers: Headers = {}) =>
  send(`/agent/consents/${consent}/approve`, { key, method: "POST", headers })
export const reject = (consent: number, key: Key = "acme", reason?: string, headers: Headers = {}) =>
  send(`/agent/consents/${consent}/reject`, { key, method: "POST", headers, ...json({ ...reason !== undefined && { reason } }) })

/** Approves, and answers with the confirmation. */
export const confirmation = (consent: number, key: Key = "acme") =>
  Effect.map(approve(consent, key), ({ json, status, text }): string => {
    assert.strictEqual(status, 200, text)
    assert.match(json.confirmation, /^cfm_[A-Za-z0-9_-]{43}$/)
    return json.confirmation
  })

/** A contact, a consent to delete it, and the confirmation. */
export const climbed = Effect.gen(function*() {
  const id = yield* contact()
  const consent = yield* propose(id)
  return { id, consent: consent.id as number, confirmation: yield* confirmation(consent.id) }
})

export const isThere = (id: number, key: Key = "acme") =>
  Effect.map(send(`/crm/contacts/${id}`, { key }), ({ status }) => status === 200)

export const stateOf = (consent: number, key: Key = "acme") => Effect.map(get(consent, key), ({ json }): string => json.state)

/** What subscribers were told of a consent, first to last. */
export const toldOf = Effect.fnUntraced(function*(consent: number) {
  const sql = yield* OwnerSql
  const rows = yield* sql<{ kind: string }>`
    select kind from events where kind like 'consent.%' and (data->'object'->>'id')::bigint = ${consent} order by id`
  return rows.map(({ kind }) => kind)
}, Effect.orDie)

/** Lets so much time pass for a consent, as its row knows it. */
export const age = Effect.fnUntraced(function*(consent: number, interval: string) {
  const sql = yield* OwnerSql
  yield* sql`update consents set expires_at = expires_at - ${interval}::interval where id = ${consent}`
}, Effect.orDie)

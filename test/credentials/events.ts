import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { changeTier } from "#layers/auth/provision"
import type { CompanyId } from "#schemas/kernel/ids"
import { codeOf } from "../auth/authenticator.ts"
import { agreed, by, type Here } from "../auth/people.ts"
import { provedNow } from "../auth/signing.ts"
import { OwnerSql } from "../support/database.ts"
import { companyIds, json, PASSWORD, send, type Sent } from "../support/test-server.ts"
import type { EndingName } from "./endings.ts"
import type { Subject } from "./opened.ts"
import { bearer } from "./states.ts"

/** Makes something happen; answers with when it had, in epoch milliseconds. */
type Event = (subject: Subject) => Effect.Effect<number, never, Here>

const at = (status: number, asked: Effect.Effect<Sent, never, Here>) =>
  Effect.map(asked, (sent) => {
    assert.strictEqual(sent.status, status, sent.text)
    return { ...sent, at: Date.now() }
  })
const happened = (asked: Effect.Effect<Sent, never, Here>) => Effect.map(at(200, asked), (sent) => sent.at)

const asOwner = (method: string, path: string, body?: object) =>
  send(path, { key: "owner", method, ...body !== undefined && json(body) })

const rotated = (overlap_minutes: number): Event => ({ key }) =>
  Effect.gen(function*() {
    yield* provedNow("owner")
    const sent = yield* at(200, asOwner("POST", `/auth/api-keys/${key.id}/rotate`, { overlap_minutes }))
    key.secret = sent.json.key
    return sent.at
  })

const change = (work: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
  Effect.orDie(Effect.as(OwnerSql.use(work), undefined)).pipe(Effect.map(() => Date.now()))

/** A time that is over in a moment; nobody tells of it. */
const soon = (work: (sql: SqlClient.SqlClient, at: string) => Effect.Effect<unknown, unknown>) =>
  Effect.gen(function*() {
    const deadline = Date.now() + 700
    yield* change((sql) => work(sql, new Date(deadline).toISOString()))
    while (Date.now() < deadline) yield* Effect.sleep("20 millis")
    return deadline
  })

const passwordChanged = (more: object): Event => ({ other }) =>
  happened(by(other, "/auth/password", {
    method: "POST", ...json({ current_password: PASSWORD, new_password: "another horse battery staple", ...more })
  }))

export const tierOf = (tier: "starter" | "enterprise") =>
  Effect.flatMap(OwnerSql, (sql) =>
    Effect.orDie(Effect.provideService(changeTier(companyIds.acme as CompanyId, tier), SqlClient.SqlClient, sql)))

export const events: Readonly<Record<EndingName, Event>> = {
  revoke_key: ({ key }) => happened(asOwner("DELETE", `/auth/api-keys/${key.id}`)),
  rotate_key_at_once: rotated(0),
  rotate_key: rotated(60),
  end_overlap: (subject) =>
    Effect.andThen(rotated(60)(subject), soon((sql, at) => sql`update api_keys set previous_until = ${at} where id = ${subject.key.id}`)),
  expire_key: ({ key }) => soon((sql, at) => sql`update api_keys set expires_at = ${at} where id = ${key.id}`),
  narrow_key_scopes: ({ key }) => change((sql) => sql`update api_keys set scopes = '{crm:read}' where id = ${key.id}`),
  narrow_key_addresses: ({ key }) => change((sql) => sql`update api_keys set allowed_addresses = '{203.0.113.7}' where id = ${key.id}`),

  end_session: ({ session }) => happened(asOwner("DELETE", `/auth/sessions/${session.id}`)),
  sign_out: ({ session }) => happened(send("/auth/logout", { method: "POST", headers: bearer(session.token) })),
  expire_session: ({ session }) => soon((sql, at) => sql`update api_keys set expires_at = ${at} where id = ${session.id}`),
  reuse_refresh_token: ({ session }) =>
    Effect.gen(function*() {
      const refreshing = send("/auth/refresh", { method: "POST", ...json({ refresh_token: session.refresh }) })
      session.refresh = (yield* at(200, refreshing)).json.refresh_token
      return (yield* at(401, refreshing)).at
    }),
  end_other_sessions: ({ other }) => happened(by(other, "/auth/sessions", { method: "DELETE" })),
  change_password: passwordChanged({}),
  change_password_everywhere: passwordChanged({ end_connections: true }),
  reset_password: ({ person }) =>
    happened(send("/auth/password/reset/confirm", {
      method: "POST", ...json({ token: person.resetToken, password: "another horse battery staple" })
    })),
  change_two_factors: ({ other }) =>
    Effect.gen(function*() {
      const { json: { secret } } = yield* at(200, by(other, "/auth/2fa", { method: "POST" }))
      yield* at(200, by(other, "/auth/2fa/confirm", { method: "POST", ...json({ code: codeOf(secret) }) }))
      return yield* happened(agreed(other, "/auth/2fa", { method: "DELETE" }))
    }),

  remove_member: ({ person }) => happened(asOwner("DELETE", `/auth/members/${person.user}`)),
  demote_member: ({ person }) => happened(asOwner("PATCH", `/auth/members/${person.user}`, { role: "viewer" })),
  lower_tier: () => Effect.map(tierOf("starter"), () => Date.now()),
  revoke_grant: ({ connection }) => happened(asOwner("DELETE", `/auth/oauth/grants/${connection.id}`)),
  disconnect: ({ connection }) => Effect.map(connection.giveBack, () => Date.now())
}

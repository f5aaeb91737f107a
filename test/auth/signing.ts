import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { hashOf } from "#layers/auth/api-keys"
import type { Tokens } from "#schemas/auth/session"
import { OwnerSql } from "../support/database.ts"
import { emailOf, json, type Key, PASSWORD, secrets, send } from "../support/test-server.ts"

/** The session of one of the seeded people who has the part of these keys in operations that take a person. */
export const personOf: Partial<Record<Key, Key>> = {
  acme: "owner", acmeTest: "owner", bolt: "boltOwner", starter: "starterOwner", cautious: "admin"
}

/** An address of the documentation's network; each call another one. */
export const someAddress = (() => {
  let n = 0
  return () => `2001:db8:${(++n).toString(16)}::1`
})()

/** Sends the credentials of one of the seeded people, or what else is said, to sign in; `from` as a trusted proxy tells it. */
export const tryLogin = (name: Key, more: Readonly<Record<string, unknown>> = {}, from?: string) =>
  send("/auth/login", {
    method: "POST",
    ...json({ email: emailOf(name), password: PASSWORD, ...more }),
    ...from !== undefined && { headers: { "x-forwarded-for": from } }
  })

/** Signs one of the seeded people in. */
export const login = Effect.fnUntraced(function*(name: Key, more: Readonly<Record<string, unknown>> = {}, from?: string) {
  const sent = yield* tryLogin(name, more, from)
  assert.strictEqual(sent.status, 200, sent.text)
  return sent.json as Tokens
})

export const withToken = ({ access_token }: Pick<Tokens, "access_token">) => ({ authorization: `Bearer ${access_token}` })

/** The session of the server, or this one, has just proved who uses it. */
export const provedNow = Effect.fnUntraced(function*(whose: Key | Tokens) {
  const sql = yield* OwnerSql
  const which = typeof whose === "string" ? sql`k.hash = ${hashOf(secrets[whose])}` : sql`k.id = ${whose.session_id}`
  yield* sql`update sessions s set stepped_up_at = now() from api_keys k where k.id = s.key_id and ${which}`
}, Effect.orDie)

/** All that the audit of a company was told under a verb, oldest first, once there are `count`. */
export const audited = Effect.fnUntraced(function*(verb: string, count: number) {
  const sql = yield* OwnerSql
  const look = sql<{ company_id: number; key_id: number; changes: ReadonlyArray<any>; livemode: boolean; audit: boolean }>`
    select company_id, key_id, changes, livemode, audit from receipts where verb = ${verb} order by id`
  return yield* look.pipe(
    Effect.delay("20 millis"),
    Effect.repeat({ until: (rows) => rows.length >= count }),
    Effect.timeout("90 seconds"),
    Effect.orDie
  )
})

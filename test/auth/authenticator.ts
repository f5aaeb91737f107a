import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Secret, TOTP } from "otpauth"
import type { Tokens } from "#schemas/auth/session"
import { OwnerSql } from "../support/database.ts"
import { emailOf, json, type Key, send } from "../support/test-server.ts"
import { login, withToken } from "./signing.ts"

/** What an authenticator app shows, so many steps of half a minute from now. */
export const codeOf = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })

/** A code that no step near now has. */
export const wrongCode = (secret: string): string => {
  const near = new Set([-2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps)))
  return Array.from({ length: 10 }, (_, n) => String(n).repeat(6)).find((code) => !near.has(code))!
}

/** Calls an operation of sessions. */
export const call = (tokens: Pick<Tokens, "access_token">, method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  send(path, { method, headers: { ...withToken(tokens), ...headers }, ...body !== undefined && json(body) })

/** Takes two-factor authentication away from one of the seeded people, and forgets which codes were taken and how often somebody tried. */
export const plain = Effect.fnUntraced(function*(name: Key) {
  const sql = yield* OwnerSql
  yield* sql`delete from identity.recovery_codes where account_id = (select id from identity.accounts where email = ${emailOf(name)})`
  yield* sql`update identity.accounts set totp_secret = null, totp_confirmed_at = null, totp_last_step = null where email = ${emailOf(name)}`
  yield* sql`delete from identity.throttles`
}, Effect.orDie)

/** As if no code had been taken yet, so that a test need not wait for the next. */
export const forgetSteps = (name: Key) =>
  Effect.orDie(OwnerSql.use((sql) => sql`update identity.accounts set totp_last_step = null where email = ${emailOf(name)}`))

/** Lets so much time pass for a session, as its row knows it. */
export const ageProof = (tokens: Tokens, interval: string) =>
  Effect.orDie(OwnerSql.use((sql) =>
    sql`update sessions set stepped_up_at = stepped_up_at - ${interval}::interval where key_id = ${tokens.session_id}`))

/** Signs somebody in who then turns two-factor authentication on. */
export const secured = Effect.fnUntraced(function*(name: Key) {
  yield* plain(name)
  const tokens = yield* login(name)
  const { json: { secret, uri }, status, text } = yield* call(tokens, "POST", "/auth/2fa")
  assert.strictEqual(status, 200, text)
  const confirmed = yield* call(tokens, "POST", "/auth/2fa/confirm", { code: codeOf(secret) })
  assert.strictEqual(confirmed.status, 200, confirmed.text)
  yield* forgetSteps(name)
  return { tokens, secret: secret as string, uri: uri as string, recovery: confirmed.json.recovery_codes as ReadonlyArray<string> }
})

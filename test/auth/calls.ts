import { hash } from "@node-rs/argon2"
import { Effect } from "effect"
import { hashOf } from "#layers/auth/api-keys"
import type { Call } from "../contract/examples.ts"
import { OwnerSql } from "../support/database.ts"
import { companyIds, emailOf, type Key, keys, PASSWORD, send } from "../support/test-server.ts"
import { codeOf, plain } from "./authenticator.ts"
import { invited } from "./inviting.ts"
import { login, personOf, provedNow, withToken } from "./signing.ts"

let turn = 0

/** A member of the company, who cannot sign in. */
export const member = Effect.fnUntraced(function*(key: Key) {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ id: number }>`insert into users ${
    sql.insert({ company_id: companyIds[keys[key].company], email: `member${turn++}@x.example`, name: "Member", role: "member" })
  } returning id`
  return row!.id
}, Effect.orDie)

const nameOf = (key: Key) => personOf[key] ?? key

/** The person who signs in where an example of signing in is asked for. */
const credentialsOf = (key: Key) => ({ email: emailOf(nameOf(key)), password: PASSWORD })

/** A session of its own, for what ends it, of somebody who has no second factor. */
export const signedIn = (key: Key) => Effect.andThen(plain(nameOf(key)), login(nameOf(key), { mode: keys[key].mode }))

const withoutTwoFactors = (call: Call, key: Key) => Effect.as(plain(nameOf(key)), call)

/** Of somebody who turned two-factor authentication on yesterday, as did whoever of the company is asked for consent. */
const withTwoFactors = Effect.fnUntraced(function*(call: Call, key: Key) {
  const sql = yield* OwnerSql
  for (const name of [nameOf(key), nameOf("cautious")]) {
    yield* plain(name)
    yield* sql`update identity.accounts set totp_secret = 'sealed', totp_confirmed_at = now() - interval '1 day' where email = ${emailOf(name)}`
  }
  return call
}, Effect.orDie)

/** The first code of an app that was just set up. */
const firstCode = Effect.fnUntraced(function*(call: Call, key: Key) {
  yield* plain(nameOf(key))
  const { json } = yield* send("/auth/2fa", { key: nameOf(key), method: "POST" })
  return { ...call, payload: { code: codeOf(json.secret) } }
})

const ownProof = (call: Call, key: Key) => Effect.as(plain(nameOf(key)), { ...call, payload: { ...call.payload, password: PASSWORD } })

const installToken = (call: Call, key: Key) =>
  Effect.map(send("/auth/install-token", { key: nameOf(key), method: "POST" }), ({ json }) =>
    ({ ...call, payload: { ...call.payload, token: json.token } }))

/** A letter's token of somebody who is in the company and has just got it. */
const mailToken = (purpose: "verify" | "reset") => Effect.fnUntraced(function*(call: Call, key: Key) {
  const sql = yield* OwnerSql
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url")
  const user = yield* member(key)
  const [account] = yield* sql<{ id: number }>`insert into identity.accounts (email, name) values (${`letter${turn++}@x.example`}, 'Reader') returning id`
  yield* sql`update users set account_id = ${account!.id} where id = ${user}`
  yield* sql`insert into identity.mail_tokens (hash, account_id, purpose, expires_at)
    values (${hashOf(`${purpose} ${token}`)}, ${account!.id}, ${purpose}, now() + interval '1 hour')`
  return { ...call, payload: { ...call.payload, token } }
}, Effect.orDie)

/** Whoever changes their password has the one that everybody has, whatever it was changed to before, and goes on with it. */
const ownPassword = Effect.fnUntraced(function*(call: Call, key: Key) {
  const sql = yield* OwnerSql
  const password_hash = yield* Effect.promise(() => hash(PASSWORD, { memoryCost: 8, timeCost: 1 }))
  yield* sql`update identity.accounts set password_hash = ${password_hash} where email = ${credentialsOf(key).email}`
  yield* sql`delete from identity.throttles`
  return { ...call, payload: { current_password: PASSWORD, new_password: PASSWORD } }
}, Effect.orDie)

const joining = (call: Call, key: Key) =>
  Effect.map(invited(key), ({ token }) => ({ ...call, payload: { token, name: "Grace Hopper", password: PASSWORD } }))

/** How calls of people come to succeed: with a password, a letter's token, a session of their own. */
export const callsOfPeople = {
  accept_invitation: joining,
  verify_email: mailToken("verify"),
  reset_password: mailToken("reset"),
  change_password: ownPassword,
  login: (call: Call, key: Key) => Effect.as(plain(nameOf(key)), { ...call, payload: { ...call.payload, ...credentialsOf(key) } }),
  refresh_token: (call: Call, key: Key) => Effect.map(signedIn(key), ({ refresh_token }) => ({ ...call, payload: { refresh_token } })),
  logout: (call: Call, key: Key) => Effect.map(signedIn(key), (tokens) => ({ ...call, headers: withToken(tokens) })),
  enable_two_factor: withoutTwoFactors,
  confirm_two_factor: firstCode,
  disable_two_factor: withTwoFactors,
  regenerate_recovery_codes: withTwoFactors,
  step_up: ownProof,
  exchange_install_token: installToken,
  revoke_all_sessions: (call: Call, key: Key) => Effect.as(provedNow(nameOf(key)), call)
}

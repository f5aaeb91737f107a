import { randomBytes } from "node:crypto"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

const BYTES = 32

/**
 * The secret of this name: 256 random bits as text, in letters, digits, `-` and `_`; the same for all processes on the database, made when
 * it is first asked for. It lies in a table that only the database's owner reads. Not sealed: a process with another SECRET_KEY
 * would shut out all others.
 */
export const installationSecret = Effect.fnUntraced(function*(name: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into installation.secrets (name, secret) values (${name}, ${randomBytes(BYTES).toString("base64url")}) on conflict do nothing`
  const [kept] = yield* sql<{ secret: string }>`select secret from installation.secrets where name = ${name}`
  return Redacted.make(kept!.secret)
})

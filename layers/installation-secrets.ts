import { randomBytes } from "node:crypto"
import { Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { ServiceConfig } from "./config.ts"
import { materialsOf, sealer } from "./sealing.ts"

const BYTES = 32

/** Letters, digits, `-` and `_`, so that it can stand in any address and in any protocol as it is. */
const made = () => randomBytes(BYTES).toString("base64url")

/**
 * The secret of this name: 256 random bits as text, the same for all processes on the database, made when it is first asked for. It lies
 * in a table that only the database's owner reads, sealed where SECRET_KEY is set. One that cannot be opened, because SECRET_KEY was
 * lost, is replaced. As the owner, in a transaction in which nobody else asks.
 */
export const installationSecret = Effect.fnUntraced(function*(name: string) {
  const sql = yield* SqlClient.SqlClient
  const materials = materialsOf((yield* ServiceConfig).secretKey)
  const { open, seal } = sealer(materials)
  const about = `installation ${name}`
  const [kept] = yield* sql<{ secret: string }>`select secret from installation.secrets where name = ${name}`
  const sealed = kept?.secret.startsWith("v1.") ?? false
  const known = kept === undefined ? Option.none() : sealed ? open(kept.secret, about) : Option.some(kept.secret)
  const secret = Option.getOrElse(known, made)
  /* Sealed anew each time, under the newest part of SECRET_KEY, so that an older part may be taken out of it. */
  const written = materials.length === 0 ? secret : seal(secret, about)
  yield* sql`
    insert into installation.secrets (name, secret) values (${name}, ${written})
    on conflict (name) do update set secret = excluded.secret`
  return Redacted.make(secret)
})

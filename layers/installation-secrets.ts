import { randomBytes } from "node:crypto"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { StartFailure } from "#schemas/kernel/start-failure"
import { ServiceConfig } from "./config.ts"
import { materialsOf, sealer } from "./sealing.ts"

const BYTES = 32

/** Letters, digits, `-` and `_`, so that it can stand in any address and in any protocol as it is. */
const made = () => randomBytes(BYTES).toString("base64url")

/** To replace it would shut out the processes that have it. */
const unopened = new StartFailure({
  message: "What the processes of this installation share was sealed with a SECRET_KEY that is not here: set it again, after the new one and a " +
    "comma. If it is lost, stop all processes and run \"delete from installation.secrets\" in the database."
})

/**
 * The secret of this name: 256 random bits as text, the same for all processes on the database, made when it is first asked for. It lies
 * in a table that only the database's owner reads, sealed where SECRET_KEY is set. As the owner, in a transaction in which nobody
 * else asks.
 */
export const installationSecret = Effect.fnUntraced(function*(name: string) {
  const sql = yield* SqlClient.SqlClient
  const materials = materialsOf((yield* ServiceConfig).secretKey)
  const { open, seal } = sealer(materials)
  const about = `installation ${name}`
  const [kept] = yield* sql<{ secret: string }>`select secret from installation.secrets where name = ${name}`
  const secret = kept === undefined
    ? made()
    : kept.secret.startsWith("v1.") ? yield* Effect.mapError(Effect.fromOption(open(kept.secret, about)), () => unopened) : kept.secret
  /* Sealed anew each time, under the newest part of SECRET_KEY, so that an older part may be taken out of it. */
  const written = materials.length === 0 ? secret : seal(secret, about)
  yield* sql`
    insert into installation.secrets (name, secret) values (${name}, ${written})
    on conflict (name) do update set secret = excluded.secret`
  return Redacted.make(secret)
})

import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto"
import { Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { ServiceConfig } from "../kernel/config.ts"
import { Installation } from "../kernel/installation/installation.ts"
import { installationSecret } from "../kernel/installation/secrets.ts"

/** What requests may do, and what background jobs may. Accounts that log in are members of one of them. */
export type ServiceRole = "service_app" | "service_system"

/** How a connection is made: in place of the account that the address names, if one is given. */
export interface Login {
  readonly role: ServiceRole
  readonly url: Redacted.Redacted
  readonly username: string | undefined
  readonly password: Redacted.Redacted | undefined
}

/** Which database it is, of all there are. */
export interface Place {
  readonly oid: number
  /** When its server was started. */
  readonly started: string
}

export interface Logins {
  readonly place: Place
  readonly app: Login
  readonly system: Login
  readonly installation: Installation["Service"]
}

const ITERATIONS = 4_096

/** What PostgreSQL keeps of a password (RFC 5802), so that no statement, and so no log of statements, holds the password itself. */
const verifier = (password: string): string => {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, "sha256")
  const keyed = (text: string) => createHmac("sha256", salted).update(text).digest()
  const stored = createHash("sha256").update(keyed("Client Key")).digest("base64")
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${stored}:${keyed("Server Key").toString("base64")}`
}

interface Server extends Place {
  readonly version: number
  readonly temporary: boolean
  readonly creates: boolean
}

/**
 * An account of this database's own, with what the role has and nothing else, as it should be whatever was done to it. It is never
 * given the role to change to: what leaves a role has another one to go back to.
 */
const made = Effect.fnUntraced(function*(role: ServiceRole, { oid, version }: Server) {
  const sql = yield* SqlClient.SqlClient
  const name = `${role}_${oid}`
  const password = yield* installationSecret(name)
  const [known] = yield* sql`select from pg_roles where rolname = ${name}`
  const how = `login inherit connection limit -1 password '${verifier(Redacted.value(password))}' valid until 'infinity'`
  yield* sql.unsafe(known === undefined ? `create role ${name} ${how}` : `alter role ${name} ${how}`)
  /* An account may change its own settings, which would last. */
  yield* sql.unsafe(`alter role ${name} reset all`)
  yield* sql.unsafe(`alter role ${name} in database ${yield* currentDatabase} reset all`)
  yield* sql.unsafe(`grant ${role} to ${name}${version >= 160_000 ? " with inherit true, set false" : ""}`)
  return { username: name, password }
})

const currentDatabase = SqlClient.SqlClient.use((sql) =>
  Effect.map(sql<{ name: string }>`select quote_ident(current_database()) as name`, ([row]) => row!.name))

/**
 * Nobody but the owner makes tables here, not even temporary ones: under the name of one of ours, such a table would be read in its
 * place by whoever shares the connection.
 */
const closed = Effect.fnUntraced(function*({ creates, temporary }: Server) {
  const sql = yield* SqlClient.SqlClient
  if (temporary) yield* sql.unsafe(`revoke temporary on database ${yield* currentDatabase} from public`)
  if (creates) yield* sql`revoke create on schema public from public`
})

/** Processes that start at once do it one after the other, by a lock that only the owner can take. */
const inTurn = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(Effect.andThen(sql`lock table installation.secrets in exclusive mode`, work)))

const facts = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<Server>`select d.oid::bigint as oid, pg_postmaster_start_time()::text as started, current_setting('server_version_num')::int as version,
      has_database_privilege('public', d.oid, 'temporary') as temporary, has_schema_privilege('public', 'public', 'create') as creates
      from pg_database d where d.datname = current_database()`,
    ([row]) => row!
  ))

/**
 * With whom requests and background jobs connect: accounts of the operator's, or else of our own, which are made or mended here; and
 * what else the processes share. Needs the owner's connection.
 */
export const logins = Effect.fnUntraced(function*(url: Redacted.Redacted) {
  const { databaseAppUrl, databaseSystemUrl } = yield* ServiceConfig
  return yield* inTurn(Effect.gen(function*() {
    const server = yield* facts
    yield* closed(server)
    const login = Effect.fnUntraced(function*(role: ServiceRole, given: Option.Option<Redacted.Redacted>) {
      if (Option.isSome(given)) return { role, url: given.value, username: undefined, password: undefined }
      return { role, url, ...yield* made(role, server) }
    })
    return {
      place: server,
      app: yield* login("service_app", databaseAppUrl),
      system: yield* login("service_system", databaseSystemUrl),
      installation: yield* Installation.read
    } satisfies Logins
  }))
})

import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { Context, Effect, Layer, Option, Redacted, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { StartFailure } from "#schemas/kernel/start-failure"
import { ServiceConfig } from "../kernel/config.ts"
import { passphrasesOf } from "../kernel/receipts/sealing.ts"
import { type WalState, WalArchive } from "../backup/wal-state.ts"
import { owner } from "./connections.ts"
import type { Cluster } from "../embedded-postgres/cluster.ts"
import type { WalUse } from "../embedded-postgres/wal.ts"
import { cannotConnect, isConnectionProblem, placeOf, refusedBy } from "./problem.ts"

const OLDEST = 15

interface Facts {
  /** As PostgreSQL prints it: `18.4`. */
  readonly version: string
  readonly major: number
  readonly account: string
  readonly encoding: string
  readonly standby: boolean
  readonly makes_roles: boolean
  /** It has the two roles of the service already, made by somebody else. */
  readonly has_roles: boolean
  /** It may give the two roles, if they are there, to the accounts that it makes. */
  readonly gives_roles: boolean
  readonly makes_tables: boolean
  readonly lacking: ReadonlyArray<string>
}

/** What a server is and what it lets us do. */
export const factsOf = (url: Redacted.Redacted) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const [facts] = yield* sql<Facts>`
      select split_part(current_setting('server_version'), ' ', 1) as version,
        current_setting('server_version_num')::int / 10000 as major,
        current_user::text as account,
        current_setting('server_encoding') as encoding,
        pg_is_in_recovery() as standby,
        (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as makes_roles,
        2 = (select count(*) from pg_roles where rolname in ('service_app', 'service_system')
          and pg_has_role(current_user, oid, 'member')) as has_roles,
        current_setting('server_version_num')::int < 160000 or not exists (
          select from pg_roles where rolname in ('service_app', 'service_system')
            and not pg_has_role(current_user, oid, 'member with admin option')) as gives_roles,
        has_schema_privilege('public', 'create') as makes_tables,
        array(select name::text from unnest(array['pg_trgm', 'btree_gin', 'btree_gist']) name
          where name not in (select e.name from pg_available_extensions e)) as lacking`
    return facts!
  }).pipe(
    Effect.provide(owner(url)),
    Effect.mapError((error) => isConnectionProblem(error) ? cannotConnect(url)(error) : refusedBy(url, "say what it is")(error))
  )

/** `accountsGiven`: the accounts that connections are made with are the operator's, so that none has to be made. */
const unfit = (url: Redacted.Redacted, facts: Facts, accountsGiven: boolean): string | undefined => {
  const { account, encoding, gives_roles, has_roles, lacking, major, makes_roles, makes_tables, standby, version } = facts
  const place = placeOf(url)
  if (major < OLDEST) return `The server at ${place} is PostgreSQL ${version}; the service needs ${OLDEST} or newer.`
  if (standby) return `The server at ${place} is a standby, which cannot be written to; give the address of the primary.`
  if (encoding !== "UTF8") return `The database at ${place} is encoded in ${encoding}; make one with encoding UTF8.`
  if (!makes_roles && !has_roles) {
    return `The account ${account} may not make roles at ${place}, which confining companies needs: ` +
      `run "alter role ${account} createrole" there, or use another account.`
  }
  if (!accountsGiven && !(makes_roles && gives_roles)) {
    const remedy = makes_roles ? `grant service_app, service_system to ${account} with admin option` : `alter role ${account} createrole`
    return `The account ${account} may not make the two accounts that the service connects with at ${place}: ` +
      `run "${remedy}" there, or make them yourself and name them in DATABASE_APP_URL and DATABASE_SYSTEM_URL.`
  }
  if (!makes_tables) {
    return `The account ${account} may not make tables at ${place}: make it the owner of the database, or grant it create on schema public.`
  }
  if (lacking.length > 0) {
    return `The server at ${place} lacks the extension ${lacking.join(" and ")}: install PostgreSQL's contrib package there.`
  }
  return undefined
}

/** A server that can be reached and will do. */
const checked = Effect.fnUntraced(function*(url: Redacted.Redacted) {
  const { databaseAppUrl, databaseSystemUrl } = yield* ServiceConfig
  const why = unfit(url, yield* factsOf(url), Option.isSome(databaseAppUrl) && Option.isSome(databaseSystemUrl))
  if (why !== undefined) return yield* new StartFailure({ message: why })
  return url
})

/** Where our own PostgreSQL keeps its data: data made by one major version is unreadable to every other. */
export const dataOf = (dataDir: string) => join(dataDir, "postgres-18")

/** Whether our own PostgreSQL has ever been started on this data. */
export const isMade = Effect.fnUntraced(function*(data: string) {
  const { candidates } = yield* Effect.promise(() => import("../embedded-postgres/place.ts"))
  return candidates(resolve(data)).some((folder) => existsSync(join(folder, "PG_VERSION")))
})

/** Loaded only where it is used: with DATABASE_URL nothing of our own PostgreSQL is. */
const start = Effect.fnUntraced(function*(data: string, wal: WalUse = "unchanged") {
  const { start } = yield* Effect.promise(() => import("../embedded-postgres/start.ts"))
  return yield* start({ data, wal })
})

interface Started extends Pick<Cluster, "lost" | "url"> {
  /** Where its log is archived. */
  readonly archived?: () => WalState
}

/** The same for the service itself, which takes care of its log. */
const startArchiving = Effect.fnUntraced(function*(data: string): Effect.fn.Return<Started, StartFailure, ServiceConfig | Scope.Scope> {
  const { secretKey, walArchive } = yield* ServiceConfig
  if (Option.isNone(walArchive)) return yield* start(data, "ended")
  const passphrases = passphrasesOf(secretKey)
  if (passphrases.length === 0) {
    return yield* new StartFailure({ message: "WAL_ARCHIVE is set but not SECRET_KEY, with which the log is sealed: set it (openssl rand -base64 48), and keep it apart from the folder." })
  }
  const { archiving } = yield* Effect.promise(() => import("../backup/wal-archive.ts"))
  const { begun, state } = yield* archiving({ folder: resolve(walArchive.value), passphrases }, start(data, "kept"))
  return { ...begun, archived: state }
})

const attach = Effect.fnUntraced(function*(data: string) {
  const { attach } = yield* Effect.promise(() => import("../embedded-postgres/attach.ts"))
  return yield* attach({ data })
})

/** The database the service works on. */
export class DatabaseUrl extends Context.Service<DatabaseUrl, {
  readonly url: Redacted.Redacted
  /** Nobody gave it: it is the service's own, started for it. */
  readonly own: boolean
  /** Keeps our own PostgreSQL at work, and fails when it cannot be; a server that somebody else runs may come back. */
  readonly lost: Effect.Effect<never, StartFailure>
}>()("layers/DatabaseUrl") {
  private static readonly from = <R>(cluster: Effect.Effect<Started, StartFailure, R>) =>
    Layer.effectContext(Effect.gen(function*() {
      const { databaseUrl, walArchive } = yield* ServiceConfig
      if (Option.isSome(databaseUrl) && Option.isSome(walArchive)) {
        return yield* new StartFailure({ message: "WAL_ARCHIVE is for the service's own PostgreSQL: unset it, and have the server that DATABASE_URL names archive its log (/docs/backups)." })
      }
      if (Option.isSome(databaseUrl)) return Context.make(DatabaseUrl, { url: yield* checked(databaseUrl.value), own: false, lost: Effect.never })
      const { archived, lost, url } = yield* cluster
      return Context.make(DatabaseUrl, { url: Redacted.make(url("postgres")), own: true, lost }).pipe(
        Context.add(WalArchive, Option.fromUndefinedOr(archived))
      )
    }))

  /** Of the server that DATABASE_URL names, or of our own, which runs as long as the layer lives. */
  static readonly layer = DatabaseUrl.from(Effect.flatMap(ServiceConfig, ({ dataDir }) => startArchiving(dataOf(dataDir))))

  /** The same for a command, which may be run beside the service: then its PostgreSQL is used. */
  static readonly beside = DatabaseUrl.from(Effect.gen(function*() {
    const { dataDir } = yield* ServiceConfig
    const running = yield* attach(dataOf(dataDir))
    return Option.isSome(running) ? running.value : yield* start(dataOf(dataDir))
  }))
}

import { readdirSync } from "node:fs"
import { Effect, Schedule } from "effect"
import { Migrator, SqlClient, SqlError } from "effect/sql"
import { engineTables } from "../workflows/tables.ts"
import { buildIndexes } from "./indexes.ts"

const folder = new URL("../migrations/", import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith(".ts"))

/** For how long a migration of a database that is in use waits for a table: whoever comes after it waits as long. */
const LOCK_WAIT = "1s"
const LOCK_TRIES = 900

/** Each file is a migration, whose module is read only where it has not run yet; those up to a number. */
const loaderOf = (last: number, waits: Effect.Effect<unknown, SqlError.SqlError>) => Migrator.fromGlob(Object.fromEntries(
  files.filter((file) => Number.parseInt(file, 10) <= last).map((file) => [`./${file}`, async () => {
    const { default: migration } = await import(new URL(file, folder).href)
    return { default: Effect.andThen(waits, migration) }
  }])
))

/** The newest migration this program knows. */
export const latestMigration = Math.max(...files.map((file) => Number.parseInt(file, 10)))

/**
 * Migrations that one transaction runs at most, counted by their numbers: it locks every table and index that it makes, and a server with
 * usual settings has room for some thousand locks.
 */
const PORTION = 20

/** The newest migration that has run; 0 where none has. */
export const latestRun = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [table] = yield* sql<{ there: boolean }>`select to_regclass('effect_sql_migrations') is not null as there`
  if (!table!.there) return 0
  const [row] = yield* sql<{ latest: number }>`select coalesce(max(migration_id), 0) as latest from effect_sql_migrations`
  return row!.latest
})

const isLocked = (error: unknown) =>
  error instanceof Migrator.MigrationError && SqlError.isSqlError(error.cause) && error.cause.reason._tag === "LockTimeoutError"

/**
 * Runs what has not run yet, in order, each once; then what a newer engine changed in its own tables, and builds indexes. In a new database a portion is one
 * transaction, and a start that ends between two portions leaves a whole database, with which the next one goes on. In one that is in use each migration is
 * a transaction, which waits for a table for a second at most and then begins anew, so that programs that serve go on. Needs the owner's connection.
 */
export const migrate = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const done: Array<readonly [id: number, name: string]> = []
  const before = yield* latestRun
  const [portion, waits] = before === 0 ? [PORTION, Effect.void] : [1, sql.unsafe(`set local lock_timeout = '${LOCK_WAIT}'`)]
  for (let last = before + portion; last < latestMigration + portion; last += portion) {
    done.push(...yield* Migrator.make({})({ loader: loaderOf(last, waits) }).pipe(
      Effect.tapError((error) => isLocked(error) ? Effect.logInfo(`migration ${last} waits for tables that others use`) : Effect.void),
      Effect.retry({ while: isLocked, times: LOCK_TRIES, schedule: Schedule.spaced("1 second") })
    ))
  }
  yield* engineTables
  yield* buildIndexes
  return done
})

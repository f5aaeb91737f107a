import { Effect } from "effect"
import { SqlMessageStorage, SqlRunnerStorage } from "effect/cluster"
import { Migrator, SqlClient } from "effect/sql"

/** The schema of the engine's own tables. */
export const schema = "engine"

/**
 * Makes or changes the engine's own tables, in their schema, and lets the engine's session use them. Needs the owner's
 * connection, and the role that migrations make; it is harmless to repeat.
 */
export const engineTables = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(Effect.gen(function*() {
    yield* sql.unsafe(`create schema if not exists ${schema}`)
    yield* sql.unsafe(`set local search_path to ${schema}`)
    yield* Migrator.make({})({ loader: SqlMessageStorage.migrations(), table: "cluster_migrations" })
    yield* Migrator.make({})({ loader: SqlRunnerStorage.migrations({}), table: "cluster_runner_migrations" })
    yield* sql.unsafe(`create table if not exists shard_groups (
      name text primary key, number int not null unique check (number < 2146))`)
    yield* sql.unsafe("create sequence if not exists machine_ids minvalue 0 maxvalue 1023 cycle")
    yield* sql.unsafe(`grant usage on schema ${schema} to service_system`)
    yield* sql.unsafe(`grant select, insert, update, delete on all tables in schema ${schema} to service_system`)
    yield* sql.unsafe(`revoke insert, update, delete on cluster_migrations, cluster_runner_migrations from service_system`)
    yield* sql.unsafe(`grant usage on all sequences in schema ${schema} to service_system`)
    yield* sql.unsafe("set local search_path to default")
  }))
})

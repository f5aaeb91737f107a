import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import { database, owner } from "#layers/database"

const on = (name: string) => Redacted.make(inject("cluster").replace("DATABASE", name))

/** As the owner of the cluster, in no database of a test. */
export const onCluster = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(effect, Layer.suspend(() => owner(on("postgres"))))

/** A migrated database that nobody else uses. */
export const freshUrl = Effect.gen(function*() {
  const name = `t_${crypto.randomUUID().replaceAll("-", "")}`
  const sql = yield* SqlClient.SqlClient
  yield* sql`create database ${sql(name)} template template1 strategy file_copy`
  return on(name)
}).pipe(onCluster)

/** Where the database of this test is. */
export class DatabaseUrl extends Context.Service<DatabaseUrl, Redacted.Redacted>()("test/DatabaseUrl") {}

/** The database as its owner, for tests that look behind the policies or put rows in. */
export class OwnerSql extends Context.Service<OwnerSql, SqlClient.SqlClient>()("test/OwnerSql") {
  static readonly layerOf = (url: Redacted.Redacted) => Layer.effect(
    OwnerSql, SqlClient.SqlClient
  ).pipe(Layer.provide(owner(url)))
}

/** A fresh database as the service sees it, after its owner has put some rows in. */
export const FreshDatabase = <E>(seed: Effect.Effect<unknown, E, SqlClient.SqlClient>) =>
  Layer.unwrap(Effect.gen(function*() {
    const url = yield* freshUrl
    yield* Effect.provide(seed, owner(url))
    return Layer.mergeAll(database(url, { connections: 8 }), OwnerSql.layerOf(url), Layer.succeed(DatabaseUrl, url))
  }))

import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import { ServiceConfig } from "#layers/kernel/config"
import { database, owner } from "#layers/database/connections"
import { logins } from "#layers/database/logins"
import { types } from "#layers/database/postgres-types"

const on = (name: string) => Redacted.make(inject("cluster").replace("DATABASE", name))

/** As the owner of the cluster, in no database of a test. */
export const onCluster = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(effect, Layer.suspend(() => owner(on("postgres"))))

/** A migrated database that nobody else uses, until the scope ends: those of a whole run together would fill the memory they are in. */
export const freshUrl = Effect.acquireRelease(
  Effect.gen(function*() {
    const name = `t_${crypto.randomUUID().replaceAll("-", "")}`
    const sql = yield* SqlClient.SqlClient
    yield* sql`create database ${sql(name)} template template1 strategy file_copy`
    return name
  }),
  (name) =>
    // Services of the test that are ended later, or were killed, may still be connected.
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql`drop database ${sql(name)} with (force)`).pipe(onCluster, Effect.orDie)
).pipe(Effect.map(on), onCluster)

/** Where the database of this test is. */
export class DatabaseUrl extends Context.Service<DatabaseUrl, Redacted.Redacted>()("test/DatabaseUrl") {}

/** The database as its owner, for tests that look behind the policies or put rows in. */
export class OwnerSql extends Context.Service<OwnerSql, SqlClient.SqlClient>()("test/OwnerSql") {
  static readonly layerOf = (url: Redacted.Redacted) => Layer.effect(
    OwnerSql, SqlClient.SqlClient
  ).pipe(Layer.provide(owner(url)))
}

/** Connections of the service to a database, under settings that are all at their defaults. */
export const plainDatabase = (url: Redacted.Redacted, options?: Parameters<typeof database>[1]) =>
  database(url, options).pipe(Layer.provide(ServiceConfig.layerOf()))

/** One session as the account of requests, or of background jobs, with nothing of ours between it and the database. */
export const sessionAs = (who: "app" | "system", url: Redacted.Redacted) =>
  logins(url).pipe(
    Effect.provide([owner(url), ServiceConfig.layerOf()]),
    Effect.flatMap((made) => PgClient.make({ ...made[who], types, maxConnections: 1 })),
    Effect.provide(Reactivity.layer)
  )

/** A fresh database as the service sees it, after its owner has put some rows in. */
export const FreshDatabase = <E>(seed: Effect.Effect<unknown, E, SqlClient.SqlClient>) =>
  Layer.unwrap(Effect.gen(function*() {
    const url = yield* freshUrl
    yield* Effect.provide(seed, owner(url))
    return Layer.mergeAll(plainDatabase(url, { connections: 8 }), OwnerSql.layerOf(url), Layer.succeed(DatabaseUrl, url))
  }))

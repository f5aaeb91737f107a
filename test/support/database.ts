import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import { ServiceConfig } from "#layers/kernel/config"
import { database, owner } from "#layers/database/connections"
import { logins } from "#layers/database/logins"
import { types } from "#layers/database/postgres-types"
import { eventually } from "./eventually.ts"

const on = (name: string) => Redacted.make(inject("cluster").replace("DATABASE", name))

/** A connection takes longer than what is done with it here, so a worker keeps one. */
const cluster = ManagedRuntime.make(Layer.suspend(() => owner(on("postgres"))))

/** As the owner of the cluster, in no database of a test. */
export const onCluster = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(cluster.contextEffect, (context) => Effect.provideContext(effect, context))

/** A copy of this database that nobody else uses, until the scope ends: those of a whole run together would fill the memory they are in. */
const copyOf = (template: string) =>
  Effect.acquireRelease(
    Effect.gen(function*() {
      const name = `t_${crypto.randomUUID().replaceAll("-", "")}`
      const sql = yield* SqlClient.SqlClient
      yield* sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`
      return name
    }),
    (name) =>
      // Services of the test that are ended later, or were killed, may still be connected.
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`drop database ${sql(name)} with (force)`).pipe(onCluster, Effect.orDie)
  ).pipe(Effect.map(on), onCluster)

/** A migrated database without rows. */
export const freshUrl = copyOf("template1")

type Seed<E> = Effect.Effect<unknown, E, SqlClient.SqlClient>

/** The name of a database with these rows, which is made by the first of all workers that asks for it. */
const filledOnce = <E>(name: string, seed: Seed<E>) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const making = `${name}_making`
    const isThere = (...names: ReadonlyArray<string>) => Effect.map(sql`select from pg_database where ${sql.in("datname", names)}`, ({ length }) => length > 0)
    if (yield* isThere(name)) return name
    const isMine = yield* sql`create database ${sql(making)} template template1 strategy file_copy`.pipe(
      Effect.as(true),
      // Somebody else makes it, or just has.
      Effect.catch((error) => Effect.flatMap(isThere(making, name), (isTheirs) => isTheirs ? Effect.succeed(false) : Effect.fail(error)))
    )
    if (isMine) {
      yield* Effect.provide(seed, owner(on(making)))
      yield* sql`alter database ${sql(making)} rename to ${sql(name)}`.pipe(
        // Somebody else had made it when this began.
        Effect.catch((error) => Effect.flatMap(isThere(name), (isTheirs) => isTheirs ? sql`drop database ${sql(making)} with (force)` : Effect.fail(error)))
      )
    }
    yield* eventually(isThere(name), (yes) => yes)
    return name
  }).pipe(onCluster)

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

/** A fresh database as the service sees it, after its owner has put some rows in; rows that have a `name` are put in once for all tests. */
export const FreshDatabase = <E>(seed: Seed<E>, name?: string) =>
  Layer.unwrap(Effect.gen(function*() {
    const url = yield* name === undefined ? Effect.tap(freshUrl, (url) => Effect.provide(seed, owner(url))) : Effect.flatMap(filledOnce(name, seed), copyOf)
    return Layer.mergeAll(plainDatabase(url, { connections: 8 }), OwnerSql.layerOf(url), Layer.succeed(DatabaseUrl, url))
  }))

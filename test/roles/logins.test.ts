import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { ServiceConfig, type Settings } from "#layers/kernel/config"
import { database, owner, SystemSql } from "#layers/database/connections"
import { DatabaseUrl } from "#layers/database/url"
import { disposable } from "#layers/embedded-postgres/settings"
import { start } from "#layers/embedded-postgres/start"
import { logins } from "#layers/database/logins"
import { migrated } from "#layers/database/migrated"
import { home } from "../process/service.ts"

type Address = (database: string, account?: string) => Redacted.Redacted

/** A server that asks everybody but its superuser for a password, and lets nobody but the owner into one database. */
class Server extends Context.Service<Server, Address>()("test/Server") {
  static readonly layer = Layer.effect(Server, Effect.gen(function*() {
    const folder = yield* home
    const rules = join(folder, "hba.conf")
    writeFileSync(rules, "local all postgres trust\nlocal strict guarded,tenant_owner scram-sha-256\nlocal strict all reject\nlocal all all scram-sha-256\n", { mode: 0o644 })
    const cluster = yield* start({ data: join(folder, "data"), settings: [...disposable, `hba_file=${rules}`] })
    const address: Address = (database, account = "tenant_owner") =>
      Redacted.make(cluster.url(database).replace("postgres@", `${account}:hunter2@`))
    yield* Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create role tenant_owner login createrole password 'hunter2'`
      yield* sql`create role bystander login password 'hunter2'`
      for (const name of ["own", "keyed", "strict", "named", "fixed"]) yield* sql`create database ${sql(name)} owner tenant_owner`
    }).pipe(Effect.provide(PgClient.layer({ url: address("postgres", "postgres"), maxConnections: 1 })))
    yield* migrated(address("own"))
    return address
  }))
}

const key = (letter: string) => letter.repeat(32)
const keyed = (...letters: ReadonlyArray<string>): Partial<Settings> => ({ secretKey: Option.some(Redacted.make(letters.map(key).join(","))) })

const settings = (given: Partial<Settings>) => ServiceConfig.layerOf(given)

/** Who requests and background jobs are, of a process that starts with these settings. */
const started = (url: Redacted.Redacted, given: Partial<Settings> = {}) =>
  Effect.gen(function*() {
    const who = (sql: SqlClient.SqlClient) => Effect.map(sql<{ name: string }>`select session_user || ' ' || current_user as name`, ([row]) => row!.name)
    return [yield* who(yield* SqlClient.SqlClient), yield* who(yield* SystemSql)]
  }).pipe(Effect.provide(Layer.fresh(database(url, { connections: 2 })).pipe(Layer.provide(settings(given)))))

const failed = (url: Redacted.Redacted, given: Partial<Settings> = {}) =>
  Effect.map(Effect.flip(started(url, given)), (error) => (error as { readonly message: string }).message)

const unfit = (url: Redacted.Redacted, given: Partial<Settings> = {}) =>
  Layer.build(DatabaseUrl.layer.pipe(Layer.provide(settings({ databaseUrl: Option.some(url), ...given })))).pipe(
    Effect.scoped, Effect.match({ onFailure: (error) => (error as { readonly message: string }).message, onSuccess: () => "fit" }))

const passwordOf = (url: Redacted.Redacted, given: Partial<Settings>) =>
  Effect.map(Effect.provide(logins(url), [owner(url), settings(given)]), ({ app }) => Redacted.value(app.password!))

const bySuperuser = <A>(database: string, work: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>) =>
  Effect.flatMap(Server, (address) => Effect.provide(SqlClient.SqlClient.use(work), owner(address(database, "postgres"))))

layer(Server.layer, { excludeTestServices: true })("the accounts of the service", (it) => {
  it.effect("are made by the owner, who is no superuser, with passwords; processes may start at once", () =>
    Effect.gen(function*() {
      const url = (yield* Server)("own")
      const all = yield* Effect.all(Array.from({ length: 6 }, () => started(url)), { concurrency: "unbounded" })
      for (const [app, system] of all) {
        assert.match(app!, /^(service_app_\d+) \1$/)
        assert.match(system!, /^(service_system_\d+) \1$/)
      }
      const [left] = yield* bySuperuser("own", (sql) => sql<{ n: number }>`
        select count(*) as n from pg_stat_activity where usename = 'tenant_owner'`)
      assert.strictEqual(left!.n, 0, "the owner's connections are closed")
      const [may] = yield* bySuperuser("own", (sql) => sql<{ temporary: boolean; creates: boolean }>`
        select has_database_privilege('bystander', 'own', 'temporary') as temporary, has_schema_privilege('bystander', 'public', 'create') as creates`)
      assert.deepStrictEqual(may, { temporary: false, creates: false })
    }))

  it.effect("have passwords that stay, also where a process has another SECRET_KEY, and that no statement holds", () =>
    Effect.gen(function*() {
      const url = (yield* Server)("keyed")
      yield* migrated(url)
      const first = yield* passwordOf(url, {})
      for (const given of [keyed("a"), keyed("b", "a"), keyed("c"), {}]) {
        assert.strictEqual(yield* passwordOf(url, given), first)
        yield* started(url, given)
      }
      const kept = yield* bySuperuser("keyed", (sql) => sql<{ password: string; statements: number }>`
        select rolpassword as password, (select count(*) from pg_stat_activity where query like ${`%${first}%`} and pid <> pg_backend_pid()) as statements
        from pg_authid where rolname like 'service\\_app\\_%'`)
      for (const { password, statements } of kept) {
        assert.match(password, /^SCRAM-SHA-256\$4096:/)
        assert.strictEqual(statements, 0)
      }
    }))

  it.effect("that the server does not let in are told in a sentence with what to do", () =>
    Effect.gen(function*() {
      const url = (yield* Server)("strict")
      yield* migrated(url)
      const said = yield* failed(url)
      assert.match(said, /^The service has made the account service_(app|system)_\d+ at .* \(database strict\) for itself, but cannot connect with it: that account may not connect \(28000\)\. Let it in as you do the owner/)
      assert.include(said, "DATABASE_APP_URL and DATABASE_SYSTEM_URL")
      assert.notInclude(said, "hunter2")
    }))

  it.effect("can be the operator's, who gave them nothing else", () =>
    Effect.gen(function*() {
      const address = yield* Server
      const url = address("named")
      yield* migrated(url)
      yield* bySuperuser("named", (sql) => Effect.gen(function*() {
        for (const name of ["fit_app", "fit_system", "strong", "double", "reader", "maker", "bare"]) yield* sql.unsafe(`create role ${name} login password 'hunter2'`)
        yield* sql`grant service_app to fit_app, strong, double, reader, maker`
        yield* sql`grant service_system to fit_system, double`
        yield* sql`alter role strong bypassrls`
        yield* sql`grant pg_read_all_data to reader`
        yield* sql`grant create on schema public to maker`
        yield* sql`set role maker`
        yield* sql`create table mine (id int)`
        yield* sql`reset role`
      }))
      const named = (app: string, system = "fit_system"): Partial<Settings> =>
        ({ databaseAppUrl: Option.some(address("named", app)), databaseSystemUrl: Option.some(address("named", system)) })
      assert.deepStrictEqual(yield* started(url, named("fit_app")), ["fit_app fit_app", "fit_system fit_system"])
      const [made] = yield* bySuperuser("named", (sql) => sql<{ n: number }>`
        select count(*) as n from pg_roles where rolname like 'service\\_app\\_' || (select oid from pg_database where datname = 'named')`)
      assert.strictEqual(made!.n, 0, "none of ours is made beside them")
      for (const [account, why] of [
        ["strong", /has powers of its own/], ["double", /may become service_system/], ["reader", /may become pg_read_all_data/], ["maker", /owns something/],
        ["bare", /does not have the role service_app/], ["fit_system", /does not have the role service_app; .* may become service_system/],
        ["tenant_owner", /has powers of its own/], ["postgres", /has powers of its own/]
      ] as const) {
        const said = yield* failed(url, named(account))
        assert.match(said, why)
        assert.match(said, new RegExp(`^The account ${account} at .*: connections of the service have the role service_app and can do nothing else\\.`))
      }
      const astray = { ...named("fit_app"), databaseSystemUrl: Option.some(address("own", "fit_system")) }
      assert.match(yield* failed(url, astray), /^The database at .* \(database own\) is another than that of DATABASE_URL/)
      assert.match(yield* failed(url, named("fit_app", "nobody_here")), /^Cannot connect to the database at .* as nobody_here: the password is wrong \(28P01\)\.$/)
    }))

  it.effect("are made by whoever may, or else named", () =>
    Effect.gen(function*() {
      const address = yield* Server
      yield* bySuperuser("postgres", (sql) => Effect.gen(function*() {
        for (const [name, how] of [["guarded", "createrole"], ["fixed_owner", ""]] as const) {
          yield* sql.unsafe(`create role ${name} login ${how} password 'hunter2'`)
          yield* sql.unsafe(`grant service_app, service_system to ${name}`)
        }
        yield* sql`create database guarded owner guarded`
        yield* sql`alter database fixed owner to fixed_owner`
      }))
      /* It may make roles, but got these two from somebody who kept the right to give them on. */
      assert.match(yield* unfit(address("guarded", "guarded")), /^The account guarded may not make the two accounts .*: run "grant service_app, service_system to guarded with admin option" there, or make them yourself and name them in DATABASE_APP_URL and DATABASE_SYSTEM_URL\.$/)
      const fixed = address("fixed", "fixed_owner")
      assert.match(yield* unfit(fixed), /run "alter role fixed_owner createrole" there, or make them yourself/)
      const named: Partial<Settings> = {
        databaseAppUrl: Option.some(address("fixed", "fit_app")), databaseSystemUrl: Option.some(address("fixed", "fit_system"))
      }
      assert.strictEqual(yield* unfit(fixed, named), "fit")
      yield* bySuperuser("fixed", (sql) => Effect.gen(function*() {
        for (const name of ["pg_trgm", "btree_gin", "btree_gist"]) yield* sql.unsafe(`create extension if not exists ${name}`)
      }))
      yield* migrated(fixed)
      assert.deepStrictEqual(yield* started(fixed, named), ["fit_app fit_app", "fit_system fit_system"])
    }))
})

import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { disposable } from "#layers/embedded-postgres/settings"
import { start } from "#layers/embedded-postgres/start"
import { ask, freePort, home, run, serve } from "./service.ts"

/** A server of the test's own, since roles belong to a whole server; gives the address of a database for an account. */
class Server extends Context.Service<Server, (account: string, database: string) => string>()("test/Server") {
  static readonly layer = Layer.effect(Server, Effect.gen(function*() {
    const cluster = yield* start({ data: join(yield* home, "data"), settings: disposable })
    const url = (account: string, database: string) => cluster.url(database).replace("postgres@", `${account}:hunter2@`)
    yield* Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create role tenant_owner login createrole`
      yield* sql`create role plain login`
      yield* sql`create database own owner tenant_owner`
      yield* sql`create database plain owner plain`
      yield* sql`create database latin template template0 encoding 'LATIN1' locale 'C'`
      yield* sql`create database closed`
    }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(cluster.url("postgres")), maxConnections: 1 })))
    return url
  }))
}

layer(Server.layer, { excludeTestServices: true })("a server named by DATABASE_URL", (it) => {
  it.effect("that cannot be used is told in a sentence, without the password", () =>
    Effect.gen(function*() {
      const url = yield* Server
      const closed = yield* freePort
      const cases: ReadonlyArray<readonly [string, RegExp]> = [
        [`postgres://me:hunter2@127.0.0.1:${closed}/db`, /^Cannot connect to the database at 127\.0\.0\.1:\d+ \(database db\) as me: nothing listens there.* \(ECONNREFUSED\)\.$/],
        ["postgres://me:hunter2@no-such-host.invalid/db", /^Cannot connect to the database at no-such-host\.invalid .* \((ENOTFOUND|EAI_AGAIN)\)\.$/],
        [url("postgres", "nowhere"), /there is no such database \(3D000\)\.$/],
        [url("nobody_here", "own"), /that account may not connect \(28000\)\.$/],
        [url("plain", "plain"), /^The account plain may not make roles at .*: run "alter role plain createrole" there, or use another account\.$/],
        [url("tenant_owner", "closed"), /^The account tenant_owner may not make tables at /],
        [url("postgres", "latin"), /is encoded in LATIN1; make one with encoding UTF8\.$/]
      ]
      for (const [address, said] of cases) {
        const { code, err, out } = yield* run(["serve"], { DATABASE_URL: address })
        const lines = err.trim().split("\n")
        assert.lengthOf(lines, 1, err)
        assert.match(lines[0]!, said)
        assert.deepStrictEqual([code, out], [1, ""])
        assert.notInclude(err, "hunter2")
      }
    }))

  it.effect("needs no superuser; processes may start at once; nobody makes a demo company in it", () =>
    Effect.gen(function*() {
      const database = (yield* Server)("tenant_owner", "own")
      const variables = { DATABASE_URL: database, DATA_DIR: join(yield* home, "unused") }
      const services = yield* Effect.all([serve(variables), serve(variables)], { concurrency: "unbounded" })
      for (const { key, said } of services) {
        assert.strictEqual(key, "")
        assert.notInclude(said.err, "demo")
      }
      const bootstrap = yield* run(["bootstrap", "--company", "Acme", "--owner-email", "a@acme.example", "--json"], variables)
      assert.strictEqual(bootstrap.err, "")
      const { company_id, keys, owner: { email, password } } = JSON.parse(bootstrap.out)
      assert.strictEqual(company_id, 1)
      for (const { port } of services) {
        const signedIn = yield* ask({ port, key: "" }, "/api/v1/auth/login", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ email, password })
        })
        assert.strictEqual(signedIn.status, 200, JSON.stringify(signedIn.json))
        assert.deepInclude(signedIn.json.user, { email, role: "owner", company_id, email_verified: true })
        const { json, status } = yield* ask({ port, key: keys.live }, "/api/v1/crm/contacts", {
          method: "POST",
          headers: { authorization: `Bearer ${keys.live}`, "content-type": "application/json" },
          body: JSON.stringify({ first_name: "Ann" })
        })
        assert.strictEqual(status, 201, JSON.stringify(json))
      }
      assert.deepInclude((yield* ask({ port: services[0].port, key: keys.test }, "/api/v1/crm/contacts")).json, { total: 2 })

      assert.deepInclude(yield* run(["migrate"], variables), { code: 0, out: "Nothing to do: the database is up to date.\n" })
      const { checks } = JSON.parse((yield* run(["doctor", "--json"], variables)).out)
      assert.deepStrictEqual(checks.filter(({ status }: any) => status !== "ok"), [])
    }))
})

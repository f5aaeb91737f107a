import { readdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { Migrator, SqlClient } from "effect/sql"
import { inject } from "vitest"
import { owner, SystemSql } from "#layers/database/connections"
import { migrated } from "#layers/database/migrated"
import { types } from "#layers/database/postgres-types"
import { provision } from "#layers/auth/provision"
import { onCluster, plainDatabase } from "../support/database.ts"
import { refusalOf } from "./refusal.ts"

const folder = resolve(import.meta.dirname, "../../layers/migrations")

/** What the version before had run. */
const before = Effect.promise(async () => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts") && file < "0021").toSorted()
  const loaded = await Promise.all(files.map((file) => import(pathToFileURL(join(folder, file)).href)))
  return Object.fromEntries(files.map((file, n) => [file.slice(0, -3), loaded[n].default]))
})

const empty = Effect.gen(function*() {
  const name = `t_${crypto.randomUUID().replaceAll("-", "")}`
  const sql = yield* SqlClient.SqlClient
  yield* sql`create database ${sql(name)} template template0`
  return Redacted.make(inject("cluster").replace("DATABASE", name))
}).pipe(onCluster)

/** A session as the version before makes one: the owner's, in a role. */
const asBefore = (url: Redacted.Redacted, role: string) =>
  PgClient.make({ url, types, maxConnections: 1, startupParameters: { role } }).pipe(Effect.provide(Reactivity.layer))

const receipt = "insert into receipts (company_id, verb, payload_hash, changes, livemode, key_id, agent, session, consent, request_id, audit"
const values = "values (1, 'x', '', '[]', true, 1, null, null, null, 'r', false"

it.live("a database of the version before is brought up to date, while that version goes on beside", () =>
  Effect.gen(function*() {
    const url = yield* empty
    yield* Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* Migrator.make({})({ loader: Migrator.fromRecord(yield* before) })
      yield* provision({ name: "acme", tier: "starter", industry: null, owner: null })
      yield* provision({ name: "bolt", tier: "starter", industry: null, owner: null })
      const app = yield* asBefore(url, "service_app")
      const system = yield* asBefore(url, "service_system")
      const asAcme = (statement: string) =>
        refusalOf(app.withTransaction(Effect.andThen(app`select set_config('app.company_id', '1', true)`, app.unsafe(statement))))
      /* The hole: a row that says it is sealed stops the sealing of all. */
      assert.strictEqual(yield* asAcme(`${receipt}, sequence) ${values}, 1)`), "done")
      assert.strictEqual(yield* asAcme(`${receipt}) ${values})`), "done")
      yield* sql.unsafe(`${receipt}) values (2, 'x', '', '[]', true, 1, null, null, null, 'r', false)`)
      assert.strictEqual(yield* refusalOf(system`select seal_receipts(100)`), "23505")

      yield* migrated(url)
      yield* Effect.gen(function*() {
        const system = yield* SystemSql
        yield* system`select seal_receipts(100)`
      }).pipe(Effect.provide(plainDatabase(url, { connections: 2 })))
      const [sealed] = yield* sql<{ n: number }>`select count(*) as n from receipts where company_id = 2 and hash is not null`
      assert.strictEqual(sealed!.n, 1)

      /* What the version before does goes on; what only an attacker did does not. */
      assert.strictEqual(yield* asAcme(`${receipt}) ${values})`), "done")
      assert.strictEqual(yield* asAcme(`${receipt}, sequence) ${values}, 7)`), "42501")
      assert.strictEqual(yield* refusalOf(system`select seal_receipts(100)`), "done")
      assert.strictEqual(yield* refusalOf(system`select sequence_events(100, null)`), "done")
      assert.strictEqual(yield* refusalOf(system`select 1 from engine.cluster_messages`), "done")
    }).pipe(Effect.provide(owner(url)), Effect.scoped)
  }))

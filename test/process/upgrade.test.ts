import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { hash, verify } from "@node-rs/argon2"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { inject } from "vitest"
import { owner } from "#layers/database/connections"
import { migrate } from "#layers/database/migrations"
import { onCluster } from "../support/database.ts"

const folder = resolve(import.meta.dirname, "../../layers/migrations")

/** Brings an empty database to where an earlier version left it: before the migration of this number. */
const migratedBefore = (number: string) =>
  Effect.flatMap(
    Effect.promise(async () => {
      const files = readdirSync(folder).filter((file) => file.endsWith(".ts") && file < number).toSorted()
      const loaded = await Promise.all(files.map((file) => import(pathToFileURL(join(folder, file)).href)))
      return Object.fromEntries(files.map((file, n) => [file.slice(0, -3), loaded[n].default]))
    }),
    (migrations) => Migrator.make({})({ loader: Migrator.fromRecord(migrations) })
  )

const empty = Effect.gen(function*() {
  const name = `t_${crypto.randomUUID().replaceAll("-", "")}`
  const sql = yield* SqlClient.SqlClient
  yield* sql`create database ${sql(name)} template template0`
  return Redacted.make(inject("cluster").replace("DATABASE", name))
}).pipe(onCluster)

it.live("users who had a password get accounts, one for all spellings of their address", () =>
  Effect.gen(function*() {
    const [old, mine, second] = yield* Effect.promise(() => Promise.all(["old", "mine", "second"].map((text) => hash(text, { memoryCost: 64, timeCost: 1 }))))
    yield* Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      /* When users had their passwords themselves. */
      yield* migratedBefore("0013")
      yield* sql`insert into companies (name, tier) values ('One', 'starter'), ('Two', 'starter')`
      yield* sql`alter table users no force row level security`
      yield* sql`insert into users (company_id, email, name, role, password_hash, created_at) values
        (1, 'Ada@x.example', 'Ada L', 'owner', ${old!}, '2026-01-01Z'),
        (1, 'ada@x.example', 'Ada', 'admin', ${mine!}, '2026-02-01Z'),
        (2, 'ADA@X.example', 'Ada Two', 'owner', ${old!}, '2026-01-15Z'),
        (2, 'grace@x.example', 'Grace', 'member', ${second!}, '2026-01-01Z'),
        (2, 'nobody@x.example', 'No password', 'member', null, '2026-01-01Z')`
      yield* sql`alter table users force row level security`

      yield* migrate

      const accounts = yield* sql<{ id: number; email: string; name: string; password_hash: string; verified: boolean }>`
        select id, email, name, password_hash, verified_at is not null as verified from identity.accounts order by email`
      assert.deepStrictEqual(accounts.map(({ email, name, verified }) => [email, name, verified]), [
        ["ada@x.example", "Ada", true], ["grace@x.example", "Grace", true]
      ])
      assert.isTrue(yield* Effect.promise(() => verify(accounts[0]!.password_hash, "mine")))
      const users = yield* sql<{ company_id: number; email: string; account: string | null }>`
        select u.company_id, u.email, a.email as account from users u left join identity.accounts a on a.id = u.account_id order by u.id`
      assert.deepStrictEqual(users.map(({ account, company_id, email }) => [company_id, email, account]), [
        [1, "Ada@x.example", null], [1, "ada@x.example", "ada@x.example"], [2, "ADA@X.example", "ada@x.example"],
        [2, "grace@x.example", "grace@x.example"], [2, "nobody@x.example", null]
      ])
    }).pipe(Effect.provide(owner(yield* empty)))
  }))

it.live("a table that is in use is waited for a second at a time, while others go on; and its indexes are built beside them, whoever starts at once", () =>
  Effect.gen(function*() {
    const url = yield* empty
    const connected = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provide(work, Layer.fresh(owner(url)))
    yield* connected(migratedBefore("0149"))
    const began = performance.now()
    const held = connected(SqlClient.SqlClient.use((sql) =>
      sql.withTransaction(Effect.andThen(sql`select count(*) from sms_messages`, Effect.sleep("5 seconds"))))).pipe(Effect.andThen(Effect.sync(() => performance.now())))
    const waits: Array<number> = []
    const reading = connected(SqlClient.SqlClient.use((sql) =>
      Effect.forever(Effect.gen(function*() {
        const asked = performance.now()
        yield* sql`select count(*) from sms_messages`
        waits.push(performance.now() - asked)
        yield* Effect.sleep("50 millis")
      }))))
    const starting = Effect.andThen(Effect.sleep("500 millis"), Effect.andThen(connected(migrate), Effect.sync(() => performance.now())))
    const [released, ...migrated] = yield* Effect.raceFirst(Effect.all([held, starting, starting], { concurrency: "unbounded" }), reading)
    assert.isAbove(released - began, 5_000)
    for (const at of migrated) assert.isAbove(at, released, "it waits for who was there first")
    assert.isAbove(waits.length, 20)
    assert.isBelow(Math.max(...waits), 3_000, "nobody waits behind it for as long as it waits")
    const indexes = yield* connected(SqlClient.SqlClient.use((sql) => sql<{ name: string; valid: boolean }>`select c.relname as name, i.indisvalid as valid
      from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname in ('sms_threads_by_phone', 'sms_threads_numbers', 'sms_threads_with', 'sms_messages_to')`))
    assert.deepStrictEqual(indexes, [{ name: "sms_threads_by_phone", valid: true }])
  }).pipe(Effect.scoped), 120_000)

it("no migration builds an index of a table that may be large: layers/database/indexes.ts does", () => {
  const found = readdirSync(folder).filter((file) => file.endsWith(".ts") && file >= "0149").flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8")
    return [...text.matchAll(/create (?:unique )?index \w+ on (\w+)/gu)].flatMap(([statement, table]) => text.includes(`create table ${table} `) ? [] : [`${file}: ${statement}`])
  })
  assert.deepStrictEqual(found, [])
})

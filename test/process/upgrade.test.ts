import { readdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { hash, verify } from "@node-rs/argon2"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { inject } from "vitest"
import { owner } from "#layers/database/connections"
import { migrate } from "#layers/database/migrations"
import { onCluster } from "../support/database.ts"

const folder = resolve(import.meta.dirname, "../../layers/migrations")

/** The migrations of when users had their passwords themselves. */
const before = Effect.promise(async () => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts") && file < "0013").toSorted()
  const loaded = await Promise.all(files.map((file) => import(pathToFileURL(join(folder, file)).href)))
  return Object.fromEntries(files.map((file, n) => [file.slice(0, -3), loaded[n].default]))
})

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
      yield* Migrator.make({})({ loader: Migrator.fromRecord(yield* before) })
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

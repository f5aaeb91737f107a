import type { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Tenancy } from "#layers/kernel/tenancy"
import { catalog, perform } from "../contract/examples.ts"
import { DatabaseUrl, OwnerSql, sessionAs } from "../support/database.ts"
import { settled } from "../support/journal.ts"
import { webClient } from "../dashboard/web-client.ts"
import { underWay } from "../support/rows-under-way.ts"
import { companyIds, TestServer, type Key, send } from "../support/test-server.ts"

/** Tables that belong to no company: the companies themselves, and the migrator's own. */
const ours = ["companies", "effect_sql_migrations"]

/** End what a member of the company has in all of theirs, as they must when the password is no longer good. */
const acrossTheirCompanies = ["identity.end_sessions(bigint,bigint)", "identity.end_connections(bigint)"]

/** Emptied every second. */
const passing = ["score_queue"]

/** A session as the account of requests. */
class AppSession extends Context.Service<AppSession, PgClient.PgClient>()("test/AppSession") {
  static readonly layer = Layer.effect(AppSession, Effect.flatMap(DatabaseUrl, (url) => sessionAs("app", url)))
}

/** Rows of both companies in every table that an operation fills. */
const Seeded = Layer.effectDiscard(Effect.gen(function*() {
  yield* Effect.forEach(["acme", "bolt"] as const, Effect.fnUntraced(function*(key) {
    for (const entry of catalog) yield* perform(entry, key)
    yield* send(
      "/crm/contacts", { key, method: "POST", headers: { "idempotency-key": "seed" }, body: "{\"first_name\":\"Seed\"}" }
    )
    yield* (yield* webClient()).signIn(key)
  }), { concurrency: "unbounded" })
  yield* underWay
  yield* settled
  /* Not before: companies that a job passes over would never settle. */
  yield* OwnerSql.use((sql) =>
    sql`insert into background_failures (company_id, job, problem, tried_at)
      select id, 'seal_receipts', 'x', 'infinity' from companies where id in (1, 2)`)
}))

const tables = Effect.flatMap(OwnerSql, (sql) =>
  sql<{ name: string; tenant: boolean; rls: boolean; forced: boolean }>`
    select c.relname as name, c.relrowsecurity as rls, c.relforcerowsecurity as forced,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) as tenant
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f', 'm', 'v') order by 1`)

const tenantTables = Effect.map(tables, (all) => all.filter(({ tenant }) => tenant).map(({ name }) => name))

/** The SQLSTATE of a statement that must fail. */
const refusal = <A>(statement: Effect.Effect<A, SqlError.SqlError>) =>
  Effect.match(statement, {
    onFailure: ({ reason }) => (reason.cause as { readonly code?: string }).code,
    onSuccess: () => "done"
  })

layer(
  Layer.provideMerge(Seeded, Layer.provideMerge(AppSession.layer, TestServer)),
  { excludeTestServices: true }
)("the database", (it) => {
  it.effect("knows the company of every row of every table, and forces its policy", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const all = yield* tables
      assert.sameMembers(all.filter(({ tenant }) => !tenant).map(({ name }) => name), ours)
      for (const { forced, name, rls, tenant } of all) {
        if (tenant || name === "companies") assert.deepStrictEqual([rls, forced], [true, true], name)
      }
      const policies = yield* sql<{ table: string; qual: string; check: string | null; permissive: string }>`
        select tablename as table, qual, with_check as check, permissive from pg_policies
        where schemaname = 'public' and roles && array['service_app', 'public']::name[]`
      assert.sameMembers(
        policies.map(({ table }) => table),
        all.filter(({ name }) => name !== "effect_sql_migrations").map(({ name }) => name)
      )
      for (const { check, permissive, qual, table } of policies) {
        const column = table === "companies" ? "id" : "company_id"
        const expected = `(${column} = ( SELECT current_company() AS current_company))`
        assert.deepStrictEqual([qual, check ?? expected, permissive], [expected, expected, "PERMISSIVE"], table)
      }
    }))

  it.effect("gives the service's roles no power and no property", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const roles = yield* sql<Record<string, unknown>>`
        select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolcanlogin from pg_roles
        where rolname in ('service_app', 'service_system')`
      assert.lengthOf(roles, 2)
      for (const { rolname, ...powers } of roles) {
        for (const [power, has] of Object.entries(powers)) assert.isFalse(has, `${rolname} ${power}`)
      }
      const memberships = yield* sql`select 1 from pg_auth_members where member in ('service_app'::regrole, 'service_system'::regrole)`
      assert.lengthOf(memberships, 0)
      const owned = yield* sql<{ owner: string; object: string }>`
        select refobjid::regrole::text as owner, case when classid = 'pg_proc'::regclass then objid::regprocedure::text else classid::regclass || ' ' || objid end as object
        from pg_shdepend where deptype = 'o' and dbid = (select oid from pg_database where datname = current_database())
          and refobjid in ('service_app'::regrole, 'service_system'::regrole)`
      const functions = yield* sql<{ signature: string; source: string; owner: string; definer: boolean; path: boolean; returns: string }>`
        select prorettype::regtype::text as returns, oid::regprocedure::text as signature, prosrc as source, proowner::regrole::text as owner, prosecdef as definer,
          coalesce(array_to_string(proconfig, ' '), '') like '%search_path=public, pg_temp%' as path
        from pg_proc where pronamespace in ('public'::regnamespace, 'identity'::regnamespace) and (prosecdef or proowner = 'service_system'::regrole)`
      assert.sameMembers(
        owned.map(({ object, owner }) => `${owner} ${object}`),
        functions.map(({ signature }) => `service_system ${signature}`)
      )
      for (const { definer, owner, path, returns, signature, source } of functions) {
        assert.deepStrictEqual([owner, definer, path], ["service_system", true, true], signature)
        if (acrossTheirCompanies.includes(signature)) continue
        /* A trigger of a statement has no row whose company it could ask for, and asks for the caller's like any function. */
        if (returns === "trigger" && !source.includes("current_company()")) {
          assert.match(source, /= (old|new)\.company_id/, signature)
          continue
        }
        assert.include(source, "current_company()", signature)
        const company = source.includes("company bigint := current_company()") ? "(current_company\\(\\)|company\\b)" : "current_company\\(\\)"
        const queries = new Set([...source.matchAll(/\b(\w+) as (?:materialized )?\(/g)].map(([, name]) => name))
        for (const [, table = "", alias] of source.matchAll(/(?<!distinct )\b(?:from|update) (?!set\b)(\w+) (\w+)\b/g)) {
          const column = table === "companies" ? "id" : "company_id"
          if (!queries.has(table)) assert.match(source, new RegExp(`\\b${alias}\\.${column} = ${company}`), `${signature}: ${table} ${alias}`)
        }
      }
    }))

  it.effect("has rows of both companies in every table, so that what follows shows something", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const empty: Array<string> = []
      for (const table of (yield* tenantTables).filter((name) => !passing.includes(name))) {
        const [row] = yield* sql<{ n: number }>`
          select count(distinct company_id) as n from ${sql(table)} where company_id in (1, 2)`
        if (row!.n !== 2) empty.push(table)
      }
      assert.deepStrictEqual(empty, [], "let an operation, or the seed of this test, put a row in")
    }))

  it.effect("shows nothing to whoever named no company, and never another's rows", () =>
    Effect.gen(function*() {
      const app = yield* AppSession
      const owner = yield* OwnerSql
      const count = (table: string) => Effect.map(app<{ all: number; theirs: number }>`
        select count(*) as all, count(*) filter (where company_id <> 1) as theirs from ${app(table)}`, ([row]) => row!)
      const readable = (table: string) => Effect.map(
        owner<{ readable: boolean }>`select has_any_column_privilege('service_app', ${table}, 'select') as readable`, ([row]) => row!.readable)
      for (const table of yield* tenantTables) {
        if (!(yield* readable(table))) {
          assert.strictEqual(yield* refusal(count(table)), "42501", table)
          continue
        }
        assert.deepStrictEqual(yield* count(table), { all: 0, theirs: 0 }, table)
        const [mine] = yield* owner<{ n: number }>`select count(*) as n from ${owner(table)} where company_id = 1`
        const seen = yield* app.withTransaction(
          Effect.andThen(app`select set_config('app.company_id', '1', true)`, count(table))
        )
        assert.deepStrictEqual(seen, { all: mine!.n, theirs: 0 }, table)
        assert.deepStrictEqual(yield* count(table), { all: 0, theirs: 0 }, `${table} after the transaction`)
      }
      assert.lengthOf(yield* app`select * from companies`, 0)
      const alone = yield* app.withTransaction(
        Effect.andThen(app`select set_config('app.company_id', '1', true)`, app`select id from companies`)
      )
      assert.deepStrictEqual(alone, [{ id: 1 }])
      assert.strictEqual(yield* refusal(app`select * from effect_sql_migrations`), "42501")
    }))

  it.effect("takes no row for another company, nor gives one away", () =>
    Effect.gen(function*() {
      const app = yield* AppSession
      const owner = yield* OwnerSql
      const asAcme = <A>(effect: Effect.Effect<A, SqlError.SqlError>) =>
        app.withTransaction(Effect.andThen(app`select set_config('app.company_id', '1', true)`, effect))
      for (const table of yield* tenantTables) {
        const columns = yield* owner<{ name: string }>`
          select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
        const names = owner.literal(columns.map(({ name }) => `"${name}"`).join(", "))
        const [theirs] = yield* owner<{ row: unknown }>`select to_jsonb(t) as row from ${owner(table)} t where company_id = 2 limit 1`
        if (theirs === undefined) continue
        const insert = app`insert into ${app(table)} (${names}) overriding system value
          select ${names} from jsonb_populate_record(null::${app(table)}, ${JSON.stringify(theirs.row)}::jsonb)`
        assert.strictEqual(yield* refusal(asAcme(insert)), "42501", table)
        assert.strictEqual(yield* refusal(insert), "42501", table)
        const moved = yield* Effect.exit(
          asAcme(app`update ${app(table)} set company_id = 2 where company_id = 1 returning 1 as n`)
        )
        assert.isTrue(moved._tag === "Failure", `${table}: a row was given away`)
        for (
          const taking of [
            app`update ${app(table)} set company_id = 1 where company_id = 2 returning 1 as n`,
            app`delete from ${app(table)} where company_id = 2 returning 1 as n`
          ]
        ) {
          const taken = yield* Effect.result(asAcme(taking))
          if (taken._tag === "Success") assert.lengthOf(taken.success, 0, table)
        }
      }
      for (
        const change of [
          app`alter table contacts disable row level security`, app`drop policy tenant on contacts`, app`truncate contacts`
        ]
      ) {
        assert.strictEqual(yield* refusal(asAcme(change)), "42501")
      }
    }))
})

layer(TestServer, { excludeTestServices: true })("a company's name", (it) => {
  const current = Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ company: number | null; rows: number }>`
        select current_company() as company, (select count(*) from api_keys) as rows`,
      ([row]) => row!
    ))

  it.effect("does not outlive its statement or its transaction on any connection", () =>
    Effect.gen(function*() {
      const tenancy = yield* Tenancy
      const acme = tenancy.as(companyIds.acme)
      const bolt = tenancy.as(companyIds.bolt)
      const runs = [
        Effect.map(acme(current), ({ company }) => [company, 1]),
        Effect.map(tenancy.transaction(current).pipe(bolt), ({ company }) => [company, 2]),
        Effect.map(current, ({ company }) => [company, null]),
        Effect.map(tenancy.transaction(current), ({ company }) => [company, null]),
        Effect.map(Effect.exit(acme(tenancy.transaction(Effect.andThen(current, Effect.die("broken"))))), () => [null, null])
      ]
      const found = yield* Effect.all(Array.from({ length: 300 }, (_, n) => runs[n % runs.length]!), { concurrency: 60 })
      for (const [company, expected] of found) assert.strictEqual(company, expected)
      for (let n = 0; n < 40; n++) assert.deepStrictEqual(yield* current, { company: null, rows: 0 })
    }))

  it.effect("is not mixed up by 200 requests of two companies at once", () =>
    Effect.gen(function*() {
      const mine = Effect.fnUntraced(function*(key: Key, n: number) {
        const name = `only ${key}`
        const made = yield* send(
          "/crm/contacts", { key, method: "POST", body: JSON.stringify({ first_name: name, source: `${n}` }) }
        )
        assert.strictEqual(made.status, 201, made.text)
        const { json: list } = yield* send("/crm/contacts?limit=200", { key })
        const { json: got } = yield* send(`/crm/contacts/${made.json.id}`, { key })
        const { json: found } = yield* send("/crm/contacts?search=only", { key })
        assert.deepStrictEqual([got.first_name, got.source], [name, `${n}`])
        for (const { first_name } of [...list.items, ...found.items]) assert.strictEqual(first_name, name)
      })
      yield* Effect.all(
        Array.from({ length: 200 }, (_, n) => mine(n % 2 === 0 ? "acme" : "bolt", n)),
        { concurrency: 25, discard: true }
      )
      for (const key of ["acme", "bolt"] as const) {
        assert.strictEqual((yield* send("/crm/contacts", { key })).json.total, 100)
      }
    }))
})

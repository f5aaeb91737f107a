import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { FreshDatabase, OwnerSql } from "../support/database.ts"
import { indexedAcross, namesOf, referredTo, uniqueAcross, withoutCompany } from "./across-companies.ts"

/** Tables of ours, with the type of their company where they have one. Partitions are as the table that they are a part of. */
const tables = OwnerSql.use((sql) => sql<{ name: string; company: string | null; needed: boolean }>`
  select n.nspname || '.' || c.relname as name, a.atttypid::regtype::text as company, coalesce(a.attnotnull, false) as needed
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  left join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
  where c.relkind in ('r', 'p', 'f', 'm', 'v') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`)

/** Indexes of tenants' tables that do not begin with the company. */
const notLed = OwnerSql.use((sql) => sql<{ name: string; kind: "primary" | "unique" | "plain" }>`
  select i.relname as name, case when x.indisprimary then 'primary' when x.indisunique then 'unique' else 'plain' end as kind
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
  join pg_attribute a on a.attrelid = t.oid and a.attname = 'company_id' and not a.attisdropped
  where not t.relispartition and x.indkey[0] <> a.attnum`)

interface Reference {
  readonly name: string
  readonly to: string
  /** Both ends begin with the company. */
  readonly led: boolean
  /** The table that is referred to has a company. */
  readonly tenants: boolean
  /** What is done to the company when the row that is referred to goes. */
  readonly touches: boolean
}

const references = OwnerSql.use((sql) => sql<Reference>`
  select f.conrelid::regclass || ' ' || f.conname as name, f.confrelid::regclass::text as to, b.attnum is not null as tenants,
    f.conkey[1] = a.attnum and f.confkey[1] is not distinct from b.attnum as led,
    f.confdeltype in ('n', 'd') and (f.confdelsetcols is null or a.attnum = any(f.confdelsetcols)) as touches
  from pg_constraint f join pg_class t on t.oid = f.conrelid
  join pg_attribute a on a.attrelid = f.conrelid and a.attname = 'company_id' and not a.attisdropped
  left join pg_attribute b on b.attrelid = f.confrelid and b.attname = 'company_id' and not b.attisdropped
  where f.contype = 'f' and not t.relispartition`)

/** Names that stand in both lists alike; told as what is too much and what is missing. */
const same = (found: ReadonlyArray<string>, known: ReadonlyArray<string>, what: string) =>
  assert.deepStrictEqual(
    { "lead with the company, or add a reason": found.filter((name) => !known.includes(name)).toSorted(), "are no exceptions": known.filter((name) => !found.includes(name)).toSorted() },
    { "lead with the company, or add a reason": [], "are no exceptions": [] }, what
  )

layer(FreshDatabase(Effect.void), { excludeTestServices: true })("the migrated database can be spread by company", (it) => {
  it.effect("since every table has the company, of one type and never null, but those that are the installation's", () =>
    Effect.gen(function*() {
      const all = yield* tables
      assert.isAbove(all.length, 200)
      same(all.filter(({ company }) => company === null).map(({ name }) => name), namesOf(withoutCompany), "tables without a company")
      for (const { company, name, needed } of all) if (company !== null) assert.deepStrictEqual([company, needed], ["bigint", true], name)
    }))

  it.effect("since every key leads with the company, but those by which a company is found", () =>
    Effect.gen(function*() {
      const found = yield* notLed
      assert.deepStrictEqual(found.filter(({ kind }) => kind === "primary"), [])
      same(found.filter(({ kind }) => kind === "unique").map(({ name }) => name), namesOf(uniqueAcross), "unique indexes")
    }))

  it.effect("since every index that a tenant's read needs leads with the company, and the others are of jobs", () =>
    Effect.gen(function*() {
      same((yield* notLed).filter(({ kind }) => kind === "plain").map(({ name }) => name), namesOf(indexedAcross), "indexes")
    }))

  it.effect("since every reference between tenants' tables stays within the company, and changes it never", () =>
    Effect.gen(function*() {
      const all = yield* references
      const within = all.filter(({ tenants }) => tenants)
      assert.isAbove(within.length, 150)
      assert.deepStrictEqual(within.filter(({ led }) => !led), [])
      assert.deepStrictEqual(all.filter(({ touches }) => touches), [])
      same([...new Set(all.filter(({ tenants }) => !tenants).map(({ to }) => to))], referredTo, "tables that are referred to without a company")
    }))

  it.effect("since what excludes overlaps begins with the company, compared by equality", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const exclusions = yield* sql<{ name: string; led: boolean }>`
        select x.conname as name, x.conkey[1] = a.attnum and o.oprname = '=' as led from pg_constraint x
        join pg_attribute a on a.attrelid = x.conrelid and a.attname = 'company_id' join pg_operator o on o.oid = x.conexclop[1] where x.contype = 'x'`
      assert.isNotEmpty(exclusions)
      assert.deepStrictEqual(exclusions.filter(({ led }) => !led), [])
    }))

  it.effect("since partitioned tables keep that in their partitions", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const strays = yield* sql`
        select p.oid::regclass::text as partition from pg_class p where p.relispartition and p.relkind = 'r' and (
          not exists (select from pg_attribute a where a.attrelid = p.oid and a.attname = 'company_id' and a.attnotnull)
          or exists (select from pg_index x join pg_attribute a on a.attrelid = p.oid and a.attname = 'company_id'
            where x.indrelid = p.oid and x.indisunique and x.indkey[0] <> a.attnum))`
      assert.deepStrictEqual(strays, [])
    }))
})

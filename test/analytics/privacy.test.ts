import { createHmac } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { VisitorSalts } from "#layers/analytics/visitor-salts"
import { CompanyId } from "#schemas/kernel/ids"
import { DatabaseUrl, OwnerSql } from "../support/database.ts"
import { companyIds, SecondServer, at as on, TestServerWith } from "../support/test-server.ts"
import { counted, firefox, norwegian, tell } from "./telling.ts"

const config = { trustedProxies: 1 } as const
const ada = { address: norwegian, userAgent: firefox }
const url = "https://www.acme.test/prices"

interface Kept {
  readonly visitor: string
}

const kept = Effect.flatMap(OwnerSql, (sql) => sql<Kept>`select distinct visitor::text from page_events where company_id = ${companyIds.acme} and visitor is not null`)
const around = `from=2026-01-01&to=${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}`

/** Who somebody would be under a secret. */
const hashOf = (secret: Uint8Array, address: string) =>
  createHmac("sha256", secret).update(`${companyIds.acme}\n${address}\n${firefox}`).digest().readBigInt64BE(0).toString()

/** Every address of the network in which the visitor is: whoever tries knows that much, and the browser. */
const candidates = Array.from({ length: 65_536 }, (_, n) => `193.213.${n >> 8}.${n & 255}`)

/** The nearest of them, where many secrets are tried. */
const nearest = candidates.filter((address) => address.startsWith("193.213.112."))

const whoever = (secret: Uint8Array, visitors: ReadonlySet<string>, addresses = candidates) => addresses.filter((address) => visitors.has(hashOf(secret, address)))

/** Everything of 32 bytes that any table holds, as bytes. */
const secrets = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const columns = yield* sql<{ table: string; column: string }>`select c.oid::regclass::text as table, quote_ident(a.attname) as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and a.atttypid = 'bytea'::regtype and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pg_toast')`
  const found = yield* Effect.forEach(columns, ({ column, table }) =>
    sql.unsafe<{ bytes: Uint8Array }>(`select distinct ${column} as bytes from ${table} where length(${column}) between 16 and 64 limit 100`))
  return found.flat().map(({ bytes }) => bytes)
})

/** Which tables hold the text anywhere. */
const tablesWith = Effect.fnUntraced(function*(text: string) {
  const sql = yield* OwnerSql
  const tables = yield* sql<{ name: string }>`select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pg_toast')`
  const found = yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(sql.unsafe<{ n: number }>(`select count(*) as n from ${name} t where position($1 in t::text) > 0`, [text]), ([row]) => row!.n > 0 ? [name] : []))
  return found.flat()
})

/** Files of the database and of the write-ahead log that hold these bytes. */
const filesWith = Effect.fnUntraced(function*(bytes: Uint8Array) {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ folder: string; own: string }>`select current_setting('data_directory') as folder,
    'base/' || (select oid from pg_database where datname = current_database()) as own`
  const { folder, own } = row!
  yield* sql`checkpoint`
  return [join(folder, own), join(folder, "pg_wal")].flatMap((place) =>
    readdirSync(place, { withFileTypes: true }).filter((file) => file.isFile()).map(({ name }) => join(place, name))
      .filter((file) => readFileSync(file).includes(Buffer.from(bytes))))
})

layer(TestServerWith(config), { excludeTestServices: true })("a visitor", (it) => {
  it.effect("is the same for all processes for a day, and another at another company", () =>
    Effect.gen(function*() {
      const second = yield* Layer.build(SecondServer(config, yield* DatabaseUrl))
      const site = { url: "https://www.bolt.test/" }
      yield* tell(ada, [{ url }])
      yield* tell(ada, [site], "bolt")
      yield* on(second, tell(ada, [site], "bolt"))
      const sql = yield* OwnerSql
      const [found] = yield* sql<{ visitors: number; shared: number }>`select count(distinct visitor) filter (where company_id = ${companyIds.bolt}) as visitors,
        count(distinct visitor) filter (where company_id = ${companyIds.bolt} and visitor in (select visitor from page_events where company_id = ${companyIds.acme})) as shared
        from page_events`
      assert.deepStrictEqual(found, { visitors: 1, shared: 0 })
    }))

  it.effect("cannot be found by an address the next day, with everything that is stored", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* tell(ada, [{ url }, { url, name: "Signed up" }])
      yield* counted(around, 2)
      const visitors = new Set((yield* kept).map(({ visitor }) => visitor))
      assert.strictEqual(visitors.size, 1)

      /* On the day itself somebody who can read the salt finds them: that the next test finds nobody says something. */
      const [row] = yield* sql<{ salt: Uint8Array }>`select salt from installation.visitor_salts`
      const { salt } = row!
      assert.deepStrictEqual(whoever(salt, visitors), [norwegian])

      /* Midnight, as the database sees it. */
      yield* sql`update installation.visitor_salts set day = day - 1`
      yield* sql`select * from installation.visitor_salt()`
      const stored = yield* secrets
      assert.isTrue(stored.length > 1)
      assert.deepStrictEqual(stored.filter((secret) => Buffer.from(secret).equals(Buffer.from(salt))), [], "the salt is gone")
      assert.deepStrictEqual(yield* filesWith(salt), [], "from the files of the database too")
      assert.deepStrictEqual(stored.flatMap((secret) => whoever(secret, visitors, nearest)), [], "no secret that is stored leads to an address")
      assert.deepStrictEqual(yield* tablesWith(norwegian), [], "and none is stored")

      /* Whoever comes again the next day is somebody else. */
      const salts = yield* Effect.provide(VisitorSalts.use(Effect.succeed), Layer.fresh(VisitorSalts.layer))
      const again = yield* salts.hashOf({ company_id: CompanyId.make(companyIds.acme), ...ada })
      assert.isFalse(visitors.has(again))
    }))
})

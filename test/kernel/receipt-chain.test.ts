import { createHash } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { provision } from "#layers/auth/provision"
import { type BrokenLink, chained, chainOf } from "#layers/kernel/receipts/chain"
import { FreshDatabase, OwnerSql } from "../support/database.ts"
import { rounds } from "../support/rounds.ts"

const MANY = rounds(20_000, 100_000)

const asOwner = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(OwnerSql, (sql) => Effect.provideService(effect, SqlClient.SqlClient, sql))

const written = Effect.fnUntraced(function*(company: number, count: number) {
  const sql = yield* OwnerSql
  yield* sql`insert into receipts (company_id, verb, payload_hash, changes, livemode, key_id, agent, session, request_id)
    select ${company}::bigint, 'verb_' || n, sha256(n::text::bytea), jsonb_build_array(jsonb_build_object('id', n, 'after', repeat('x', 200))),
      n % 2 = 0, n, case when n % 3 = 0 then jsonb_build_object('agent', 'a"' || n) end, 's' || n % 5, 'r' || n
    from generate_series(1, ${count}::int) n`
})

const sealed = Effect.gen(function*() {
  const sql = yield* OwnerSql
  for (let done = 1; done > 0;) done = (yield* sql<{ n: number }>`select seal_receipts(2000) as n`)[0]!.n
})

/** A company with so many sealed receipts. */
const companyWith = Effect.fnUntraced(function*(count: number) {
  const { company_id } = yield* asOwner(provision({ name: "chained", tier: "starter", industry: null, owner: null }))
  yield* written(company_id, count)
  yield* sealed
  return company_id
})

const ids = Effect.fnUntraced(function*(company: number) {
  const sql = yield* OwnerSql
  const rows = yield* sql<{ id: number }>`select id from receipts where company_id = ${company} order by sequence`
  return rows.map(({ id }) => id)
})

/** Does what only somebody can who may switch off everything. */
const tampering = (statements: (sql: SqlClient.SqlClient) => ReadonlyArray<Effect.Effect<unknown, unknown>>) =>
  Effect.flatMap(OwnerSql, (sql) =>
    sql.withTransaction(Effect.andThen(sql`set local session_replication_role = replica`, Effect.all(statements(sql), { discard: true }))))

type Tamper = (sql: SqlClient.SqlClient, company: number, ids: ReadonlyArray<number>) => ReadonlyArray<Effect.Effect<unknown, unknown>>

/** What somebody does to ten receipts, and which link breaks by it. `id` is that of a receipt, by its place. */
const tampers: ReadonlyArray<readonly [what: string, tamper: Tamper, fault: BrokenLink["fault"], sequence: number, id: number | null]> = [
  ...["verb = 'other'", "payload_hash = '\\x00'", "changes = '[]'", "livemode = not livemode", "key_id = 99", "agent = '{}'", "session = null",
    "consent = '{}'", "request_id = 'x'", "created_at = created_at + interval '1 microsecond'"].map((set) =>
    [`changes: ${set}`, ((sql, company) => [sql.unsafe(`update receipts set ${set} where company_id = ${company} and sequence = 6`)]) as Tamper,
      "changed", 6, 6] as const),
  ["changes the first", (sql, c) => [sql`update receipts set verb = 'other' where company_id = ${c} and sequence = 1`], "changed", 1, 1],
  ["changes the last", (sql, c) => [sql`update receipts set verb = 'other' where company_id = ${c} and sequence = 10`], "changed", 10, 10],
  ["gives one to another company", (sql, c) => [sql`update receipts set company_id = 1 where company_id = ${c} and sequence = 6`], "missing", 6, null],
  ["removes one", (sql, c) => [sql`delete from receipts where company_id = ${c} and sequence = 6`], "missing", 6, null],
  ["removes the first", (sql, c) => [sql`delete from receipts where company_id = ${c} and sequence = 1`], "missing", 1, null],
  ["removes three", (sql, c) => [sql`delete from receipts where company_id = ${c} and sequence between 4 and 6`], "missing", 4, null],
  ["removes one and closes the gap", (sql, c) => [
    sql`delete from receipts where company_id = ${c} and sequence = 6`,
    sql`update receipts set sequence = 6 where company_id = ${c} and sequence = 7`
  ], "changed", 6, 7],
  ["swaps two", (sql, c) => [
    sql`update receipts set sequence = 99 where company_id = ${c} and sequence = 4`,
    sql`update receipts set sequence = 4 where company_id = ${c} and sequence = 5`,
    sql`update receipts set sequence = 5 where company_id = ${c} and sequence = 99`
  ], "changed", 4, 5],
  ["swaps what two say", (sql, c, ids) => [sql`update receipts r set verb = o.verb, payload_hash = o.payload_hash, request_id = o.request_id
    from receipts o where r.company_id = ${c} and o.company_id = ${c} and r.id in (${ids[3]!}, ${ids[4]!}) and o.id in (${ids[3]!}, ${ids[4]!}) and o.id <> r.id`],
    "changed", 4, 4],
  ["rewrites a hash", (sql, c) => [sql`update receipts set hash = sha256('x') where company_id = ${c} and sequence = 6`], "changed", 6, 6],
  ["takes a hash away", (sql, c) => [sql`update receipts set hash = null where company_id = ${c} and sequence = 6`], "changed", 6, 6],
  ["rewrites a predecessor", (sql, c) => [sql`update receipts set previous_hash = sha256('x') where company_id = ${c} and sequence = 6`], "changed", 6, 6],
  ["changes one and makes its hash fit", (sql, c) => [
    sql`update receipts set verb = 'other' where company_id = ${c} and sequence = 6`,
    sql`update receipts r set hash = sha256(previous_hash || convert_to(receipt_text(r), 'UTF8')) where company_id = ${c} and sequence = 6`
  ], "predecessor", 7, 7],
  ["unseals one", (sql, c) => [sql`update receipts set sequence = null, previous_hash = null, hash = null where company_id = ${c} and sequence = 6`],
    "missing", 6, null],
  ["cuts off the end", (sql, c) => [sql`delete from receipts where company_id = ${c} and sequence > 7`], "missing", 8, null],
  ["removes all", (sql, c) => [sql`delete from receipts where company_id = ${c}`], "missing", 1, null],
  ["changes the last and makes its hash fit", (sql, c) => [
    sql`update receipts set verb = 'other' where company_id = ${c} and sequence = 10`,
    sql`update receipts r set hash = sha256(previous_hash || convert_to(receipt_text(r), 'UTF8')) where company_id = ${c} and sequence = 10`
  ], "head", 10, null],
  ["sets the head back", (sql, c) => [sql`update chain_heads set receipts = 9 where company_id = ${c}`], "head", 10, null],
  ["rewrites the head", (sql, c) => [sql`update chain_heads set receipt_hash = sha256('x') where company_id = ${c}`], "head", 10, null],
  ["removes the head", (sql, c) => [sql`delete from chain_heads where company_id = ${c}`], "head", 10, null]
]

layer(FreshDatabase(provision({ name: "first", tier: "starter", industry: null, owner: null })), { excludeTestServices: true })(
  "a chain of receipts",
  (it) => {
    it.effect("is whole as it was sealed, and its head what anybody can work out", () =>
      Effect.gen(function*() {
        const sql = yield* OwnerSql
        const company = yield* companyWith(10)
        const rows = yield* sql<{ text: string }>`select receipt_text(r) as text from receipts r where company_id = ${company} order by sequence`
        let head: Uint8Array = new Uint8Array()
        for (const { text } of rows) head = createHash("sha256").update(head).update(text, "utf8").digest()
        const whole = { company_id: company, receipts: 10, head: Buffer.from(head).toString("hex"), unsealed: 0, unsealed_since: null, broken: null }
        assert.deepStrictEqual(yield* asOwner(chainOf(company)), whole)

        yield* written(company, 3)
        const { unsealed_since, ...waiting } = yield* asOwner(chainOf(company))
        assert.deepStrictEqual({ ...waiting, unsealed_since: null }, { ...whole, unsealed: 3 })
        assert.match(unsealed_since!, /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
        yield* sealed
        assert.deepInclude(yield* asOwner(chainOf(company)), { receipts: 13, unsealed: 0, broken: null })
      }))

    it.effect("of a company without receipts is whole", () =>
      Effect.gen(function*() {
        const company = yield* companyWith(0)
        assert.deepStrictEqual(
          yield* asOwner(chainOf(company)),
          { company_id: company, receipts: 0, head: null, unsealed: 0, unsealed_since: null, broken: null }
        )
        assert.include(yield* asOwner(chained), company)
      }))

    for (const [what, tamper, fault, sequence, place] of tampers) {
      it.effect(`breaks where somebody ${what}`, () =>
        Effect.gen(function*() {
          const company = yield* companyWith(10)
          const before = yield* ids(company)
          yield* tampering((sql) => tamper(sql, company, before))
          const { broken, receipts } = yield* asOwner(chainOf(company))
          const { says, ...link } = broken!
          assert.deepStrictEqual(link, { fault, sequence, receipt_id: place === null ? null : before[place - 1]! })
          assert.strictEqual(receipts, fault === "head" ? sequence : sequence - 1)
          assert.include(says, String(sequence))
        }))
    }

    it.effect("that was broken is whole again when it is as it was", () =>
      Effect.gen(function*() {
        const company = yield* companyWith(10)
        yield* tampering((sql) => [sql`update receipts set verb = 'other' where company_id = ${company} and sequence = 6`])
        assert.isNotNull((yield* asOwner(chainOf(company))).broken)
        yield* tampering((sql) => [sql`update receipts set verb = 'verb_6' where company_id = ${company} and sequence = 6`])
        assert.isNull((yield* asOwner(chainOf(company))).broken)
      }))

    it.effect(`of ${MANY} receipts is walked without holding them`, ({ annotate }) =>
      Effect.gen(function*() {
        const company = yield* companyWith(MANY)
        const before = process.memoryUsage.rss()
        const begun = performance.now()
        let most = before
        const watch = setInterval(() => most = Math.max(most, process.memoryUsage.rss()), 20)
        const chain = yield* asOwner(chainOf(company))
        clearInterval(watch)
        const took = (performance.now() - begun) / 1_000
        assert.deepInclude(chain, { receipts: MANY, broken: null })
        yield* tampering((sql) => [sql`update receipts set verb = 'other' where company_id = ${company} and sequence = ${MANY - 1}`])
        assert.deepInclude((yield* asOwner(chainOf(company))).broken, { fault: "changed", sequence: MANY - 1 })
        yield* Effect.promise(() => annotate(`${took.toFixed(1)} s, ${Math.round((most - before) / 2 ** 20)} MiB more than before`))
      }))
  }
)

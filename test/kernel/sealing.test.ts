import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { backgroundState } from "#layers/kernel/jobs/failures"
import { provision } from "#layers/auth/provision"
import { chainOf } from "#layers/kernel/receipts/chain"
import { FreshDatabase, OwnerSql } from "../support/database.ts"
import { refusalOf } from "../roles/refusal.ts"

const asOwner = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(OwnerSql, (sql) => Effect.provideService(effect, SqlClient.SqlClient, sql))

const company = Effect.map(asOwner(provision({ name: "one", tier: "starter", industry: null, owner: null })), ({ company_id }) => company_id)

/** So many receipts of a company; `extra` is what a column is given that only sealing writes. */
const written = Effect.fnUntraced(function*(company: number, count: number, column = "created_at", extra = "now()") {
  const sql = yield* OwnerSql
  yield* sql.unsafe(`insert into receipts (company_id, verb, payload_hash, changes, livemode, key_id, request_id, ${column})
    select ${company}, 'x', '', '[]', true, 1, 'r' || n, ${extra} from generate_series(1, ${count}) n`)
})

const seal = (most: number) => OwnerSql.use((sql) => Effect.map(sql<{ n: number }>`select seal_receipts(${most}) as n`, ([row]) => row!.n))

const sealedOf = (company: number) => OwnerSql.use((sql) =>
  Effect.map(sql<{ n: number }>`select count(*) as n from receipts where company_id = ${company} and sequence is not null and hash is not null`, ([row]) => row!.n))

const failuresOf = (company: number) => OwnerSql.use((sql) =>
  sql<{ job: string; problem: string }>`select job, problem from background_failures where company_id = ${company}`)

const aMinuteLater = OwnerSql.use((sql) => sql`update background_failures set tried_at = tried_at - interval '2 minutes'`)

/** Does what only somebody can who may switch off everything. */
const byHand = (statement: string) => OwnerSql.use((sql) =>
  sql.withTransaction(Effect.andThen(sql`set local session_replication_role = replica`, sql.unsafe(statement))))

/** Rows as a role could write them that was granted every column. */
const forgeries: Readonly<Record<string, readonly [column: string, value: string, fault: string]>> = {
  "has the next number already": ["sequence", "1", "changed"],
  "has a number and a hash": ["(sequence, hash, previous_hash)", "1, '\\x01', '\\x02'", "changed"],
  "has a hash and no number": ["hash", "'\\x01'", "forged"]
}

layer(FreshDatabase(Effect.void), { excludeTestServices: true })("sealing", (it) => {
  for (const [what, [column, value, fault]] of Object.entries(forgeries)) {
    it.effect(`passes over a company with a receipt that ${what}, and goes on with all others`, () =>
      Effect.gen(function*() {
        const [before, bad, after] = [yield* company, yield* company, yield* company]
        yield* written(bad, 1, column.replace(/[()]/g, ""), value)
        for (const one of [before, bad, after]) yield* written(one, 3)
        yield* seal(2_000)
        assert.deepStrictEqual([yield* sealedOf(before), yield* sealedOf(after)], [3, 3])
        assert.lengthOf(yield* failuresOf(bad), 1)
        assert.include((yield* asOwner(backgroundState)).failures.map(({ company_id }) => company_id), bad)
        assert.strictEqual((yield* asOwner(chainOf(bad))).broken?.fault, fault)
        for (const one of [before, after]) assert.isNull((yield* asOwner(chainOf(one))).broken)

        /* It is left alone for a minute, then tried by itself, and goes on once its rows are right. */
        yield* written(after, 2)
        yield* seal(2_000)
        assert.strictEqual(yield* sealedOf(after), 5)
        yield* aMinuteLater
        yield* seal(2_000)
        assert.lengthOf(yield* failuresOf(bad), 1)
        yield* byHand(`delete from receipts where company_id = ${bad} and request_id = 'r1' and (hash is not null or sequence is not null)`)
        yield* aMinuteLater
        yield* seal(2_000)
        assert.lengthOf(yield* failuresOf(bad), 0)
        assert.deepInclude(yield* asOwner(chainOf(bad)), { receipts: 3, unsealed: 0, broken: null })
      }))
  }

  it.effect("passes over receipts of a company that does not exist", () =>
    Effect.gen(function*() {
      const one = yield* company
      yield* written(987_654, 1)
      yield* written(one, 1)
      yield* seal(2_000)
      assert.strictEqual(yield* sealedOf(one), 1)
      assert.lengthOf(yield* failuresOf(987_654), 1)
      yield* byHand("delete from receipts where company_id = 987654")
      yield* aMinuteLater
      yield* seal(2_000)
      assert.lengthOf(yield* failuresOf(987_654), 0)
    }))

  it.effect("gives each company its share, however many receipts another has", () =>
    Effect.gen(function*() {
      const [many, bad, few] = [yield* company, yield* company, yield* company]
      yield* written(many, 500)
      yield* written(bad, 1, "sequence", "1")
      yield* written(bad, 500)
      yield* written(few, 2)
      const first = yield* seal(100)
      assert.strictEqual(first, 100, "there are more")
      assert.strictEqual(yield* sealedOf(few), 2)
      assert.isAbove(yield* sealedOf(many), 0)
      let rounds = 0
      while ((yield* seal(100)) >= 100) rounds++
      assert.isBelow(rounds, 20)
      assert.strictEqual(yield* sealedOf(many), 500)
    }))

  it.effect("leaves the faults of the database to the next round", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      for (const state of ["40P01", "40001", "53100", "55P03", "57014", "58030"]) {
        assert.strictEqual(yield* refusalOf(sql`select note_failure(1, 'seal_receipts', ${state}, 'x')`), state)
      }
      assert.lengthOf(yield* failuresOf(1), 0)
    }))

  it.effect("is waited for by no chain that is called whole", () =>
    Effect.gen(function*() {
      const one = yield* company
      const broken = Effect.map(asOwner(chainOf(one)), ({ broken }) => broken?.fault)
      yield* written(one, 2)
      yield* seal(2_000)
      yield* written(one, 3)
      assert.isUndefined(yield* broken)
      yield* seal(2_000)
      yield* written(one, 1, "created_at", "now() - interval '6 minutes'")
      yield* written(one, 3)
      const chain = yield* asOwner(chainOf(one))
      assert.deepInclude(chain, { receipts: 5, unsealed: 4 })
      assert.match(chain.broken!.says, /^4 receipts have not been sealed since 20\d\d-.*Z, the oldest with id \d+\.$/)
      assert.strictEqual(chain.broken!.fault, "unsealed")
      assert.isAbove((yield* asOwner(backgroundState)).unsealed_seconds, 300)
      yield* seal(2_000)
      assert.isUndefined(yield* broken)
      yield* written(one, 1, "created_at", "now() + interval '1 hour'")
      assert.strictEqual(yield* broken, "forged")
      /* A number far ahead stops nothing until the chain gets there. */
      const other = yield* company
      yield* written(other, 1, "sequence", "1000000")
      yield* written(other, 2)
      yield* seal(2_000)
      assert.deepInclude((yield* asOwner(chainOf(other))).broken, { fault: "missing", sequence: 3 })
    }))

  it.effect("of numbers for events passes over a company in the same way, and tells the webhooks of all others", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const [before, bad, worse, after] = [yield* company, yield* company, yield* company, yield* company]
      const all = [before, bad, worse, after]
      yield* sql`insert into webhooks (company_id, url, events, livemode, secret)
        select c, 'https://x.example', '{*}', true, 's' from unnest(${all}::bigint[]) c`
      const events = (company: number, kind: string, data: string) =>
        sql`insert into events (company_id, kind, livemode, request_id, data) values (${company}, ${kind}, true, 'r', ${data}::jsonb)`
      yield* events(bad, "test.ping", `{"object": {"id": "nobody's"}}`)
      yield* sql`insert into events (company_id, kind, livemode, request_id, data, sequence) values (${worse}, 'x', true, 'r', '{}', 2)`
      for (const one of all) for (const id of [1, 2]) yield* events(one, "contact.created", `{"object": {"id": ${id}}}`)
      const number = (writers: ReadonlyArray<number> | null) => sql`select sequence_events(100, ${writers}::bigint[])`
      yield* number([bad, before])
      yield* number(null)
      const told = Effect.map(
        sql<{ company_id: number; n: number }>`select company_id, count(*) as n from webhook_deliveries where company_id = any(${all}::bigint[]) group by 1 order by 1`,
        (rows) => rows.map(({ company_id, n }) => [company_id, n])
      )
      assert.deepStrictEqual(yield* told, [[before, 2], [after, 2]])
      for (const one of [bad, worse]) assert.deepStrictEqual((yield* failuresOf(one)).map(({ job }) => job), ["number_events"])
      yield* sql`delete from events where company_id = ${bad} and kind = 'test.ping'`
      yield* sql`delete from events where company_id = ${worse} and sequence = 2`
      yield* aMinuteLater
      yield* number(null)
      assert.deepStrictEqual(yield* told, [[before, 2], [bad, 2], [worse, 2], [after, 2]])
      for (const one of [bad, worse]) assert.lengthOf(yield* failuresOf(one), 0)
    }))
})

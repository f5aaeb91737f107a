import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type SqlError } from "effect/sql"
import { OwnerSql } from "../support/database.ts"
import { at, companyIds, TestServer, SecondServer, type Key, secrets, send } from "../support/test-server.ts"
import { eventNumbers, faultsOfChain, settled } from "../support/journal.ts"

const create = (key: Key, body: unknown, headers: Record<string, string> = {}) =>
  send("/crm/contacts", { key, method: "POST", headers, body: JSON.stringify(body) })

const refusal = <A>(statement: Effect.Effect<A, SqlError.SqlError>) =>
  Effect.match(statement, {
    onFailure: ({ reason }) => String((reason.cause as { readonly message?: string }).message),
    onSuccess: () => "done"
  })

layer(TestServer, { excludeTestServices: true })("receipts and events", (it) => {
  it.effect("are numbered without a gap, and chained, whoever writes at the same time", () =>
    Effect.gen(function*() {
      const beside = yield* Layer.build(SecondServer())
      const writes = Array.from({ length: 160 }, (_, n) => {
        const write = create(n % 4 === 0 ? "bolt" : "acme", { first_name: `N${n}` })
        return n % 2 === 0 ? write : at(beside, write)
      })
      const sent = yield* Effect.all(writes, { concurrency: 16 })
      for (const { status, text } of sent) assert.strictEqual(status, 201, text)
      yield* settled
      for (const [company, expected] of [[companyIds.acme, 120], [companyIds.bolt, 40]] as const) {
        assert.deepStrictEqual(yield* faultsOfChain(company), { length: expected, faults: [] })
        assert.deepStrictEqual(yield* eventNumbers(company), Array.from({ length: expected }, (_, n) => n + 1))
      }
    }))

  it.effect("of a write that failed, are not there", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* create("acme", { email: "taken@x.example" })
      const count = Effect.map(
        sql<{ n: number }>`select (select count(*) from receipts) + (select count(*) from events) as n`,
        ([row]) => row!.n
      )
      const before = yield* count
      assert.strictEqual((yield* create("acme", { email: "taken@x.example" })).status, 409)
      assert.strictEqual((yield* create("acme", { email: "taken@x.example" }, { "idempotency-key": "taken" })).status, 409)
      assert.strictEqual((yield* create("acme", { email: 1 })).status, 422)
      assert.strictEqual(yield* count, before)
    }))

  it.effect("say who did what, before and after, without secrets", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { json: made } = yield* create("acmeTest", { first_name: "Ada", tags: ["b", "a"] }, { "x-request-id": "say-1" })
      const headers = {
        "x-request-id": "say-2",
        "x-service-agent": "helper/1",
        "x-service-agent-mode": "draft",
        "x-service-human-initiator": "grace",
        "x-service-session": "s-9"
      }
      yield* send(
        `/crm/contacts/${made.id}`,
        { key: "acmeTest", method: "PATCH", headers, body: JSON.stringify({ first_name: "Eve" }) }
      )
      yield* settled
      const [created, changed] = yield* sql<any>`
        select r.*, k.label, encode(payload_hash, 'hex') as payload from receipts r join api_keys k on k.id = r.key_id
        where request_id in ('say-1', 'say-2') order by r.id`
      assert.deepInclude(
        created, { verb: "create_contact", label: "acmeTest", livemode: false, agent: null, session: null, consent: null }
      )
      assert.deepStrictEqual(created.changes, [{ id: made.id, object: "contact", before: null, after: made }])
      assert.deepInclude(
        changed,
        { verb: "update_contact", session: "s-9", agent: { agent: "helper/1", mode: "draft", human_initiator: "grace" } }
      )
      assert.deepStrictEqual(Object.keys(changed.changes[0].before).toSorted(), ["first_name", "updated_at", "version"])
      assert.deepInclude(changed.changes[0].before, { first_name: "Ada", version: 1 })
      assert.deepInclude(changed.changes[0].after, { first_name: "Eve", version: 2 })
      assert.match(created.payload, /^[0-9a-f]{64}$/)
      assert.notStrictEqual(created.payload, changed.payload)
      const [event] = yield* sql<any>`select * from events where request_id = 'say-2'`
      assert.deepInclude(event, { kind: "contact.updated", livemode: false, company_id: companyIds.acme })
      assert.deepInclude(event.data.object, { id: made.id, first_name: "Eve" })
      assert.deepInclude(event.data.previous, { first_name: "Ada", version: 1 })
      const [found] = yield* sql<{ n: number }>`
        select (select count(*) from receipts r where to_jsonb(r)::text like '%sk_service_%')
          + (select count(*) from idempotency_keys r where to_jsonb(r)::text like ${`%${secrets.acme.slice(-20)}%`}) as n`
      assert.strictEqual(found!.n, 0)
    }))

  it.effect("nobody changes or removes a receipt, the database's owner neither", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { json: made } = yield* create("bolt", { first_name: "Sealed" })
      yield* settled
      const sealed = sql`select id from receipts where company_id = 2 order by id desc limit 1`
      for (const statement of [
        sql`update receipts set verb = 'other' where company_id = 2`,
        sql`update receipts set hash = null where company_id = 2`,
        sql`update receipts set hash = '\\x00', sequence = 99 where company_id = 2`,
        sql`delete from receipts where company_id = 2`,
        sql`truncate receipts`,
        sql`truncate receipts cascade`
      ]) {
        assert.include(yield* refusal(statement), "receipts are append-only")
      }
      assert.lengthOf(yield* sealed, 1)
      assert.isNumber(made.id)
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`insert into receipts (company_id, verb, payload_hash, changes, livemode, key_id, request_id)
          values (2, 'v', '\\x', '[]', true, 1, 'unsealed')`
        const statement = sql`update receipts set verb = 'w', hash = '\\x01', sequence = 1000 where request_id = 'unsealed'`
        assert.include(yield* refusal(sql.withTransaction(statement)), "receipts are append-only")
        return yield* Effect.fail("roll back")
      })).pipe(Effect.ignore)
    }))

  it.effect("a receipt that was tampered with behind the trigger's back is found", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* settled
      yield* sql.withTransaction(Effect.andThen(
        sql`set local session_replication_role = replica`,
        sql`update receipts set changes = '[]' where company_id = 2 and sequence = 5`
      ))
      const { faults, length } = yield* faultsOfChain(companyIds.bolt)
      assert.strictEqual(length, 4)
      assert.match(faults.join(), /^Receipt 5 \(id \d+\) is not what was sealed\.$/)
    }))
})

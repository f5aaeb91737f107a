import { assert, layer } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { ApiKeys, hashOf, random } from "#layers/auth/api-keys"
import { makeKey, prefixOf } from "#schemas/kernel/api-key"
import { scopes } from "#schemas/kernel/tenancy"
import { DatabaseUrl, OwnerSql } from "../support/database.ts"
import { at, companyIds, TestServer, SecondServer, send } from "../support/test-server.ts"
import { cuttable } from "../support/outage.ts"
import { port, wire } from "../support/wire.ts"
import { within1s } from "../support/within.ts"
import { eventually } from "../support/eventually.ts"

const company_id = companyIds.acme

/** A new key of acme's, live and with every scope unless told otherwise. */
const issue = Effect.fnUntraced(function*(row: Readonly<Record<string, unknown>>) {
  const sql = yield* OwnerSql
  const secret = makeKey("live", random)
  const hash = hashOf(secret)
  yield* sql`insert into api_keys ${
    sql.insert({ company_id, hash, prefix: prefixOf(secret), label: "issued", mode: "live", scopes: [...scopes], ...row })
  }`
  return { secret, hash }
}, Effect.orDie)

const ask = (secret: string) =>
  Effect.map(send("/crm/contacts?limit=1", { headers: { authorization: `Bearer ${secret}` } }), ({ status }) => status)

layer(TestServer, { excludeTestServices: true })("an API key", (it) => {
  it.effect("that is revoked stops within a second on every process", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const beside = yield* Layer.build(SecondServer())
      const { hash, secret } = yield* issue({})
      for (let n = 0; n < 3; n++) {
        assert.strictEqual(yield* ask(secret), 200)
        assert.strictEqual(yield* at(beside, ask(secret)), 200)
      }
      yield* sql`update api_keys set revoked_at = now() where hash = ${hash}`
      yield* within1s(401, ask(secret))
      yield* within1s(401, at(beside, ask(secret)))
      const after = yield* Effect.all(
        Array.from({ length: 40 }, (_, n) => n % 2 ? ask(secret) : at(beside, ask(secret))),
        { concurrency: 8 }
      )
      assert.deepStrictEqual([...new Set(after)], [401])
    }))

  it.effect("that is deleted or replaced stops, and the new one works at once", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { hash, secret } = yield* issue({})
      const next = makeKey("live", random)
      assert.deepStrictEqual([yield* ask(secret), yield* ask(next)], [200, 401])
      yield* sql`update api_keys set hash = ${hashOf(next)} where hash = ${hash}`
      yield* within1s(200, ask(next))
      yield* within1s(401, ask(secret))
      yield* sql`delete from api_keys where hash = ${hashOf(next)}`
      yield* within1s(401, ask(next))
    }))

  it.effect("expires at its moment, remembered or not", () =>
    Effect.gen(function*() {
      const expiry = Date.now() + 1_200
      const { secret } = yield* issue({ expires_at: new Date(expiry).toISOString() })
      assert.strictEqual(yield* ask(secret), 200)
      yield* eventually(Effect.sync(() => Date.now()), (now) => now > expiry)
      assert.strictEqual(yield* ask(secret), 401)
      const { secret: past } = yield* issue({ expires_at: new Date(Date.now() - 1).toISOString() })
      assert.strictEqual(yield* ask(past), 401)
    }))

  it.effect("is good for its addresses only", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { hash, secret } = yield* issue({})
      const listening = yield* port
      const request = `GET /api/v1/crm/contacts HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${secret}\r\n\r\n`
      const askFromIpv4 = Effect.map(
        Effect.promise(() => wire(listening, request)),
        ({ status }) => status
      )
      const allow = (addresses: ReadonlyArray<string>) =>
        sql`update api_keys set allowed_addresses = ${[...addresses]} where hash = ${hash}`
      for (
        const [addresses, expected] of [
          [["127.0.0.1"], 200], [["127.0.0.2"], 401], [["::ffff:127.0.0.1"], 200],
          [["198.51.100.0/24", "127.0.0.0/8"], 200], [["127.0.0.2/31", "::/127"], 401],
          [["128.0.0.0/1"], 401], [[], 200]
        ] as const
      ) {
        yield* allow(addresses)
        yield* within1s(expected, askFromIpv4)
        assert.strictEqual(yield* askFromIpv4, expected, addresses.join())
      }
    }))

  it.effect("has the scopes, the consents and the tier of this moment", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { hash, secret } = yield* issue({})
      assert.strictEqual(yield* ask(secret), 200)
      yield* sql`update api_keys set scopes = '{crm:write}' where hash = ${hash}`
      yield* within1s(403, ask(secret))
      yield* sql`update api_keys set scopes = '{crm:read,crm:write}' where hash = ${hash}`
      yield* within1s(200, ask(secret))

      const deletion = Effect.map(
        send("/crm/contacts/999999", { method: "DELETE", headers: { authorization: `Bearer ${secret}` } }),
        ({ status }) => status
      )
      assert.strictEqual(yield* deletion, 428)
      yield* sql`insert into standing_consents (company_id, key_id, verb) select company_id, id, 'delete_contact' from api_keys where hash = ${hash}`
      yield* within1s(404, deletion)
      yield* sql`delete from standing_consents where verb = 'delete_contact' and key_id = (select id from api_keys where hash = ${hash})`
      yield* within1s(428, deletion)

      const { json } = yield* send("/crm/contacts", { method: "GET", headers: { authorization: `Bearer ${secret}` } })
      assert.isArray(json.items)
    }))

  it.effect("tells when it was used last, without a write for each use", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { hash, secret } = yield* issue({})
      const scope = yield* Scope.make()
      const beside = yield* Layer.build(SecondServer()).pipe(Scope.provide(scope))
      const uses = Effect.map(
        sql<{ last: string | null; row: string }>`
          select last_used_at as last, xmin::text as row from api_keys where hash = ${hash}`,
        ([row]) => row!
      )
      const before = yield* uses
      const began = Date.now()
      for (let n = 0; n < 20; n++) assert.strictEqual(yield* at(beside, ask(secret)), 200)
      const used = Date.now()
      assert.deepStrictEqual([before.last, (yield* uses).row], [null, before.row])
      yield* Scope.close(scope, Exit.void)
      const { last } = yield* uses
      assert.isAtLeast(Date.parse(last!), began)
      assert.isAtMost(Date.parse(last!), used)
    }))

  it.effect("is not crowded out of memory by strangers", () =>
    Effect.gen(function*() {
      const keys = yield* ApiKeys
      const { secret } = yield* issue({})
      assert.strictEqual(yield* ask(secret), 200)
      const strangers = Array.from({ length: 2_600 }, () => makeKey("live", random))
      const answers = yield* Effect.all(strangers.map((stranger) => keys.lookUp(stranger, "127.0.0.1")), { concurrency: 16 })
      assert.deepStrictEqual([...new Set(answers.map(({ _tag }) => _tag))], ["Refused"])
      assert.strictEqual(keys.recall(secret, "127.0.0.1", Date.now())?._tag, "Admitted")
      const remembered = strangers.filter((stranger) => keys.recall(stranger, "127.0.0.1", Date.now()) !== undefined)
      assert.isAtMost(remembered.length, 2_000)
      assert.isDefined(keys.recall(strangers.at(-1)!, "127.0.0.1", Date.now()), "the last stranger is known to be one")
      assert.strictEqual(keys.recall("sk_service_live_typo", "127.0.0.1", Date.now())?._tag, "Refused", "a typo asks nobody")
    }))

  it.effect("that is revoked stops within a second although the line that tells of it has gone silent", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const way = yield* cuttable(yield* DatabaseUrl)
      const beside = yield* Layer.build(SecondServer({}, way.url))
      const keys = Context.get(beside, ApiKeys)
      const isRecalled = ({ secret }: { readonly secret: string }) =>
        Effect.map(at(beside, ask(secret)), () => keys.recall(secret, "::1", Date.now()) !== undefined)
      const all = [yield* issue({}), yield* issue({}), yield* issue({})] as const
      for (const [n, { hash, secret }] of all.entries()) {
        yield* isRecalled(all[n]!).pipe(Effect.repeat({ until: (recalled) => recalled }), Effect.timeout("90 seconds"))
        assert.strictEqual(way.deaf("access_changed"), n + 1, "one line more than before is silent")
        yield* sql`update api_keys set revoked_at = now() where hash = ${hash}`
        yield* within1s(401, at(beside, ask(secret)))
        assert.strictEqual(yield* ask(secret), 401)
      }
    }).pipe(Effect.scoped))

  it.effect("that is revoked stops although the line that tells of it was cut", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const keys = yield* ApiKeys
      const { hash, secret } = yield* issue({})
      const other = yield* issue({})
      assert.deepStrictEqual([yield* ask(secret), yield* ask(other.secret)], [200, 200])
      const cut = yield* sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`
      assert.isAtLeast(cut.length, 1)
      yield* sql`update api_keys set revoked_at = now() where hash = ${hash}`
      yield* within1s(401, ask(secret))
      assert.strictEqual(yield* ask(other.secret), 200, "others go on")
      const again = Effect.gen(function*() {
        yield* Effect.sleep("50 millis")
        yield* ask(other.secret)
        return keys.recall(other.secret, "127.0.0.1", Date.now()) !== undefined
      })
      yield* again.pipe(Effect.repeat({ until: (remembered) => remembered }), Effect.timeout("90 seconds"))
      yield* sql`update api_keys set revoked_at = now() where hash = ${other.hash}`
      yield* within1s(401, ask(other.secret))
    }))
})

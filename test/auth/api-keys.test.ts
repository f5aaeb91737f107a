import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { OwnerSql } from "../support/database.ts"
import { at, TestServer, SecondServer, json, send } from "../support/test-server.ts"
import { port, wire } from "../support/wire.ts"
import { within1s } from "../support/within.ts"
import { agreed, by, type Here, person, type Person } from "./people.ts"

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })
const ask = (key: string) => Effect.map(send("/crm/contacts?limit=1", bearer(key)), ({ status }) => status)

const wanted = { label: "Web shop", mode: "live", scopes: ["crm:read", "crm:write"] }
const make = (who: Person, more: object = {}) => by(who, "/auth/api-keys", { method: "POST", ...json({ ...wanted, ...more }) })

/** A new key, made by somebody. */
const made = Effect.fnUntraced(function*(who: Person, more: object = {}): Effect.fn.Return<any, never, Here> {
  const sent = yield* make(who, more)
  assert.strictEqual(sent.status, 201, sent.text)
  return sent.json
})

const rotate = (who: Person, id: number, body: object = {}) => agreed(who, `/auth/api-keys/${id}/rotate`, { method: "POST", ...json(body) })
const revoke = (who: Person, id: number) => agreed(who, `/auth/api-keys/${id}`, { method: "DELETE" })
const find = (who: Person, id: number) =>
  Effect.map(by(who, "/auth/api-keys?limit=200"), ({ json: { items } }) => items.find((one: any) => one.id === id))

/** Not one text of the database holds the key. */
const isKept = Effect.fnUntraced(function*(key: string) {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ n: number }>`
    select (select count(*) from receipts r where r::text like ${`%${key}%`})
      + (select count(*) from events e where e::text like ${`%${key}%`})
      + (select count(*) from consents c where c::text like ${`%${key}%`})
      + (select count(*) from idempotency_keys i where i::text like ${`%${key}%`})
      + (select count(*) from api_keys k where k::text like ${`%${key}%`}) as n`
  return row!.n > 0
}, Effect.orDie)

layer(TestServer, { excludeTestServices: true })("API keys of a company", (it) => {
  it.effect("are made by an admin, shown once and kept as a hash only", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const ada = yield* person("admin")
      const sent = yield* by(ada, "/auth/api-keys", {
        method: "POST",
        headers: { "x-request-id": "make-1" },
        ...json({ ...wanted, allowed_addresses: ["127.0.0.0/8", "::1"], expires_at: "2036-01-01T00:00:00Z" })
      })
      assert.strictEqual(sent.status, 201, sent.text)
      const { key, ...shown } = sent.json
      assert.match(key, /^sk_service_live_[0-9A-Za-z]{46}$/)
      assert.isTrue(key.startsWith(shown.prefix))
      assert.deepInclude(shown, {
        label: "Web shop", mode: "live", scopes: ["crm:read", "crm:write"], agent: null, allowed_addresses: ["127.0.0.0/8", "::1"],
        expires_at: "2036-01-01T00:00:00.000Z", revoked_at: null, previous_key_until: null, last_used_at: null, standing_consents: [],
        created_by: { id: ada.user, name: "Person" }
      })
      assert.strictEqual(yield* ask(key), 200)
      assert.deepStrictEqual(yield* find(ada, shown.id), shown)
      assert.isFalse(yield* isKept(key))
      const [receipt] = yield* sql<any>`select verb, audit, key_id, changes from receipts where request_id = 'make-1'`
      assert.deepInclude(receipt, { verb: "create_api_key", audit: true, key_id: ada.session })
      const [event] = yield* sql<any>`select kind, data from events where request_id = 'make-1'`
      assert.strictEqual(event.kind, "api_key.created")
      assert.strictEqual(event.data.object.id, shown.id)
    }))

  it.effect("are a matter of admins who are signed in, and of their own company's", () =>
    Effect.gen(function*() {
      const member = yield* person("member")
      const refused = yield* make(member)
      assert.deepStrictEqual([refused.status, refused.json.code], [403, "forbidden"])
      assert.strictEqual((yield* send("/auth/api-keys", { key: "acme" })).status, 403)
      const { id } = yield* made(yield* person("admin"))
      const stranger = yield* person("owner", "bolt")
      for (const [path, init] of [
        [`/auth/api-keys/${id}/rotate`, { method: "POST", ...json({}) }], [`/auth/api-keys/${id}`, { method: "DELETE" }]
      ] as const) {
        const sent = yield* agreed(stranger, path, init)
        assert.deepStrictEqual([sent.status, sent.json.code], [404, "not_found"])
      }
      const granted = yield* by(stranger, `/auth/api-keys/${id}/standing-consents`, { method: "PUT", ...json({ standing_consents: [] }) })
      assert.strictEqual(granted.status, 404)
      assert.isUndefined(yield* find(stranger, id))
    }))

  it.effect("are no sessions: an id of one is not found", () =>
    Effect.gen(function*() {
      const ada = yield* person("admin")
      assert.isUndefined(yield* find(ada, ada.session))
      assert.strictEqual((yield* revoke(ada, ada.session)).status, 404)
      assert.strictEqual((yield* rotate(ada, ada.session)).status, 404)
      assert.strictEqual((yield* by(ada, "/auth/api-keys")).status, 200, "the session is still good")
    }))

  it.effect("are refused in words where they cannot be made", () =>
    Effect.gen(function*() {
      const ada = yield* person("admin")
      for (const [more, field] of [
        [{ scopes: ["crm:read", "crm:everything"] }, "scopes[1]"],
        [{ scopes: [] }, "scopes"],
        [{ allowed_addresses: ["10.0.0.1", "10.0.0.0/33"] }, "allowed_addresses[1]"],
        [{ allowed_addresses: ["fe80::1%eth0"] }, "allowed_addresses[0]"],
        [{ allowed_addresses: ["example.com"] }, "allowed_addresses[0]"],
        [{ allowed_addresses: ["10.0.0.0/08"] }, "allowed_addresses[0]"],
        [{ expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
        [{ agent: "ada", scopes: ["consents:approve"] }, "scopes"],
        [{ mode: "both" }, "mode"]
      ] as const) {
        const sent = yield* make(ada, more)
        assert.deepStrictEqual([sent.status, sent.json.code], [422, "validation_error"], sent.text)
        assert.deepStrictEqual(sent.json.details.map(({ field }: any) => field), [field], sent.text)
      }
      assert.strictEqual((yield* made(ada, { agent: "ada" })).agent, "ada")
    }))

  it.effect("that act for real, or approve, take somebody who has just shown who they are", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const ada = yield* person("admin")
      const { id } = yield* made(ada)
      yield* sql`update sessions set stepped_up_at = now() - interval '11 minutes' where key_id = ${ada.session}`
      for (const more of [{}, { mode: "test", scopes: ["consents:approve"] }]) {
        const sent = yield* make(ada, more)
        assert.deepStrictEqual([sent.status, sent.json.code], [403, "step_up_required"], sent.text)
      }
      assert.strictEqual((yield* rotate(ada, id)).json.code, "step_up_required")
      const key = yield* made(ada, { mode: "test" })
      assert.match(key.key, /^sk_service_test_/)
      assert.strictEqual((yield* rotate(ada, key.id)).status, 200)
      assert.strictEqual((yield* revoke(ada, id)).status, 200)
    }))

  it.effect("are replaced after a person agreed, with a time in which both are good", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const ada = yield* person("admin")
      const first = yield* made(ada)
      const asked = yield* by(ada, `/auth/api-keys/${first.id}/rotate`, { method: "POST", ...json({}) })
      const preview = yield* by(ada, `/agent/consents/${asked.json.consent.id}/preview`)
      assert.strictEqual(preview.status, 200, preview.text)
      assert.notMatch(preview.text, /sk_service_live_[0-9A-Za-z]{20}/)
      assert.strictEqual(yield* ask(first.key), 200, "a preview changes nothing")
      assert.strictEqual((yield* find(ada, first.id)).prefix, first.prefix)

      const { json: second } = yield* rotate(ada, first.id)
      assert.strictEqual(second.id, first.id)
      assert.notStrictEqual(second.key, first.key)
      const minutes = (Date.parse(second.previous_key_until) - Date.now()) / 60_000
      assert.isTrue(minutes > 59 && minutes <= 60, `${minutes}`)
      assert.deepStrictEqual([yield* ask(first.key), yield* ask(second.key)], [200, 200])
      assert.isFalse(yield* isKept(second.key))
      const kinds = yield* sql<{ kind: string }>`select kind from events where data->'object'->>'id' = ${String(first.id)} and kind like 'api_key.%' order by id`
      assert.deepStrictEqual(kinds.map(({ kind }) => kind), ["api_key.created", "api_key.rotated"])

      const { json: third } = yield* rotate(ada, first.id, { overlap_minutes: 10_080 })
      yield* within1s(401, ask(first.key))
      assert.deepStrictEqual([yield* ask(second.key), yield* ask(third.key)], [200, 200])
      const { json: fourth } = yield* rotate(ada, first.id, { overlap_minutes: 0 })
      assert.isNull(fourth.previous_key_until)
      yield* within1s(401, ask(third.key))
      assert.deepStrictEqual([yield* ask(second.key), yield* ask(fourth.key)], [401, 200])
      const beyond = yield* by(ada, `/auth/api-keys/${first.id}/rotate`, { method: "POST", ...json({ overlap_minutes: 10_081 }) })
      assert.strictEqual(beyond.status, 422)
    }))

  it.effect("that owners trust are replaced by owners, and none by those who lack what it may do", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const ada = yield* person("admin")
      const olga = yield* person("owner")
      const { id, key, prefix } = yield* made(ada)
      const path = `/auth/api-keys/${id}/standing-consents`
      const grant = (standing_consents: ReadonlyArray<object>) => by(olga, path, { method: "PUT", ...json({ standing_consents }) })
      assert.strictEqual((yield* grant([{ verb: "delete_contact" }])).status, 200)
      const refused = yield* rotate(ada, id)
      assert.deepStrictEqual([refused.status, refused.json.code], [403, "forbidden"], refused.text)
      assert.match(refused.json.message, /standing consents.*only an owner/)
      assert.notProperty(refused.json, "key")
      assert.strictEqual((yield* find(ada, id)).prefix, prefix)
      assert.strictEqual(yield* ask(key), 200)
      assert.strictEqual((yield* rotate(olga, id)).status, 200)
      assert.strictEqual((yield* grant([])).status, 200)
      assert.strictEqual((yield* rotate(ada, id)).status, 200)

      yield* sql`update api_keys set scopes = scopes || array['beyond:write'] where id = ${id}`
      for (const who of [ada, olga]) {
        const sent = yield* rotate(who, id)
        assert.deepStrictEqual([sent.status, sent.json.code, sent.json.scope], [403, "forbidden", "beyond:write"], sent.text)
      }
    }))

  it.effect("end at the end of the overlap, remembered or not, and not before", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const ada = yield* person("admin")
      const { id, key } = yield* made(ada)
      const { json: next } = yield* rotate(ada, id)
      const [row] = yield* sql<{ until: string }>`update api_keys set previous_until = now() + interval '1.5 seconds' where id = ${id} returning previous_until as until`
      const until = Date.parse(row!.until)
      while (Date.now() < until - 100) {
        assert.strictEqual(yield* ask(key), 200)
        yield* Effect.sleep("50 millis")
      }
      yield* Effect.sleep(until - Date.now() + 5)
      assert.strictEqual(yield* ask(key), 401)
      assert.strictEqual(yield* ask(next.key), 200)
      assert.isNull((yield* find(ada, id)).previous_key_until)
    }))

  it.effect("that are revoked stop within a second on every process, and so do those before them", () =>
    Effect.gen(function*() {
      const beside = yield* Layer.build(SecondServer())
      const ada = yield* person("admin")
      const { id, key } = yield* made(ada)
      const { json: next } = yield* rotate(ada, id)
      for (const one of [key, next.key]) assert.deepStrictEqual([yield* ask(one), yield* at(beside, ask(one))], [200, 200])
      const sent = yield* revoke(ada, id)
      assert.strictEqual(sent.status, 200, sent.text)
      assert.isNotNull(sent.json.revoked_at)
      for (const one of [key, next.key]) {
        yield* within1s(401, ask(one))
        yield* within1s(401, at(beside, ask(one)))
      }
      const again = yield* revoke(ada, id)
      assert.deepStrictEqual([again.status, again.json.revoked_at], [200, sent.json.revoked_at])
      const rotated = yield* rotate(ada, id)
      assert.deepStrictEqual([rotated.status, rotated.json.message], [409, "This API key was revoked."])
    }))

  it.effect("are good for their addresses only", () =>
    Effect.gen(function*() {
      const ada = yield* person("admin")
      const listening = yield* port
      const fromIpv4 = (key: string) =>
        Effect.map(
          Effect.promise(() => wire(listening, `GET /api/v1/crm/contacts HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n\r\n`)),
          ({ status }) => status
        )
      for (const [allowed_addresses, expected] of [
        [["127.0.0.1"], 200], [["127.0.0.2"], 401], [["198.51.100.0/24", "127.0.0.0/8"], 200], [["2001:db8::/32", "::/127"], 401]
      ] as const) {
        const { key } = yield* made(ada, { allowed_addresses })
        assert.strictEqual(yield* fromIpv4(key), expected, allowed_addresses.join())
      }
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { at, TestServer, SecondServer, type Key, send, type Sent } from "../support/test-server.ts"
import { catalog, exampleOf, sendCall } from "../contract/examples.ts"

const contacts = "/crm/contacts"
let turn = 0
const newKey = () => `test-${turn++}`

const post = (idempotencyKey: string, body: unknown, key: Key = "acme") =>
  send(contacts, {
    key,
    method: "POST",
    headers: { "idempotency-key": idempotencyKey },
    body: typeof body === "string" ? body : JSON.stringify(body)
  })

const isReplay = ({ headers }: Sent) => headers.get("idempotent-replayed") === "true"

const rows = Effect.fnUntraced(function*(email: string) {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ contacts: number; receipts: number; events: number }>`select
    (select count(*) from contacts where email = ${email}) as contacts,
    (select count(*) from receipts where changes->0->'after'->>'email' = ${email}) as receipts,
    (select count(*) from events where data->'object'->>'email' = ${email}) as events`
  return row!
}, Effect.orDie)

const once = { contacts: 1, receipts: 1, events: 1 }

layer(TestServer, { excludeTestServices: true })("an Idempotency-Key", (it) => {
  it.effect("200 creates at once make one record and get one answer", () =>
    Effect.gen(function*() {
      const key = newKey()
      const sent = yield* Effect.all(
        Array.from({ length: 200 }, () => post(key, { email: "once@x.example" })),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual([...new Set(sent.map(({ status }) => status))], [201])
      assert.deepStrictEqual([...new Set(sent.map(({ text }) => text))], [sent[0]!.text])
      for (const name of ["etag", "location", "content-type"]) {
        assert.lengthOf(new Set(sent.map(({ headers }) => headers.get(name))), 1, name)
      }
      assert.lengthOf(new Set(sent.map(({ headers }) => headers.get("x-request-id"))), 200)
      assert.lengthOf(sent.filter(isReplay), 199)
      assert.deepStrictEqual(yield* rows("once@x.example"), once)
    }))

  it.effect("two processes that get it at the same time make one record", () =>
    Effect.gen(function*() {
      const beside = yield* Layer.build(SecondServer())
      const key = newKey()
      const one = post(key, { email: "both@x.example" })
      const sent = yield* Effect.all(
        Array.from({ length: 60 }, (_, n) => n % 2 === 0 ? one : at(beside, one)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual([...new Set(sent.map(({ status }) => status))], [201])
      assert.lengthOf(new Set(sent.map(({ text }) => text)), 1)
      assert.lengthOf(sent.filter(isReplay), 59)
      assert.deepStrictEqual(yield* rows("both@x.example"), once)
    }))

  it.effect("means one payload, method and path", () =>
    Effect.gen(function*() {
      const key = newKey()
      const first = yield* post(key, { email: "payload@x.example", tags: ["a", "b"] })
      assert.strictEqual(first.status, 201, first.text)
      for (
        const other of [
          { email: "payload@x.example" }, { email: "payload@x.example", tags: ["b", "a"] }, { email: "other@x.example" }
        ]
      ) {
        const sent = yield* post(key, other)
        assert.deepStrictEqual([sent.status, sent.json.code], [409, "conflict"])
        assert.isFalse(isReplay(sent))
      }
      let visited = false
      for (const entry of catalog.filter(({ acceptsIdempotencyKey, path }) => acceptsIdempotencyKey && path !== "/api/v1/crm/contacts")) {
        const sent = yield* sendCall(
          entry, yield* exampleOf(entry, "acme"), { key: "acme", headers: { "idempotency-key": key } }
        )
        /* Keys of those who are nobody yet, and of visitors, are kept apart from every company's. One visitor makes all calls here. */
        const visits = entry.access === "public" && entry.visitors.length > 0
        const isFirst = entry.access === "public" && !(visits && visited)
        visited ||= visits
        const expected = isFirst ? [entry.successStatus, undefined] : [409, "conflict"]
        assert.deepStrictEqual([sent.status, sent.json.code], expected, entry.name)
      }
    }))

  it.effect("means the payload, not how it is spelled (RFC 8785)", () =>
    Effect.gen(function*() {
      const key = newKey()
      const first = yield* post(key, "{\"email\":\"order@x.example\",\"first_name\":\"Zo\u00eb\",\"tags\":[\"a\"]}")
      assert.strictEqual(first.status, 201, first.text)
      for (const same of [
        "{\"tags\":[\"a\"],\"first_name\":\"Zo\u00eb\",\"email\":\"order@x.example\"}",
        " {\n\t\"email\" : \"order@x.example\" , \"tags\":[ \"a\" ],\r\n\"first_name\":\"Zo\\u00eb\"}  "
      ]) {
        const sent = yield* post(key, same)
        assert.deepStrictEqual([sent.status, sent.text], [201, first.text])
        assert.isTrue(isReplay(sent))
      }
      assert.deepStrictEqual(yield* rows("order@x.example"), once)
    }))

  it.effect("is not used up by a request that never ran", () =>
    Effect.gen(function*() {
      const key = newKey()
      assert.strictEqual((yield* post(key, { email: "no address" })).status, 422)
      assert.strictEqual((yield* post(key, "{")).status, 400)
      assert.strictEqual((yield* post(key, { notes: "nobody" })).status, 400)
      assert.strictEqual((yield* post(key, { first_name: "A", organization_id: 9_999_999 })).status, 422)
      assert.strictEqual((yield* post(key, { email: "tried@x.example" }, "scopeless")).status, 403)
      assert.strictEqual((yield* post(key, { email: "tried@x.example" }, "revoked")).status, 401)
      const sent = yield* post(key, { email: "tried@x.example" })
      assert.strictEqual(sent.status, 201, sent.text)
      assert.isFalse(isReplay(sent))
    }))

  it.effect("repeats a refusal of the program too", () =>
    Effect.gen(function*() {
      const key = newKey()
      const { json: holder } = yield* post(newKey(), { email: "held@x.example" })
      const refused = yield* post(key, { email: "held@x.example" })
      assert.strictEqual(refused.status, 409)
      assert.strictEqual((yield* send(`${contacts}/${holder.id}`, { key: "acme", method: "DELETE" })).status, 200)
      const again = yield* post(key, { email: "held@x.example" })
      assert.deepStrictEqual([again.status, again.text, isReplay(again)], [409, refused.text, true])
      assert.strictEqual((yield* post(newKey(), { email: "held@x.example" })).status, 201)
    }))

  it.effect("belongs to a company and a mode", () =>
    Effect.gen(function*() {
      const key = newKey()
      const sent = yield* Effect.all(([["acme", "a"], ["acmeTest", "b"], ["bolt", "a"]] as const).map(([who, name]) =>
        post(key, { email: `${name}-scoped@x.example` }, who)))
      assert.deepStrictEqual(sent.map((one) => [one.status, isReplay(one)]), [[201, false], [201, false], [201, false]])
      assert.lengthOf(new Set(sent.map(({ json }) => json.id)), 3)
    }))

  it.effect("is forgotten after 24 hours", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const key = newKey()
      const age = (hours: string) => sql`update idempotency_keys set created_at = now() - ${hours}::interval where key = ${key}`
      const first = yield* post(key, { first_name: "Old" })
      yield* age("23 hours 59 minutes")
      assert.strictEqual((yield* post(key, { first_name: "Old" })).text, first.text)
      yield* age("24 hours 1 second")
      const second = yield* post(key, { first_name: "Old" })
      assert.deepStrictEqual([second.status, isReplay(second)], [201, false])
      assert.notStrictEqual(second.json.id, first.json.id)
      yield* age("24 hours 1 second")
      const other = yield* post(key, { first_name: "Other" })
      assert.deepStrictEqual([other.status, isReplay(other)], [201, false])
      assert.strictEqual((yield* post(key, { first_name: "Other" })).text, other.text)
    }))

  it.effect("that another process holds for ten seconds is in flight, and comes free with it", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const key = newKey()
      const began = Date.now()
      const waited = yield* Effect.gen(function*() {
        yield* sql`select pg_advisory_xact_lock(hashtextextended(${`1 live ${key}`}, 7))`
        return yield* Effect.all(
          [post(key, { email: "held2@x.example" }), post(key, { email: "held2@x.example" })], { concurrency: 2 }
        )
      }).pipe(sql.withTransaction)
      assert.isAtLeast(Date.now() - began, 9_500)
      assert.isBelow(Date.now() - began, goal(12_000))
      for (const sent of waited) {
        assert.deepStrictEqual([sent.status, sent.json.code], [409, "idempotency_in_flight"], sent.text)
        assert.match(sent.headers.get("retry-after") ?? "", /^\d+$/)
      }
      const sent = yield* post(key, { email: "held2@x.example" })
      assert.deepStrictEqual([sent.status, isReplay(sent)], [201, false])
    }))
})

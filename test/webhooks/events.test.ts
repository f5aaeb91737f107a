import { randomBytes } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hashOf } from "#layers/auth/api-keys"
import { makeKey, prefixOf } from "#schemas/kernel/api-key"
import type { Mode } from "#schemas/kernel/tenancy"
import { OwnerSql } from "../support/database.ts"
import { companyIds, type Key, send, TestServerWith } from "../support/test-server.ts"
import { addContact, create, patch, post } from "./calls.ts"
import { arrived, here, receiver, until } from "./receiver.ts"

const list = (query: string, key: Key = "acme") =>
  Effect.map(send(`/events?${query}`, { key }), ({ json, status, text }) => {
    assert.strictEqual(status, 200, text)
    return json
  })

/** The list, once so many events have their number. */
const numbered = (query: string, count: number, key: Key = "acme") => until(list(query, key), ({ total }) => total >= count)

layer(TestServerWith(here), { excludeTestServices: true })("events", (it) => {
  it.effect("are listed as webhooks are sent them, newest first or by their numbers, and go on after one", () =>
    Effect.gen(function*() {
      const endpoint = yield* receiver()
      const webhook = yield* create(endpoint.url, { events: ["*"] })
      yield* post(`/webhooks/${webhook.id}/test`)
      yield* arrived(endpoint, 1)
      const contact = yield* addContact("Grace")
      yield* patch(`/crm/contacts/${contact.id}`, { first_name: "Ada" })
      yield* addContact("Alan")
      yield* arrived(endpoint, 4)
      const sent = endpoint.received.slice(1).map(({ event }) => event).toSorted((a, b) => a.sequence - b.sequence)
      const all = yield* numbered("sort=sequence", 3)
      assert.deepStrictEqual(all.items, sent)
      assert.deepStrictEqual((yield* list("")).items, sent.toReversed())

      const [first, second, third] = sent
      assert.deepInclude(yield* list(`sort=sequence&after_sequence=${first.sequence}`), { items: [second, third], total: 2, has_more: false })
      assert.deepInclude(yield* list(`after_sequence=${third.sequence}`), { items: [], total: 0, next_cursor: null })
      const page = yield* list("sort=sequence&limit=2")
      assert.deepStrictEqual([page.items, page.total, page.has_more], [[first, second], 3, true])
      assert.deepStrictEqual((yield* list(`sort=sequence&limit=2&cursor=${page.next_cursor}`)).items, [third])

      const kinds = Effect.fnUntraced(function*(query: string) {
        return ((yield* list(`sort=sequence&${query}`)).items as ReadonlyArray<any>).map(({ id }) => id)
      })
      assert.deepStrictEqual(yield* kinds("kind=contact.updated"), [second.id])
      assert.deepStrictEqual(yield* kinds("kind=contact.updated&kind=order.*&kind=contact.created"), [first.id, second.id, third.id])
      assert.deepStrictEqual(yield* kinds("kind=deal.*"), [])
      assert.deepStrictEqual(yield* kinds("kind=test.ping"), [])
      assert.deepStrictEqual(yield* kinds(`created_since=${second.created_at}`), [second.id, third.id])
      assert.deepStrictEqual(yield* kinds(`created_until=${second.created_at}`), [first.id, second.id])
      assert.strictEqual((yield* send("/events?kind=contact.lost", { key: "acme" })).status, 422)
      assert.deepInclude(yield* list("", "bolt"), { total: 0 })
    }))

  it.effect("are seen of the key's mode and of what it may read", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const kept = (kind: string, livemode: boolean) =>
        sql`insert into events (company_id, kind, livemode, request_id, data)
          values (${companyIds.bolt}, ${kind}, ${livemode}, 'r', ${JSON.stringify({ object: { id: 1 } })}::jsonb)`
      for (const kind of ["contact.created", "order.paid", "api_key.created", "company.settings_changed"]) {
        for (const livemode of [true, false]) yield* kept(kind, livemode)
      }
      const kindsOf = ({ items }: any) => (items as ReadonlyArray<any>).map(({ kind, livemode }) => `${kind} ${livemode}`)
      const shared = ["contact.created true", "contact.created false"]
      const settings = ["company.settings_changed true", "company.settings_changed false"]
      const all = kindsOf(yield* numbered("sort=sequence", 7, "bolt"))
      assert.deepStrictEqual(all, [...shared, "order.paid true", "api_key.created true", "api_key.created false", ...settings])

      /** The list by a new key. */
      const scoped = Effect.fnUntraced(function*(mode: Mode, ...scopes: ReadonlyArray<string>) {
        const key = makeKey(mode, (length) => randomBytes(length))
        yield* sql`insert into api_keys ${sql.insert({ company_id: companyIds.bolt, kind: "key", hash: hashOf(key), prefix: prefixOf(key), label: "x", mode, scopes: [...scopes] })}`
        return yield* send("/events?sort=sequence", { headers: { authorization: `Bearer ${key}` } })
      })
      assert.deepStrictEqual(kindsOf((yield* scoped("live", "webhooks:read")).json), settings)
      assert.deepStrictEqual(kindsOf((yield* scoped("live", "webhooks:read", "crm:read")).json), [...shared, ...settings])
      assert.deepStrictEqual(kindsOf((yield* scoped("test", "webhooks:read", "payments:read")).json), ["order.paid false", ...settings])
      assert.strictEqual((yield* scoped("live", "crm:read")).status, 403)
    }))
})

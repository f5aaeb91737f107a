import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { NewContact } from "#schemas/crm/contact"
import { OwnerSql } from "../support/database.ts"
import { as, companyIds, TestServer, send } from "../support/test-server.ts"
import { call, member } from "./records.ts"

/** Made by the owner, so that this file stands before companies have operations. */
const organization = Effect.fnUntraced(function*(company: keyof typeof companyIds, name: string, deleted = false) {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ id: number }>`insert into organizations ${
    sql.insert({ company_id: companyIds[company], name, deleted_at: deleted ? "2026-01-01T00:00:00Z" : null })
  } returning id`
  return row!.id
}, Effect.orDie)

layer(TestServer, { excludeTestServices: true })("what a contact names", (it) => {
  it.effect("must exist, here and outside the bin, and all that does not is said at once", () =>
    Effect.gen(function*() {
      const known = (yield* call("acme", "POST", "/crm/contacts", { first_name: "Known" })).json
      const foreign = yield* organization("bolt", "Theirs")
      const otherMember = yield* member("bolt")
      const gone = yield* organization("acme", "Gone", true)
      for (const [organization_id, owner_id] of [[foreign, otherMember], [9_999_999, 9_999_999], [gone, 9_999_999]] as const) {
        for (const sent of [
          yield* call("acme", "POST", "/crm/contacts", { first_name: "X", organization_id, owner_id }),
          yield* call("acme", "PATCH", `/crm/contacts/${known.id}`, { organization_id, owner_id })
        ]) {
          assert.strictEqual(sent.status, 422, sent.text)
          assert.strictEqual(sent.json.code, "validation_error")
          assert.deepStrictEqual(sent.json.details, [
            { field: "organization_id", error: "there is no such company", received: organization_id },
            { field: "owner_id", error: "there is no such user", received: owner_id }
          ])
        }
      }
      const owner_id = yield* member("acme")
      const { json } = yield* call("acme", "PATCH", `/crm/contacts/${known.id}`, { owner_id })
      assert.deepInclude(json, { owner_id, version: 2 })
      assert.strictEqual((yield* call("acme", "PATCH", "/crm/contacts/9999999", { owner_id: 9_999_999 })).status, 404)
    }))

  it.effect("gives it its name: the organization's, whatever was sent", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const [navy, univac] = [yield* organization("acme", "Navy"), yield* organization("acme", "Univac")]
      const made = (yield* call("acme", "POST", "/crm/contacts", { first_name: "Grace", organization_id: navy, company_name: "else" })).json
      assert.deepInclude(made, { organization_id: navy, company_name: "Navy" })
      const change = (body: unknown) => Effect.map(call("acme", "PATCH", `/crm/contacts/${made.id}`, body), ({ json }) => json)
      assert.deepInclude(yield* change({ company_name: "else" }), { organization_id: navy, company_name: "Navy", version: 2 })
      assert.deepInclude(yield* change({ organization_id: univac }), { organization_id: univac, company_name: "Univac" })
      assert.deepInclude(yield* change({ notes: "x" }), { organization_id: univac, company_name: "Univac" })
      assert.deepInclude(yield* change({ organization_id: null }), { organization_id: null, company_name: "Univac" })
      assert.deepInclude(yield* change({ company_name: "self" }), { organization_id: null, company_name: "self" })
      yield* call("acme", "PATCH", `/crm/contacts/${made.id}`, { organization_id: navy })
      const { items, total } = yield* crm.list_contacts({ query: { limit: 50, offset: 0, sort: "id", organization_id: navy as never } })
      assert.deepStrictEqual([total, items.map(({ id }) => id)], [1, [made.id]])
    }))

  it.effect("tags are a sorted set", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const sent = yield* call("acme", "POST", "/crm/contacts", { first_name: "T", tags: ["vip", " new ", "vip", "a"] })
      assert.deepStrictEqual(sent.json.tags, ["a", "new", "vip"])
      const set = yield* crm.set_contact_tags({ params: { id: sent.json.id }, payload: { tags: ["z", "b", "z"] }, headers: {} })
      assert.deepStrictEqual(set.tags, ["b", "z"])
    }))

  it.effect("a change does not take away the last way to tell who it is", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const { id } = yield* crm.create_contact({ payload: NewContact.make({ email: "only@x.example" }), headers: {} })
      const sent = yield* call("acme", "PATCH", `/crm/contacts/${id}`, { email: null })
      assert.deepInclude(sent.json, { code: "bad_request" }, sent.text)
      assert.deepInclude(yield* crm.update_contact({ params: { id }, payload: { email: null, last_name: "X" }, headers: {} }), { email: null })
    }))

  it.effect("a cursor written by hand is refused, whatever it holds", () =>
    Effect.gen(function*() {
      yield* call("bolt", "POST", "/crm/contacts", { first_name: "A" })
      const values = ["x", "2026-13-45 00:00:00+00", "2026-02-30 00:00:00+00", "2026-01-01 25:00:00+00", "2026-01-01", "", 5, null, {}, []]
      for (const key of [
        ...values.map((value) => ["created_at", value, 1]),
        ["created_at", "2026-01-01 00:00:00+00", 1.5], ["created_at", "2026-01-01 00:00:00+00", "1"], ["created_at"], "x", 1, null
      ]) {
        const cursor = Buffer.from(JSON.stringify(key)).toString("base64url")
        const { status } = yield* send(`/crm/contacts?sort=created_at&cursor=${cursor}`, { key: "bolt" })
        assert.strictEqual(status, 422, JSON.stringify(key))
      }
      for (const value of ["\u0000", "\ud800", 1]) {
        const cursor = Buffer.from(JSON.stringify(["sort_name", value, 1])).toString("base64url")
        assert.strictEqual((yield* send(`/crm/contacts?sort=name&cursor=${cursor}`, { key: "bolt" })).status, 422)
      }
      const cursor = Buffer.from(JSON.stringify(["created_at", "2000-01-01 00:00:00.123456+00", 1])).toString("base64url")
      assert.deepInclude((yield* send(`/crm/contacts?sort=created_at&cursor=${cursor}`, { key: "bolt" })).json, { total: 1 })
    }))
})

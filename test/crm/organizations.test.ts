import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { NewOrganization } from "#schemas/crm/organization"
import { OwnerSql } from "../support/database.ts"
import { as, companyIds, TestServer, send } from "../support/test-server.ts"
import { call, eventsOf, receiptsOf, walked } from "./records.ts"

const navy = NewOrganization.make({ name: "Navy", domain: "Navy.Example", phone: "+1 202 555 0123", address: "Pentagon" })

layer(TestServer, { excludeTestServices: true })("companies", (it) => {
  it.effect("are made, read and changed; two may have the same name", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const made = yield* crm.create_company({ payload: navy, headers: {} })
      assert.deepInclude(made, { name: "Navy", domain: "navy.example", phone: "+12025550123", address: "Pentagon", version: 1 })
      assert.notStrictEqual((yield* crm.create_company({ payload: navy, headers: {} })).id, made.id)
      assert.deepStrictEqual(yield* crm.get_company({ params: { id: made.id } }), {
        ...made, contacts: { items: [], total: 0 }, open_deals: { items: [], total: 0 }
      })
      const changed = yield* crm.update_company({ params: { id: made.id }, payload: { domain: null }, headers: { "if-match": "\"1\"" } })
      assert.deepInclude(changed, { name: "Navy", domain: null, address: "Pentagon", version: 2 })
      const late = yield* Effect.flip(crm.update_company({ params: { id: made.id }, payload: { name: "x" }, headers: { "if-match": "\"1\"" } }))
      assert.strictEqual(late._tag, "PreconditionFailed")
      assert.deepInclude(yield* crm.update_company({ params: { id: made.id }, payload: {}, headers: {} }), { version: 2 })
      assert.deepStrictEqual((yield* receiptsOf("acme", "organization", made.id)).map(({ after, verb }) => [verb, after.domain]), [
        ["create_company", "navy.example"], ["update_company", null]
      ])
    }))

  it.effect("show their contacts and their open deals", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const { id } = yield* crm.create_company({ payload: navy, headers: {} })
      const sql = yield* OwnerSql
      yield* sql`insert into contacts (company_id, first_name, organization_id)
        select ${companyIds.acme}, 'N' || n, ${id} from generate_series(1, 52) n`
      const [{ id: gone }] = (yield* crm.get_company({ params: { id } })).contacts.items as [any]
      yield* crm.delete_contact({ params: { id: gone } })
      for (const stage of ["new", "new", "won", "lost"]) {
        yield* call("acme", "POST", "/crm/deals", { title: "D", amount: 1, stage, organization_id: id })
      }
      const { contacts, open_deals } = yield* crm.get_company({ params: { id } })
      assert.deepStrictEqual([contacts.total, contacts.items.length, open_deals.total], [51, 50, 2])
      assert.deepStrictEqual(contacts.items.map(({ first_name }) => first_name), Array.from({ length: 50 }, (_, n) => `N${n + 2}`))
      assert.deepStrictEqual(open_deals.items.map(({ stage }) => stage), ["new", "new"])
    }))

  it.effect("give their contacts their new name", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const { id } = yield* crm.create_company({ payload: navy, headers: {} })
      const contact = (body: object) => Effect.map(call("acme", "POST", "/crm/contacts", { first_name: "X", ...body }), ({ json }) => json)
      const [one, deleted, other] = [
        yield* contact({ organization_id: id }), yield* contact({ organization_id: id }), yield* contact({ company_name: "Navy" })
      ]
      yield* crm.delete_contact({ params: { id: deleted.id } })
      yield* crm.update_company({ params: { id }, payload: { name: "US Navy" }, headers: {} })
      const read = (contact: { id: number }) => Effect.map(send(`/crm/contacts/${contact.id}`, { key: "acme" }), ({ json }) => [json.company_name, json.version])
      assert.deepStrictEqual(yield* read(one), ["US Navy", 2])
      yield* crm.restore_contact({ params: { id: deleted.id } })
      assert.deepStrictEqual((yield* read(deleted))[0], "US Navy")
      assert.deepStrictEqual(yield* read(other), ["Navy", 1])
      assert.deepStrictEqual((yield* send("/crm/contacts?search=US+Navy", { key: "acme" })).json.total, 2)
      yield* crm.update_company({ params: { id }, payload: { name: "US Navy", address: null }, headers: {} })
      assert.deepStrictEqual(yield* read(one), ["US Navy", 2])
    }))

  it.effect("and contacts changed at the same time never wait for each other", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const { id } = yield* crm.create_company({ payload: navy, headers: {} })
      const contacts = yield* Effect.all(Array.from({ length: 6 }, () =>
        Effect.map(call("acme", "POST", "/crm/contacts", { first_name: "X", organization_id: id }), ({ json }) => json.id)))
      const sent = yield* Effect.all(Array.from({ length: 5 }, (_, n) => [
        call("acme", "PATCH", `/crm/companies/${id}`, { name: `Navy ${n}` }),
        ...contacts.map((contact) => call("acme", "PATCH", `/crm/contacts/${contact}`, { organization_id: id, notes: `${n}` })),
        call("acme", "POST", "/crm/contacts", { first_name: "Y", organization_id: id })
      ]).flat(), { concurrency: 12 })
      assert.deepStrictEqual(sent.filter(({ status }) => status >= 300).map(({ text }) => text), [])
      const company = yield* crm.get_company({ params: { id } })
      assert.strictEqual(company.contacts.total, 11)
      for (const { company_name } of company.contacts.items) assert.strictEqual(company_name, company.name)
    }))

  it.effect("refuse what is not a name, a host name or a number", () =>
    Effect.gen(function*() {
      for (const [body, field] of [
        [{ name: " " }, "name"], [{ name: "x".repeat(201) }, "name"], [{ domain: "https://navy.example" }, "domain"], [{ domain: "navy" }, "domain"],
        [{ phone: "123" }, "phone"], [{ address: "x".repeat(501) }, "address"], [{ name: null }, "name"]
      ] as const) {
        const sent = yield* call("acme", "POST", "/crm/companies", { name: "N", ...body })
        assert.deepStrictEqual([sent.status, sent.json.details?.[0].field], [422, field], sent.text)
      }
      assert.strictEqual((yield* call("acme", "POST", "/crm/companies", {})).status, 400)
    }))

  it.effect("are one tenant's alone", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const { id } = yield* crm.create_company({ payload: navy, headers: {} })
      assert.strictEqual((yield* call("bolt", "GET", `/crm/companies/${id}`)).status, 404)
      assert.strictEqual((yield* call("bolt", "PATCH", `/crm/companies/${id}`, { name: "x" })).status, 404)
      assert.strictEqual((yield* send("/crm/companies", { key: "starter" })).json.total, 0)
      assert.deepStrictEqual(yield* eventsOf("acme", "organization", id), [])
    }))

  it.effect("are found by how their name begins, sorted and paged", () =>
    Effect.gen(function*() {
      for (const name of ["Ärzte", "navy 100%", "Navy", "NAVAL", "Army", "navy_x", "A"]) yield* call("bolt", "POST", "/crm/companies", { name })
      const found = (query: string) => Effect.map(send(`/crm/companies?${query}`, { key: "bolt" }), ({ json }) => [json.total, json.items.map(({ name }: any) => name)])
      assert.deepStrictEqual(yield* found("search=nav&sort=name"), [4, ["NAVAL", "Navy", "navy 100%", "navy_x"]])
      assert.deepStrictEqual(yield* found("search=Navy%20100%25"), [1, ["navy 100%"]])
      assert.deepStrictEqual(yield* found("search=%25"), [0, []])
      assert.deepStrictEqual(yield* found("search=_"), [0, []])
      assert.deepStrictEqual(yield* found("search=%C3%84R"), [1, ["Ärzte"]])
      assert.deepStrictEqual(yield* found("search=avy"), [0, []])
      for (const sort of ["id", "name", "created_at", "updated_at"]) {
        for (const path of [`/crm/companies?sort=${sort}`, `/crm/companies?sort=-${sort}`, `/crm/companies?sort=${sort}&search=n`]) {
          const { json } = yield* send(path, { key: "bolt" })
          assert.deepStrictEqual(yield* walked("bolt", path, 2), json.items, path)
        }
      }
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ContactId, NewContact } from "#schemas/crm/contact"
import { OwnerSql } from "../support/database.ts"
import { as, companyIds, TestServer, json, send } from "../support/test-server.ts"

const grace = NewContact.make({ first_name: "Grace", last_name: "Hopper", email: "grace@navy.example" })
const first = { limit: 50, offset: 0, sort: "id" } as const

layer(TestServer, { excludeTestServices: true })("contacts", (it) => {
  it.effect("a contact is its company's alone", () =>
    Effect.gen(function*() {
      const ours = yield* as("acme")
      const theirs = yield* as("bolt")
      const contact = yield* ours.crm.create_contact({ payload: grace, headers: {} })
      assert.deepInclude(contact, { first_name: "Grace", email: "grace@navy.example", version: 1, tags: [] })
      assert.deepStrictEqual(yield* ours.crm.get_contact({ params: { id: contact.id } }), contact)
      const error = yield* Effect.flip(theirs.crm.get_contact({ params: { id: contact.id } }))
      assert.strictEqual(error._tag, "NotFound")
      assert.strictEqual((yield* theirs.crm.list_contacts({ query: first })).total, 0)
    }))

  it.effect("an e-mail address is taken once a company, whatever its case, and the answer names the holder", () =>
    Effect.gen(function*() {
      const [holder] = (yield* (yield* as("acme")).crm.list_contacts({ query: first })).items
      const again = yield* send("/crm/contacts", { key: "acme", method: "POST", ...json({ ...grace, email: " GRACE@navy.example" }) })
      assert.strictEqual(again.status, 409)
      assert.include(again.json.message, String(holder!.id))
      yield* (yield* as("bolt")).crm.create_contact({ payload: grace, headers: {} })
    }))

  it.effect("a name, an address or a number is needed", () =>
    Effect.gen(function*() {
      const { json: body, status } = yield* send("/crm/contacts", { key: "acme", method: "POST", ...json({ notes: "who?" }) })
      assert.strictEqual(status, 400)
      assert.strictEqual(body.code, "bad_request")
      assert.sameMembers(body.details.map(({ field }: any) => field), ["first_name", "last_name", "email", "phone"])
    }))

  it.effect("changes keep what is not sent, and a lost update is refused", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const made = yield* crm.create_contact({ payload: NewContact.make({ first_name: "Ada", phone: "+12025550123" }), headers: {} })
      const changed = yield* crm.update_contact({ params: { id: made.id }, payload: { notes: "engine" }, headers: { "if-match": "\"1\"" } })
      assert.deepInclude(changed, { first_name: "Ada", phone: "+12025550123", notes: "engine", version: 2 })
      const late = yield* Effect.flip(crm.update_contact({ params: { id: made.id }, payload: { notes: "x" }, headers: { "if-match": "\"1\"" } }))
      assert.strictEqual(late._tag, "PreconditionFailed")
      assert.deepInclude(yield* crm.update_contact({ params: { id: made.id }, payload: {}, headers: {} }), { version: 2 })
      const bare = (version: string) => crm.update_contact({ params: { id: made.id }, payload: { notes: "bare" }, headers: { "if-match": version } })
      assert.strictEqual((yield* Effect.flip(bare("1")))._tag, "PreconditionFailed")
      assert.deepInclude(yield* bare("2"), { version: 3, notes: "bare" })
    }))

  it.effect("goes to the bin and comes back", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const made = yield* crm.create_contact({ payload: NewContact.make({ email: "bin@x.example" }), headers: {} })
      const before = (yield* crm.list_contacts({ query: first })).total
      const deleted = yield* crm.delete_contact({ params: { id: made.id } })
      assert.isNotNull(deleted.deleted_at)
      assert.strictEqual((yield* crm.list_contacts({ query: first })).total, before - 1)
      assert.strictEqual((yield* Effect.flip(crm.get_contact({ params: { id: made.id } })))._tag, "NotFound")
      const usurper = yield* crm.create_contact({ payload: NewContact.make({ email: "bin@x.example" }), headers: {} })
      assert.strictEqual((yield* Effect.flip(crm.restore_contact({ params: { id: made.id } })))._tag, "Conflict")
      yield* crm.delete_contact({ params: { id: usurper.id } })
      assert.isNull((yield* crm.restore_contact({ params: { id: made.id } })).deleted_at)
      assert.strictEqual((yield* crm.list_contacts({ query: first })).total, before)
    }))

  it.effect("is found by any part of name, address, number or company, and by a similar spelling", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("bolt")
      const made = yield* crm.create_contact({
        payload: NewContact.make({ first_name: "Katherine", last_name: "Johnson", phone: "+12025550199", company_name: "Langley 100%" }),
        headers: {}
      })
      for (const search of ["kath", "JOHN", "5550199", "langley", "katherine johnson", "100%", "Kathrine", "jo"]) {
        const { items, total } = yield* crm.list_contacts({ query: { ...first, search } })
        assert.deepStrictEqual([total, items.map(({ id }) => id)], [1, [made.id]], search)
      }
      assert.strictEqual((yield* crm.list_contacts({ query: { ...first, search: "zzzzzz" } })).total, 0)
      assert.strictEqual((yield* crm.list_contacts({ query: { ...first, search: "_" } })).total, 0)
    }))

  it.effect("lists are paged by offset and by cursor, in either direction", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("starter")
      for (let n = 0; n < 7; n++) {
        yield* crm.create_contact({ payload: NewContact.make({ last_name: `N${n % 3}`, tags: n < 3 ? ["few"] : [] }), headers: {} })
      }
      for (const sort of ["id", "-id", "created_at", "-updated_at", "name", "-name"] as const) {
        const all = (yield* crm.list_contacts({ query: { ...first, sort } })).items.map(({ id }) => id)
        assert.lengthOf(all, 7)
        const byOffset: Array<number> = []
        for (let offset = 0; offset < 7; offset += 3) {
          const { has_more, items, total } = yield* crm.list_contacts({ query: { sort, limit: 3, offset } })
          assert.deepStrictEqual([total, has_more], [7, offset + 3 < 7])
          byOffset.push(...items.map(({ id }) => id))
        }
        assert.deepStrictEqual(byOffset, all, sort)
        const byCursor: Array<number> = []
        let cursor: string | null | undefined
        do {
          const { items, next_cursor } = yield* crm.list_contacts({ query: { sort, limit: 2, offset: 0, ...cursor && { cursor } } })
          byCursor.push(...items.map(({ id }) => id))
          cursor = next_cursor
        } while (cursor !== null)
        assert.deepStrictEqual(byCursor, all, sort)
      }
      assert.deepInclude(yield* crm.list_contacts({ query: { ...first, tag: "few" } }), { total: 3 })
      assert.deepInclude(yield* crm.list_contacts({ query: { ...first, offset: 90 } }), { total: 7, items: [], has_more: false })
      const { status } = yield* send("/crm/contacts?cursor=abc", { key: "starter" })
      assert.strictEqual(status, 422)
    }))

  it.effect("those of a tag are found alike whether few have it or many, with other filters and page by page", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`insert into contacts (company_id, first_name, tags, source) select ${companyIds.bolt}::bigint, 'T' || n,
        case when n % 1000 = 0 then array['some', 'many'] else array['many'] end, 'import' from generate_series(1, 6000) n`
      yield* sql`insert into contacts (company_id, first_name, tags) values (${companyIds.acme}, 'Theirs', '{some,many}')`
      yield* sql`insert into contacts (company_id, first_name, tags, deleted_at) values (${companyIds.bolt}, 'Gone', '{some,many}', now())`
      const { crm } = yield* as("bolt")
      const page = (tag: string, more: object = {}) => crm.list_contacts({ query: { ...first, limit: 4, tag, ...more } })
      for (const [tag, total] of [["some", 6], ["many", 6_000], ["nobody", 0]] as const) {
        const { items, next_cursor, ...rest } = yield* page(tag)
        assert.deepInclude(rest, { total, has_more: total > 4 })
        for (const { tags } of items) assert.include(tags, tag)
        if (next_cursor !== null) assert.notInclude((yield* page(tag, { cursor: next_cursor })).items.map(({ id }) => id), items[0]!.id)
        assert.strictEqual((yield* page(tag, { search: "T6000" })).total, total === 0 ? 0 : 1)
      }
    }))

  it.effect("an unknown contact is not found", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      assert.strictEqual((yield* Effect.flip(crm.get_contact({ params: { id: ContactId.make(9_999_999) } })))._tag, "NotFound")
    }))
})

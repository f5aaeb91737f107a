import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { contactTables } from "#schemas/categories"
import { OwnerSql } from "../support/database.ts"
import { TestServer, type Key, send } from "../support/test-server.ts"
import { call, eventsOf, member, receiptsOf, someone } from "./records.ts"

const made = (key: Key, body: Record<string, unknown>) => Effect.map(call(key, "POST", "/crm/contacts", body), ({ json }) => json)
const merge = (key: Key, id: number, ...contact_ids: ReadonlyArray<number>) => call(key, "POST", `/crm/contacts/${id}/merge`, { contact_ids })
const undo = (key: Key, id: number) => call(key, "POST", `/crm/merges/${id}/undo`)
const contact = (key: Key, id: number) => send(`/crm/contacts/${id}`, { key })

/** A deal, an activity and a task of a contact. */
const belongings = Effect.fnUntraced(function*(key: Key, contact_id: number) {
  const deal = (yield* call(key, "POST", "/crm/deals", { title: "D", amount: 1, contact_id })).json.id
  const activity = (yield* call(key, "POST", "/crm/activities", { kind: "call", subject: "A", contact_id })).json.id
  const task = (yield* call(key, "POST", "/crm/tasks", { title: "T", contact_id })).json.id
  return { deal, activity, task }
})

const holders = Effect.fnUntraced(function*({ activity, deal, task }: { deal: number; activity: number; task: number }) {
  const sql = yield* OwnerSql
  const [row] = yield* sql<Record<string, number>>`select
    (select contact_id from deals where id = ${deal}) as deal, (select contact_id from activities where id = ${activity}) as activity,
    (select contact_id from tasks where id = ${task}) as task`
  return row!
}, Effect.orDie)

const everywhere = (id: number) => ({ deal: id, activity: id, task: id })

/** The same for each table of records that belong to contacts. */
const ofEach = (value: unknown) => Object.fromEntries(Object.keys(contactTables).map((table) => [table, value]))

layer(TestServer, { excludeTestServices: true })("merged contacts", (it) => {
  it.effect("bring what belongs to them, their tags, and values where there were none", () =>
    Effect.gen(function*() {
      for (const key of ["a", "b"]) yield* call("acme", "POST", "/crm/fields", { key, label: key, type: "text" })
      const owner_id = yield* member("acme")
      const { json: { id: organization_id } } = yield* call("acme", "POST", "/crm/companies", { name: "Navy" })
      const kept = yield* made("acme", { first_name: "Grace", notes: "own", tags: ["z", "a"], custom_fields: { a: "own" } })
      const first = yield* made("acme", { first_name: "G.", last_name: "Hopper", email: "merge1@x.example", tags: ["b"], custom_fields: { a: "other" }, organization_id })
      const second = yield* made("acme", { last_name: "H.", email: "merge2@x.example", phone: "+12025550111", owner_id, notes: "other", company_name: "Elsewhere", custom_fields: { b: "second" } })
      const [ofKept, theirs, others] = [yield* belongings("acme", kept.id), yield* belongings("acme", first.id), yield* belongings("acme", second.id)]

      const done = yield* merge("acme", kept.id, first.id, second.id)
      assert.strictEqual(done.status, 200, done.text)
      assert.deepInclude(done.json, { merged_ids: [first.id, second.id], moved: { ...ofEach(0), deals: 2, activities: 2, tasks: 2 }, undone_at: null })
      assert.strictEqual(Date.parse(done.json.undo_until) - Date.parse(done.json.merged_at), 30 * 86_400_000)
      assert.deepInclude(done.json.contact, {
        id: kept.id, first_name: "Grace", last_name: "Hopper", email: "merge1@x.example", phone: "+12025550111", owner_id, notes: "own",
        organization_id, company_name: "Navy", tags: ["a", "b", "z"], custom_fields: { a: "own", b: "second" }, version: 2
      })
      assert.deepStrictEqual((yield* contact("acme", kept.id)).json, done.json.contact)
      for (const all of [ofKept, theirs, others]) assert.deepStrictEqual(yield* holders(all), everywhere(kept.id))
      assert.strictEqual((yield* send(`/crm/deals/${theirs.deal}`, { key: "acme" })).json.version, 2)

      for (const { id } of [first, second]) {
        for (const sent of [
          yield* contact("acme", id), yield* call("acme", "PATCH", `/crm/contacts/${id}`, { notes: "x" }), yield* call("acme", "DELETE", `/crm/contacts/${id}`),
          yield* send(`/crm/contacts/${id}/timeline`, { key: "acme" }), yield* send(`/crm/contacts/${id}/score`, { key: "acme" }), yield* merge("acme", id, kept.id)
        ]) assert.deepStrictEqual([sent.status, sent.json.message], [404, `Contact ${id} was merged into contact ${kept.id}.`])
        const restored = yield* call("acme", "POST", `/crm/contacts/${id}/restore`)
        assert.strictEqual(restored.status, 409)
        assert.include(restored.json.message, String(kept.id))
        assert.strictEqual((yield* contact("bolt", id)).json.message, "There is no such contact.")
      }

      const [, told] = yield* eventsOf("acme", "contact", kept.id)
      assert.deepInclude(told, { kind: "contact.merged" })
      assert.deepStrictEqual([told!.object.merged_ids, told!.previous.email], [[first.id, second.id], null])
      assert.deepStrictEqual((yield* eventsOf("acme", "contact", first.id)).map(({ kind }) => kind), ["contact.created"])
      const receipt = (yield* receiptsOf("acme", "contact", first.id)).at(-1)!
      assert.deepInclude(receipt, { verb: "merge_contacts" })
      assert.deepInclude(receipt.after, { merged_into: kept.id, moved: { ...ofEach([]), deals: [theirs.deal], tasks: [theirs.task], activities: [theirs.activity] } })
    }))

  it.effect("part again, with what is still with the kept one", () =>
    Effect.gen(function*() {
      const kept = yield* made("bolt", { first_name: "K", tags: ["k"] })
      const other = yield* made("bolt", { first_name: "O", email: "other@x.example", phone: "+12025550112", tags: ["o", "p"], notes: "n" })
      const [ofKept, theirs, given] = [yield* belongings("bolt", kept.id), yield* belongings("bolt", other.id), yield* belongings("bolt", other.id)]
      const third = yield* someone("bolt")
      const { json: { id } } = yield* merge("bolt", kept.id, other.id)
      yield* call("bolt", "PATCH", `/crm/deals/${given.deal}`, { contact_id: third.id })
      yield* call("bolt", "PATCH", `/crm/contacts/${kept.id}`, { phone: "+12025550113", tags: ["k", "o", "new"] })
      yield* call("bolt", "PATCH", `/crm/tasks/${given.task}`, { contact_id: null })

      const parted = yield* undo("bolt", id)
      assert.strictEqual(parted.status, 200, parted.text)
      assert.isNotNull(parted.json.undone_at)
      assert.deepInclude(parted.json.contact, { id: kept.id, email: null, phone: "+12025550113", tags: ["k", "new"], notes: null, version: 4 })
      const back = (yield* contact("bolt", other.id)).json
      assert.deepInclude(back, { email: "other@x.example", phone: "+12025550112", tags: ["o", "p"], deleted_at: null, version: 3 })
      assert.deepStrictEqual(yield* holders(ofKept), everywhere(kept.id))
      assert.deepStrictEqual(yield* holders(theirs), everywhere(other.id))
      assert.deepStrictEqual(yield* holders(given), { deal: third.id, activity: other.id, task: null as never })
      assert.deepStrictEqual((yield* undo("bolt", id)).json, parted.json)
      assert.deepStrictEqual((yield* eventsOf("bolt", "contact", other.id)).map(({ kind }) => kind), ["contact.created", "contact.restored"])
      assert.strictEqual((yield* eventsOf("bolt", "contact", kept.id)).at(-1)!.kind, "contact.updated")
      const total = (yield* send("/crm/contacts?search=other@x.example", { key: "bolt" })).json.total
      assert.strictEqual(total, 1)
      assert.strictEqual((yield* merge("bolt", kept.id, other.id)).status, 200)
    }))

  it.effect("do not part where that would break something, and say what", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const pairOf = (email: string) => Effect.all([made("acme", { first_name: "K" }), made("acme", { email })])
      const [a, b] = yield* pairOf("taken@x.example")
      const taken = (yield* merge("acme", a.id, b.id)).json.id
      yield* call("acme", "PATCH", `/crm/contacts/${a.id}`, { email: null })
      const usurper = yield* made("acme", { email: "taken@x.example" })
      const no = yield* undo("acme", taken)
      assert.deepStrictEqual([no.status, no.json.message], [409, `Contact ${usurper.id} has the address taken@x.example by now.`])

      const [c, d] = yield* pairOf("chain@x.example")
      const e = yield* someone("acme")
      const [chained, onward] = [(yield* merge("acme", c.id, d.id)).json.id, (yield* merge("acme", e.id, c.id)).json.id]
      assert.strictEqual((yield* contact("acme", d.id)).json.message, `Contact ${d.id} was merged into contact ${e.id}.`)
      const first = yield* undo("acme", chained)
      assert.deepStrictEqual([first.status, first.json.message], [409, `Contact ${c.id} was itself merged into contact ${e.id}. Undo that first.`])
      assert.strictEqual((yield* undo("acme", onward)).status, 200)
      assert.strictEqual((yield* undo("acme", chained)).status, 200)
      for (const { id } of [c, d, e]) assert.strictEqual((yield* contact("acme", id)).status, 200)

      const [f, g] = yield* pairOf("nameless@x.example")
      const nameless = (yield* merge("acme", f.id, g.id)).json.id
      yield* call("acme", "PATCH", `/crm/contacts/${f.id}`, { first_name: null })
      const empty = yield* undo("acme", nameless)
      assert.deepStrictEqual([empty.status, empty.json.code], [409, "conflict"])

      yield* sql`update contact_merges set created_at = now() - interval '30 days 1 minute' where id = ${nameless}`
      assert.include((yield* undo("acme", nameless)).json.message, "too long ago")
      assert.strictEqual((yield* undo("bolt", onward)).status, 404)
      assert.strictEqual((yield* undo("acme", 9_999_999)).status, 404)
      assert.strictEqual((yield* undo("acme", onward)).status, 200)
    }))

  it.effect("must all be there, each once", () =>
    Effect.gen(function*() {
      const [kept, other, theirs] = [yield* someone("acme"), yield* someone("acme"), yield* someone("bolt")]
      const gone = yield* someone("acme")
      yield* merge("acme", other.id, gone.id)
      const sent = yield* merge("acme", kept.id, other.id, theirs.id, gone.id, kept.id)
      assert.strictEqual(sent.status, 422, sent.text)
      assert.deepStrictEqual(sent.json.details, [
        { field: "contact_ids[1]", error: "there is no such contact", received: theirs.id },
        { field: "contact_ids[2]", error: `was merged into contact ${other.id}`, received: gone.id },
        { field: "contact_ids[3]", error: "is the contact that is kept", received: kept.id }
      ])
      assert.strictEqual((yield* contact("acme", other.id)).status, 200)
      for (const ids of [[], [other.id, other.id], Array.from({ length: 21 }, (_, n) => n + 1), ["x"]]) {
        assert.strictEqual((yield* call("acme", "POST", `/crm/contacts/${kept.id}/merge`, { contact_ids: ids })).status, 422)
      }
      assert.strictEqual((yield* merge("bolt", kept.id, theirs.id)).status, 404)
      const asked = yield* merge("cautious", kept.id, other.id)
      assert.strictEqual(asked.status, 428)
    }))

  it.effect("at the same time, in overlapping sets, end as one with everything", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const ids: Array<number> = []
      const things: Array<{ deal: number; activity: number; task: number }> = []
      for (let n = 0; n < 30; n++) {
        const { id } = yield* someone("acme", `Crowd ${n}`)
        ids.push(id)
        things.push(yield* belongings("acme", id))
      }
      const some = (n: number) => [ids[n % 30]!, ids[(n * 7 + 1) % 30]!, ids[(n % 2 === 0 ? n * 7 + 1 : n * 11 + 3) % 30]!]
      const work = Array.from({ length: 50 }, (_, n) => {
        const [kept, ...others] = [...new Set(some(n))]
        return merge("acme", kept!, ...others)
      })
      /* Meanwhile their deals are given from one to another, which locks the other way round. */
      const meanwhile = Array.from({ length: 60 }, (_, n) =>
        call("acme", "PATCH", `/crm/deals/${things[n % 30]!.deal}`, { contact_id: ids[(n * 3 + 1) % 30] }))
      const sent = yield* Effect.all([...work, ...meanwhile], { concurrency: "unbounded" })
      for (const { status, text } of sent) assert.include([200, 404, 422], status, text)
      const merged = sent.slice(0, 50).filter(({ status }) => status === 200)
      assert.isAbove(merged.length, 8)

      const notDeleted = yield* sql<{ id: number }>`select id from contacts where company_id = 1 and deleted_at is null and id = any(${ids}::bigint[])`
      const absorbed = merged.reduce((sum, { json }) => sum + json.merged_ids.length, 0)
      assert.strictEqual(notDeleted.length, 30 - absorbed)
      const lost = yield* sql`
        select contact_id from (select contact_id, id, 'deals' as t from deals union all select contact_id, id, 'tasks' from tasks
          union all select contact_id, id, 'activities' from activities) r
        where contact_id = any(${ids}::bigint[]) and contact_id <> all(${notDeleted.map(({ id }) => id)}::bigint[])`
      assert.deepStrictEqual(lost, [])

      const newestFirst = merged.map(({ json }) => json.id).toSorted((a, b) => b - a)
      for (const id of newestFirst) assert.strictEqual((yield* undo("acme", id)).status, 200)
      for (const [n, all] of things.entries()) {
        const { activity, task } = yield* holders(all)
        assert.deepStrictEqual([activity, task], [ids[n], ids[n]])
      }
    }))

  it.effect("leave behind no table that refers to them", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const referring = yield* sql<{ name: string }>`
        select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'company_id'
        where c.contype = 'f' and c.confrelid = 'contacts'::regclass order by 1`
      /* The merges' own notes, which say who was whom. */
      const notes = ["contact_merges.survivor_id", "contacts.merged_into"]
      assert.sameMembers(referring.map(({ name }) => name), [...Object.keys(contactTables).map((table) => `${table}.contact_id`), ...notes])
    }))
})

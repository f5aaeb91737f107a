import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { companyIds, TestServer, json, type Key, send, type Sent } from "../support/test-server.ts"

const AT_ONCE = 40

const together = <A, E, R>(make: (n: number) => Effect.Effect<A, E, R>, times = AT_ONCE) =>
  Effect.all(Array.from({ length: times }, (_, n) => make(n)), { concurrency: "unbounded" })

const tally = (sent: ReadonlyArray<Sent>) => {
  const counts: Record<number, number> = {}
  for (const { status } of sent) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const create = (body: unknown, key: Key = "acme") => send("/crm/contacts", { key, method: "POST", ...json(body) })

layer(TestServer, { excludeTestServices: true })("requests at the same moment", (it) => {
  it.effect("that change the same version: one does", () =>
    Effect.gen(function*() {
      const { json: made } = yield* create({ first_name: "Zero" })
      const sent = yield* together((n) =>
        send(`/crm/contacts/${made.id}`, { key: "acme", method: "PATCH", headers: { "if-match": "\"1\"" }, ...json({ notes: `${n}` }) })
      )
      assert.deepStrictEqual(tally(sent), { 200: 1, 412: AT_ONCE - 1 })
      const { json: after } = yield* send(`/crm/contacts/${made.id}`, { key: "acme" })
      assert.strictEqual(after.version, 2)
      assert.strictEqual(after.notes, sent.find(({ status }) => status === 200)!.json.notes)
    }))

  it.effect("that change without a version: all do, one after the other", () =>
    Effect.gen(function*() {
      const { json: made } = yield* create({ first_name: "Zero" })
      const sent = yield* together((n) => send(`/crm/contacts/${made.id}`, { key: "acme", method: "PATCH", ...json({ notes: `${n}` }) }))
      assert.deepStrictEqual(tally(sent), { 200: AT_ONCE })
      assert.sameMembers(sent.map(({ json }) => json.version), Array.from({ length: AT_ONCE }, (_, n) => n + 2))
    }))

  it.effect("that want the same address: one gets it, and the others are told who has it", () =>
    Effect.gen(function*() {
      const sent = yield* together(() => create({ email: "wanted@x.example" }))
      assert.deepStrictEqual(tally(sent), { 201: 1, 409: AT_ONCE - 1 })
      const { id } = sent.find(({ status }) => status === 201)!.json
      for (const { json, status } of sent) if (status === 409) assert.include(json.message, String(id))
    }))

  it.effect("that change to the same address: one does, and nothing breaks", () =>
    Effect.gen(function*() {
      const made = yield* together((n) => create({ first_name: `Rival ${n}` }))
      const sent = yield* together((n) =>
        send(`/crm/contacts/${made[n]!.json.id}`, { key: "acme", method: "PATCH", ...json({ email: "rival@x.example" }) })
      )
      assert.deepStrictEqual(tally(sent), { 200: 1, 409: AT_ONCE - 1 })
    }))

  it.effect("that delete the same record: one does", () =>
    Effect.gen(function*() {
      const { json: made } = yield* create({ first_name: "Gone" })
      const sent = yield* together(() => send(`/crm/contacts/${made.id}`, { key: "acme", method: "DELETE" }))
      assert.deepStrictEqual(tally(sent), { 200: 1, 404: AT_ONCE - 1 })
    }))

  it.effect("leave a total that is exact", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* together((n) =>
        Effect.gen(function*() {
          const key = n % 2 === 0 ? "acme" : "bolt"
          const { json: made } = yield* create({ first_name: "Counted" }, key)
          if (n % 3 === 0) yield* send(`/crm/contacts/${made.id}`, { key, method: "DELETE" })
          if (n % 6 === 0) yield* send(`/crm/contacts/${made.id}/restore`, { key, method: "POST" })
        }), 120)
      for (const key of ["acme", "bolt"] as const) {
        const [row] = yield* sql<{ n: number }>`
          select count(*) as n from contacts where company_id = ${companyIds[key]} and deleted_at is null`
        const { json: list } = yield* send("/crm/contacts?limit=1", { key })
        assert.strictEqual(list.total, row!.n)
      }
    }))
})

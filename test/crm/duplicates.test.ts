import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { alike, trigramsOf } from "#layers/crm/similar-names"
import { firstNames, lastNames } from "../bench/names.ts"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { TestServer, type Key, send } from "../support/test-server.ts"
import { call, walked } from "./records.ts"

const SEED = Number(process.env["NAMES_SEED"] ?? 20_261_121)

const nameOf = (...letters: ReadonlyArray<string>) =>
  fc.array(fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 6 }).map((all) => all.join("")), { minLength: 1, maxLength: 3 })
    .chain((words) => fc.constantFrom(" ", "-", "  ", "'").map((between) => words.join(between)))
const name = nameOf("a", "b", "A", "ä", "é", "ß", "1", "o")
/* Whether other letters are letters depends on the server's locale. */
const plain = nameOf("a", "b", "A", "e", "s", "1", "o")

const likeness = (a: string, b: string) => {
  const [x, y] = [trigramsOf(a), trigramsOf(b)]
  const common = [...x].filter((gram) => y.has(gram)).length
  return common / (x.size + y.size - common)
}

describe("names that are alike", () => {
  it("are all found, and no others", () => {
    for (const least of [0.3, 0.6, 0.8, 1]) {
      for (const names of fc.sample(fc.uniqueArray(name, { minLength: 2, maxLength: 40 }), { seed: SEED, numRuns: 60 })) {
        const found = [...alike(names, least)].filter((pair) => pair !== undefined)
          .map(({ a, b, similarity }) => [Math.min(a, b), Math.max(a, b), similarity].join())
        const expected = names.flatMap((one, a) =>
          names.slice(a + 1).flatMap((other, n) => {
            const similarity = likeness(one, other)
            return similarity >= least - 1e-9 ? [[a, a + 1 + n, similarity].join()] : []
          }))
        assert.sameMembers(found, expected, JSON.stringify([least, names]))
      }
    }
  })
})

const person = (key: Key, first_name: string | null, last_name: string | null, more: Record<string, unknown> = {}) =>
  Effect.map(call(key, "POST", "/crm/contacts", { first_name, last_name, ...more }), ({ json }) => json.id as number)

const groups = (key: Key, query = "") =>
  Effect.map(send(`/crm/contacts/duplicates?limit=200${query}`, { key }), ({ json }) =>
    json.items.map(({ contacts, reasons, similarity }: any) => [reasons, similarity, contacts.map(({ id }: any) => id)]))

layer(TestServer, { excludeTestServices: true })("duplicate contacts", (it) => {
  it.effect("are as alike as PostgreSQL says", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const pairs = fc.sample(fc.tuple(plain, plain), { seed: SEED, numRuns: 500 })
      const rows = yield* sql<{ s: number }>`
        select similarity(p->>0, p->>1)::float8 as s from jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) with ordinality x (p, n) order by n`
      for (const [n, [a, b]] of pairs.entries()) assert.closeTo(likeness(a, b), rows[n]!.s, 1e-6, `${a} ${b}`)
    }))

  it.effect("are found by address, number and name, the strongest reason first", () =>
    Effect.gen(function*() {
      const a = yield* person("acme", "Katherine", "Johnson", { email: "kate@x.example", phone: "+12025550101" })
      const b = yield* person("acme", "Kathrine", "Johnson", { email: "kate+news@x.example" })
      const c = yield* person("acme", "Mary", "Jackson", { phone: "+12025550101", company_name: "NASA" })
      const d = yield* person("acme", "Dorothy", "Vaughan")
      const e = yield* person("acme", "dorothy", "VAUGHAN")
      yield* person("acme", "Alone", null)
      yield* person("acme", "Alone", null)
      yield* person("acme", null, null, { email: "lonely@x.example" })
      yield* person("bolt", "Katherine", "Johnson", { email: "kate@x.example", phone: "+12025550101" })
      const deleted = yield* person("acme", "Dorothy", "Vaughan")
      yield* call("acme", "DELETE", `/crm/contacts/${deleted}`)

      const found = yield* groups("acme")
      assert.strictEqual(found.length, 3)
      assert.deepStrictEqual([found[0][0], found[0][2]], [["same_email", "similar_name"], [a, b]])
      assert.isAbove(found[0][1], 0.6)
      assert.deepStrictEqual(found.slice(1), [[["same_phone"], null, [a, c]], [["similar_name"], 1, [d, e]]])
      assert.deepStrictEqual(yield* groups("acme", "&reason=same_phone"), [found[1]])
      assert.deepStrictEqual(yield* groups("bolt"), [])
      assert.strictEqual((yield* send("/crm/contacts/duplicates?reason=same_shoes", { key: "acme" })).status, 422)

      const { json } = yield* send("/crm/contacts/duplicates", { key: "acme" })
      assert.strictEqual(json.total, 3)
      assert.deepInclude(json.items[1].contacts[1], { id: c, first_name: "Mary", company_name: "NASA" })
      assert.deepStrictEqual(yield* walked("acme", "/crm/contacts/duplicates", 1), json.items)
      yield* call("acme", "POST", `/crm/contacts/${d}/merge`, { contact_ids: [e] })
      assert.strictEqual((yield* groups("acme")).length, 2)
      yield* call("acme", "PATCH", `/crm/contacts/${c}`, { phone: null })
      assert.strictEqual((yield* groups("acme")).length, 1)
    }))

  it.effect("of ten thousand are found within four seconds, and the next page at once", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const rows = Array.from({ length: 10_000 }, (_, n) => {
        const random = (n * 2_654_435_761) >>> 0
        const last = lastNames[(random >>> 11) % lastNames.length]!
        return { f: firstNames[(random >>> 3) % firstNames.length]!, l: n % 7 === 0 ? `${last.slice(0, 3)}${last.slice(4)}` : last, n }
      })
      yield* sql`insert into contacts (company_id, first_name, last_name, email, phone)
        select 2, f, l, 'p' || n / 2 || case when n % 2 = 0 then '' else '+x' end || '@x.example', '+1202' || 1000000 + n / 3
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (f text, l text, n int)`
      const timed = Effect.fnUntraced(function*(query: string) {
        const before = Date.now()
        const { json, status } = yield* send(`/crm/contacts/duplicates?${query}`, { key: "bolt" })
        assert.strictEqual(status, 200)
        return { took: Date.now() - before, total: json.total }
      })
      const first = yield* timed("limit=50")
      const second = yield* timed("limit=50&offset=50")
      assert.isAbove(first.total, 5_000)
      assert.strictEqual(second.total, first.total)
      assert.isBelow(first.took, goal(4_000))
      assert.isBelow(second.took, goal(2_000))
    }))

  it.effect("do not stop anybody, however alike all are", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`insert into contacts (company_id, first_name, last_name) select 3, 'Customer', 'Number ' || n from generate_series(1, 15000) n`
      const asking = send("/crm/contacts/duplicates", { key: "starter" })
      let slowest = 0
      const others = Effect.gen(function*() {
        for (let n = 0; n < 40; n++) {
          const before = Date.now()
          yield* send("/crm/contacts?limit=1", { key: "acme" })
          slowest = Math.max(slowest, Date.now() - before)
        }
      })
      const [{ json }] = yield* Effect.all([asking, others], { concurrency: "unbounded" })
      assert.isAbove(json.total, 1_000)
      assert.isBelow(slowest, goal(2_000))
    }))
})

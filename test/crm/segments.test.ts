import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { TestServer, type Key, send } from "../support/test-server.ts"
import { call, receiptsOf, someone, walked } from "./records.ts"

const all = (...of: ReadonlyArray<unknown>) => ({ match: "all", of })
const tagged = (value: string) => ({ type: "tag", value })
const segment = (key: Key, name: string, filter: unknown) => call(key, "POST", "/crm/segments", { name, filter })

layer(TestServer, { excludeTestServices: true })("segments", (it) => {
  it.effect("are made, named once, and listed", () =>
    Effect.gen(function*() {
      const made = yield* segment("acme", "Warm leads", all(tagged("warm")))
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.json, { name: "Warm leads", description: null, filter: all(tagged("warm")), version: 1 })
      const again = yield* segment("acme", "WARM LEADS", all(tagged("x")))
      assert.deepStrictEqual([again.status, again.json.details[0].field], [409, "name"])
      assert.strictEqual((yield* segment("bolt", "Warm leads", all(tagged("warm")))).status, 201)
      assert.strictEqual((yield* segment("starter", "Warm leads", all(tagged("warm")))).status, 403)
      yield* segment("acme", "a", all(tagged("a")))
      const { json } = yield* send("/crm/segments?sort=name", { key: "acme" })
      assert.deepStrictEqual([json.total, json.items.map(({ name }: any) => name)], [2, ["a", "Warm leads"]])
      assert.lengthOf(yield* walked("acme", "/crm/segments?sort=-name", 1), 2)
      assert.deepStrictEqual((yield* receiptsOf("acme", "segment", made.json.id)).map(({ after }) => after.filter), [all(tagged("warm"))])
    }))

  it.effect("say where a filter is wrong", () =>
    Effect.gen(function*() {
      for (const [key, type, options] of [["size", "number", []], ["plan", "select", ["gold"]], ["vip", "boolean", []], ["motto", "text", []], ["born", "date", []]] as const) {
        yield* call("acme", "POST", "/crm/fields", { key, type, label: key, options })
      }
      const custom = (key: string, op: string, value?: unknown) => ({ type: "custom", key, op, ...value !== undefined && { value } })
      for (const [filter, field] of [
        [all(custom("age", "is", 1)), "filter.of[0].key"],
        [all(tagged("x"), custom("size", "is", "1")), "filter.of[1].value"],
        [all(custom("size", "contains", 1)), "filter.of[0].op"],
        [all(custom("size", "gte")), "filter.of[0].value"],
        [all(custom("size", "empty", 1)), "filter.of[0].value"],
        [all(custom("plan", "is", "silver")), "filter.of[0].value"],
        [all(custom("plan", "lt", "gold")), "filter.of[0].op"],
        [all(custom("vip", "is", "true")), "filter.of[0].value"],
        [all(custom("born", "gte", "yesterday")), "filter.of[0].value"],
        [all({ match: "any", of: [tagged("x"), { match: "none", of: [custom("motto", "gt", "x")] }] }), "filter.of[0].of[1].of[0].op"],
        [all({ type: "text", field: "email", op: "is" }), "filter.of[0].value"],
        [all({ type: "text", field: "score", op: "is", value: "x" }), "filter.of[0].field"],
        [all({ type: "color" }), "filter.of[0]"],
        [all({ type: "age", field: "created_at", op: "within", days: 0 }), "filter.of[0].days"],
        [all(), "filter.of"], [{ match: "some", of: [tagged("x")] }, "filter.match"],
        [tagged("x"), "filter.match"],
        [all(all(all(all(tagged("x"))))), "filter"],
        [all(...Array.from({ length: 21 }, () => tagged("x"))), "filter.of"],
        [all(...Array.from({ length: 3 }, () => all(...Array.from({ length: 17 }, () => tagged("x"))))), "filter"]
      ] as const) {
        const sent = yield* segment("acme", "Wrong", filter)
        assert.include([400, 422], sent.status, sent.text)
        assert.isTrue(sent.json.details.some((one: any) => one.field.startsWith(field)), `${field}: ${sent.text}`)
      }
      const deep = `{"name":"Deep","filter":${"{\"match\":\"all\",\"of\":[".repeat(20_000)}${"]}".repeat(20_000)}}`
      assert.include([400, 422], (yield* send("/crm/segments", { key: "acme", method: "POST", body: deep })).status)
    }))

  it.effect("take text as it is, never as a part of a statement", () =>
    Effect.gen(function*() {
      const { id } = yield* someone("acme", "Robert'); drop table contacts; --")
      for (const value of ["'); drop table contacts; --", "%", "_", "\\", "$1", "' or true --"]) {
        const made = yield* segment("acme", `S ${value}`, all({ type: "text", field: "first_name", op: "contains", value }))
        const { json } = yield* send(`/crm/segments/${made.json.id}/contacts`, { key: "acme" })
        assert.deepStrictEqual(json.items.map(({ id }: any) => id), value.startsWith("')") ? [id] : [], value)
      }
    }))

  it.effect("have whom the filter fits now, narrowed and sorted as any list", () =>
    Effect.gen(function*() {
      const ids: Array<number> = []
      for (let n = 0; n < 7; n++) {
        const { json } = yield* call("bolt", "POST", "/crm/contacts", { last_name: `N${n % 3}`, tags: n < 5 ? ["hot"] : [], source: n === 0 ? "fair" : null })
        ids.push(json.id)
      }
      const { json: { id } } = yield* segment("bolt", "Hot", all(tagged("hot")))
      const path = `/crm/segments/${id}/contacts`
      const found = (path: string) => Effect.map(send(path, { key: "bolt" }), ({ json }) => [json.total, json.items.map(({ id }: any) => ids.indexOf(id))])
      assert.deepStrictEqual(yield* found(path), [5, [0, 1, 2, 3, 4]])
      assert.deepStrictEqual(yield* found(`${path}?sort=name`), [5, [0, 3, 1, 4, 2]])
      assert.deepStrictEqual(yield* found(`${path}?sort=-id&limit=2&offset=1`), [5, [3, 2]])
      assert.deepStrictEqual((yield* walked("bolt", `${path}?sort=-name`, 2)).map(({ id }) => ids.indexOf(id)), [2, 4, 1, 3, 0])
      assert.deepStrictEqual(yield* found(`/crm/contacts?segment_id=${id}&search=N0`), [2, [0, 3]])
      yield* call("bolt", "PUT", `/crm/contacts/${ids[0]}/tags`, { tags: [] })
      yield* call("bolt", "PUT", `/crm/contacts/${ids[6]}/tags`, { tags: ["hot"] })
      assert.deepStrictEqual(yield* found(path), [5, [1, 2, 3, 4, 6]])
      yield* call("bolt", "DELETE", `/crm/contacts/${ids[1]}`)
      assert.deepStrictEqual(yield* found(`/crm/contacts?segment_id=${id}`), [4, [2, 3, 4, 6]])

      const { json: { id: ours } } = yield* segment("acme", "Ours", all(tagged("hot")))
      for (const which of [ours, 9_999_999]) {
        assert.strictEqual((yield* send(`/crm/segments/${which}/contacts`, { key: "bolt" })).status, 404)
        const sent = yield* send(`/crm/contacts?segment_id=${which}`, { key: "bolt" })
        assert.deepStrictEqual([sent.status, sent.json.details[0].field], [422, "segment_id"])
      }
    }))

  it.effect("of ten thousand contacts answer within two seconds", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`insert into contacts (company_id, first_name, last_name, email, tags, custom_fields)
        select 1, 'F' || n, 'L' || n % 100, 'p' || n || '@x.example', case when n % 2 = 0 then array['even'] else '{}' end,
          jsonb_build_object('size', n % 50) from generate_series(1, 10000) n`
      yield* sql`insert into activities (company_id, kind, subject, contact_id)
        select 1, 'call', 's', id from contacts where company_id = 1 and custom_fields ->> 'size' = '7'`
      yield* sql`analyze contacts`
      const { json: { id } } = yield* segment("acme", "Large", all(
        tagged("even"), { type: "text", field: "last_name", op: "ends_with", value: "7" },
        { match: "any", of: [{ type: "custom", key: "size", op: "gte", value: 25 }, { type: "activities", kind: "call", op: "gte", value: 1 }] }
      ))
      yield* send(`/crm/segments/${id}/contacts`, { key: "acme" })
      const started = Date.now()
      const { json, status } = yield* send(`/crm/segments/${id}/contacts?limit=200`, { key: "acme" })
      const took = Date.now() - started
      assert.strictEqual(status, 200)
      assert.strictEqual(json.total, 0)
      assert.isBelow(took, goal(2_000))
      const { json: { id: most } } = yield* segment("acme", "Most", { match: "none", of: [{ type: "activities", op: "gte", value: 1 }] })
      yield* send(`/crm/segments/${most}/contacts`, { key: "acme" })
      const again = Date.now()
      assert.isAbove((yield* send(`/crm/segments/${most}/contacts?limit=200`, { key: "acme" })).json.total, 9_000)
      assert.isBelow(Date.now() - again, goal(2_000))
    }))
})

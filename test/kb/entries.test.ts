import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { KbQueries } from "#layers/kb/queries"
import { json, type Key, send, TestServer } from "../support/test-server.ts"

const call = (method: string, path: string, body?: object, key: Key = "acme", headers: Record<string, string> = {}) =>
  send(path, { key, method, headers, ...body !== undefined && json(body) })

const made = Effect.fnUntraced(function*(body: object, path = "/kb/company/1", key: Key = "acme") {
  const { json, status, text } = yield* call("POST", path, body, key)
  assert.strictEqual(status, 201, text)
  return json
})

const found = Effect.fnUntraced(function*(body: object, key: Key = "acme") {
  const { json, status, text } = yield* call("POST", "/kb/search", body, key)
  assert.strictEqual(status, 200, text)
  return json
})

layer(TestServer, { excludeTestServices: true })("the knowledge base", (it) => {
  it.effect("is written, found, changed, archived and restored, with every version kept", () =>
    Effect.gen(function*() {
      const entry = yield* made({
        title: "Returns and refunds", tags: ["returns"],
        body: "You may send things back within 30 days.\n\n## When the money comes back\n\nThe refund goes to the card within five working days."
      })
      assert.deepInclude(entry, { status: "published", audience: "public", version: 1, questions: [] })
      const { found: answered, results } = yield* found({ query: "when is my card refunded" })
      assert.isTrue(answered)
      assert.deepInclude(results[0], { origin: { kind: "entry", id: entry.id }, heading: ["When the money comes back"], place: { anchor: "when-the-money-comes-back" } })
      assert.deepStrictEqual(results[0].highlights.map(({ end, start }: { start: number; end: number }) => results[0].text.slice(start, end)), ["refund", "card"])

      const path = `/kb/company/1/entries/${entry.id}`
      const changed = yield* call("PUT", path, { title: "Returns", body: "You may send things back within 60 days." }, "acme", { "if-match": "\"1\"" })
      assert.strictEqual(changed.status, 200, changed.text)
      assert.deepInclude(changed.json, { version: 2, tags: [], language: entry.language })
      assert.strictEqual((yield* call("PUT", path, { title: "Returns", body: "x" }, "acme", { "if-match": "\"1\"" })).status, 412)
      assert.lengthOf((yield* found({ query: "refund card" })).results, 0)
      assert.lengthOf((yield* found({ query: "sixty 60 days" })).results, 1)

      assert.strictEqual((yield* call("POST", `${path}/archive`)).json.status, "archived")
      assert.lengthOf((yield* found({ query: "60 days" })).results, 0)
      assert.strictEqual((yield* call("PUT", path, { title: "Returns", body: "x" })).status, 409)
      const versions = (yield* call("GET", `${path}/versions`)).json.items
      assert.deepStrictEqual(versions.map(({ number }: { number: number }) => number), [2, 1])
      const restored = yield* call("POST", `${path}/versions/1/restore`)
      assert.deepInclude(restored.json, { status: "published", title: "Returns and refunds", archived_at: null })
      assert.isAbove((yield* found({ query: "refund" })).results.length, 0)
    }))

  it.effect("is one company's, and has the addresses that the interface says", () =>
    Effect.gen(function*() {
      const { id } = yield* made({ title: "Alarm code", body: "The alarm is switched off by the door.", audience: "staff" })
      for (const [method, path, key, status] of [
        ["GET", "/kb/company/2", "acme", 404], ["POST", "/kb/company/2", "acme", 404], ["GET", `/kb/company/1/entries/${id}`, "bolt", 404],
        ["GET", `/kb/company/2/entries/${id}`, "bolt", 404], ["GET", "/kb/search", "acme", 405], ["DELETE", `/kb/${id}`, "acme", 404]
      ] as const) {
        const answer = yield* call(method, path, method === "POST" ? { title: "x", body: "x" } : undefined, key)
        assert.strictEqual(answer.status, status, `${method} ${path} ${key}: ${answer.text}`)
      }
      assert.lengthOf((yield* found({ query: "alarm" })).results, 1)
      assert.lengthOf((yield* found({ query: "alarm", audience: "public" })).results, 0)
      assert.lengthOf((yield* found({ query: "alarm", audience: "customers" })).results, 0)
      assert.lengthOf((yield* found({ query: "alarm" }, "bolt")).results, 0)
    }))

  it.effect("finds words in their forms, misspelled, begun, written in two, by synonyms and by their language", () =>
    Effect.gen(function*() {
      const first = (query: string, more: object = {}) =>
        Effect.map(found({ query, ...more }), ({ results }) => results[0]?.title as string | undefined)
      yield* made({ title: "Gift cards", body: "A gift card can be used for two years. It comes as a bookmark." }, "/kb/company/2", "bolt")
      yield* made({ title: "Lieferzeiten", body: "Wir liefern Bücher innerhalb von drei Tagen.", language: "de" }, "/kb/company/2", "bolt")
      const bolt = (query: string, more: object = {}) => Effect.map(found({ query, ...more }, "bolt"), ({ results }) => results[0]?.title as string | undefined)
      assert.strictEqual(yield* bolt("using cards"), "Gift cards")
      assert.strictEqual(yield* bolt("book mark"), "Gift cards")
      assert.strictEqual(yield* bolt("crad"), "Gift cards")
      assert.strictEqual(yield* bolt("gif", { typing: true }), "Gift cards")
      assert.strictEqual(yield* bolt("Buch Lieferung"), "Lieferzeiten")
      assert.isUndefined(yield* bolt("Buch", { language: "en" }))
      assert.isUndefined(yield* bolt("voucher"))
      const { id } = yield* made({ words: ["Voucher", "gift card"] }, "/kb/synonyms", "bolt")
      assert.strictEqual(yield* bolt("vouchers"), "Gift cards")
      assert.strictEqual((yield* call("DELETE", `/kb/synonyms/${id}`, undefined, "bolt")).status, 200)
      assert.isUndefined(yield* bolt("voucher"))
      assert.deepStrictEqual((yield* found({ query: "crad" }, "bolt")).corrections, [{ asked: "crad", meant: "card" }])
      assert.isUndefined(yield* first("zeppelin"))
    }))

  it.effect("tells what finds no answer, and makes a draft of it once", () =>
    Effect.gen(function*() {
      for (const query of ["Do you wrap presents?", "do you wrap presents", "can you wrap a present for anna@example.com"]) yield* found({ query })
      yield* KbQueries.use(({ write }) => write)
      const { json: before } = yield* call("GET", "/kb/analytics")
      const gap = before.gaps.find(({ query }: { query: string }) => query.includes("wrap"))
      assert.strictEqual(gap.times, 3, JSON.stringify(before.gaps))
      assert.isNull(gap.draft_id)
      assert.notInclude(JSON.stringify(before), "anna@example.com")
      const draft = yield* made({ question: gap.query }, "/kb/company/1/drafts")
      assert.deepInclude(draft, { status: "draft", questions: [gap.query], body: "" })
      assert.strictEqual((yield* made({ question: gap.query }, "/kb/company/1/drafts")).id, draft.id)
      assert.strictEqual((yield* call("GET", "/kb/analytics")).json.gaps.find(({ query }: { query: string }) => query.includes("wrap")).draft_id, draft.id)
      const refused = yield* call("PUT", `/kb/company/1/entries/${draft.id}`, { title: "Do you wrap presents?", body: "", questions: ["which paper"] })
      assert.strictEqual(refused.status, 422)
      assert.strictEqual((yield* call("POST", `/kb/company/1/entries/${draft.id}/feedback`, { helpful: false })).json.unhelpful, 1)
    }))

  it.effect("begins from a template with the company's own facts; what nobody has said is asked, not made up", () =>
    Effect.gen(function*() {
      const apply = () => made({}, "/kb/templates/kb_salon_v1/apply")
      const { entries, kept, missing } = yield* apply()
      assert.strictEqual(kept, 0)
      assert.isAbove(entries.length, 20)
      assert.isAbove(missing.length, 5)
      for (const { id, questions, status } of entries) {
        const { json: { body } } = yield* call("GET", `/kb/company/1/entries/${id}`)
        assert.strictEqual(status, questions.length > 0 ? "draft" : "published")
        assert.strictEqual(body.includes("{{"), questions.length > 0, body)
      }
      const again = yield* apply()
      assert.deepInclude(again, { entries: [], kept: entries.length })
      assert.strictEqual((yield* call("POST", "/kb/templates/kb_nothing_v1/apply", {})).status, 404)
    }))
})

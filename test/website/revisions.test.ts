import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { blockDifferences, differencesOf } from "#schemas/website/differences"
import { TestServer } from "../support/test-server.ts"
import { call, done, make, text } from "./calling.ts"

let turn = 0

layer(TestServer, { excludeTestServices: true })("revisions", (it) => {
  it.effect("tell who changed what, and are compared in words", () =>
    Effect.gen(function*() {
      const { id } = yield* make("/pages", { title: `About ${turn++}`, slug: `about-${turn++}`, blocks: [text("One"), text("Two")] })
      yield* done("POST", `/pages/${id}/publish`, {})
      yield* done("PATCH", `/pages/${id}`, { title: "About us", blocks: [text("One"), text("Zwei"), { type: "divider" }], note: "In German" })
      const list = yield* done("GET", `/pages/${id}/revisions`)
      assert.strictEqual(list.total, 2)
      const [newest, first] = list.items
      assert.deepInclude(newest, { number: 2, title: "About us", note: "In German", published: false })
      assert.deepInclude(first, { number: 1, note: null, published: true })
      assert.deepInclude(newest.made_by, { kind: "key" })
      assert.isAbove(newest.made_by.label.length, 0)

      const compared = yield* done("GET", `/pages/${id}/revisions/compare`)
      assert.deepInclude(compared.from, { number: 1 })
      assert.deepInclude(compared.to, { number: 2 })
      assert.deepStrictEqual(compared.fields.map(({ after, field }: any) => [field, after]), [["title", "About us"]])
      assert.deepStrictEqual(compared.blocks, [
        { change: "changed", type: "text", before: 2, after: 2, fields: [{ field: "text", before: "Two", after: "Zwei" }] },
        { change: "added", type: "divider", before: null, after: 3, fields: [] }
      ])
      assert.include(compared.summary, "block 2 (text), text: \"Two\" became \"Zwei\"")
      assert.include(compared.summary, "block 3 (divider) was added")
      const back = yield* done("GET", `/pages/${id}/revisions/compare?from=2&to=1`)
      assert.include(back.summary, "block 3 (divider) was removed")
      assert.strictEqual((yield* call("GET", `/pages/${id}/revisions/compare?from=9`)).status, 404)
    }))

  it.effect("are told by the agent that made them", () =>
    Effect.gen(function*() {
      const { id } = yield* make("/pages", { title: `Agent ${turn++}` })
      const { status } = yield* call("PATCH", `/pages/${id}`, { title: "By an agent" }, "acme", { "x-service-agent": "ada" })
      assert.strictEqual(status, 200)
      const { items } = yield* done("GET", `/pages/${id}/revisions?limit=1`)
      assert.strictEqual(items[0].made_by.kind, "agent")
      assert.match(items[0].made_by.label, /^ada/)
    }))

  it.effect("are restored as new ones, which keep the address", () =>
    Effect.gen(function*() {
      const { id } = yield* make("/pages", { title: "Old", slug: `old-${turn++}`, blocks: [text("Old words")] })
      const moved = yield* done("PATCH", `/pages/${id}`, { title: "New", slug: `new-${turn++}`, blocks: [text("New words")] })
      const restored = yield* done("POST", `/pages/${id}/revisions/1/restore`)
      assert.deepInclude(restored, { revision: 3, title: "Old", path: moved.path, status: "draft" })
      assert.strictEqual(restored.draft.blocks[0].text, "Old words")
      assert.strictEqual((yield* done("POST", `/pages/${id}/revisions/1/restore`)).revision, 3)
      const { items } = yield* done("GET", `/pages/${id}/revisions`)
      assert.strictEqual(items[0].note, "Restored from revision 1")
      assert.strictEqual((yield* call("POST", `/pages/${id}/revisions/9/restore`)).status, 404)
      const late = yield* call("POST", `/pages/${id}/revisions/2/restore`, undefined, "acme", { "if-match": "\"1\"" })
      assert.strictEqual(late.status, 412, late.text)
    }))

  it.effect("of blocks are matched where they stayed, moved and changed", () =>
    Effect.sync(() => {
      const [a, b, c, d] = [text("a"), text("b"), { type: "divider", space: "large" }, text("d")]
      assert.deepStrictEqual(blockDifferences([a, b], [a, b]), [])
      assert.deepStrictEqual(blockDifferences([a, b, c], [c, a, b]), [{ change: "moved", type: "divider", before: 3, after: 1, fields: [] }])
      assert.deepStrictEqual(blockDifferences([a, c], [a, d, c]), [{ change: "added", type: "text", before: null, after: 2, fields: [] }])
      assert.deepStrictEqual(blockDifferences([a, b, c], [a, c]), [{ change: "removed", type: "text", before: 2, after: null, fields: [] }])
      const { summary } = differencesOf(
        { seo: {}, body: `${"word ".repeat(20)}one`, tags: ["a"] }, { seo: { title: "T" }, body: `${"word ".repeat(20)}two`, tags: ["a", "b"] }
      )
      assert.deepStrictEqual(summary, ["seo.title: nothing became \"T\"", "body: \"…one\" became \"…two\"", "tags: [\"a\"] became [\"a\",\"b\"]"])
    }))
})

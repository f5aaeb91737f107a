import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { fault } from "../calendar/calling.ts"
import { TestServer } from "../support/test-server.ts"
import { call, done, eventsOf, make, text } from "./calling.ts"

let turn = 0

layer(TestServer, { excludeTestServices: true })("posts", (it) => {
  it.effect("are written in Markdown or in blocks", () =>
    Effect.gen(function*() {
      const asked = {
        title: `Spring ${turn++}`, body: "Three *greens*.", excerpt: "Greens", authors: [{ name: "Nora Vale", about: "Potter" }], tags: ["glazes", "clay", "glazes"],
        series: "A year"
      }
      const post = yield* make("/posts", asked)
      assert.deepInclude(post.draft, { body: asked.body, blocks: null, excerpt: "Greens", authors: asked.authors, series: "A year" })
      assert.deepStrictEqual(post.tags, ["clay", "glazes"])
      assert.deepInclude(post, { status: "draft", posted_at: null, published_slug: null })
      assert.deepStrictEqual(fault(yield* call("POST", "/posts", { title: "x", body: "x", blocks: [text("x")] }))[0], "blocks")
      assert.deepStrictEqual(fault(yield* call("PATCH", `/posts/${post.id}`, { blocks: [text("x")] }))[0], "blocks")
      const blocks = yield* done("PATCH", `/posts/${post.id}`, { blocks: [text("x")], body: null })
      assert.deepInclude(blocks.draft, { body: null })
      const { items } = yield* done("GET", "/posts?tag=glazes")
      assert.include(items.map(({ id }: any) => id), post.id)
      assert.deepStrictEqual(fault(yield* call("POST", "/posts", { title: "x", slug: "tag" }))[0], "slug")
      const taken = yield* call("POST", "/posts", { title: "x", slug: post.slug })
      assert.strictEqual(taken.status, 409, taken.text)
      assert.strictEqual(taken.json.details[0].field, "slug")
    }))

  it.effect("go public with their date, and under a new address once they are published again", () =>
    Effect.gen(function*() {
      const { id, slug } = yield* make("/posts", { title: `Autumn ${turn++}`, body: "Leaves." })
      const shown = yield* done("POST", `/posts/${id}/publish`, {})
      assert.deepInclude(shown, { status: "published", published_slug: slug, published_revision: 1, posted_at: shown.first_published_at })
      const changed = yield* done("PATCH", `/posts/${id}`, { slug: `fall-${turn++}`, posted_at: "2020-05-01T10:00:00Z" })
      assert.deepInclude(changed, { published_slug: slug, posted_at: shown.posted_at })
      const again = yield* done("POST", `/posts/${id}/publish`, {})
      assert.deepInclude(again, { published_slug: changed.slug, posted_at: "2020-05-01T10:00:00.000Z", first_published_at: shown.first_published_at })
      const off = yield* done("POST", `/posts/${id}/unpublish`, {})
      assert.deepInclude(off, { status: "unpublished", published_slug: null, posted_at: null })
      assert.deepStrictEqual(yield* eventsOf("post", id), ["post.published", "post.published", "post.unpublished"])
      const { items } = yield* done("GET", `/posts/${id}/revisions`)
      assert.lengthOf(items, 2)
      assert.include((yield* done("GET", `/posts/${id}/revisions/compare`)).summary.join(), "slug")
      assert.strictEqual((yield* done("POST", `/posts/${id}/revisions/1/restore`)).draft.posted_at, null)
      assert.strictEqual((yield* call("DELETE", `/posts/${id}`)).status, 200)
      assert.strictEqual((yield* call("GET", `/posts/${id}`)).status, 404)
    }))

  it.effect("of one name do not overwrite what visitors see", () =>
    Effect.gen(function*() {
      const slug = `same-${turn++}`
      const first = yield* make("/posts", { title: "First", slug, body: "1" })
      yield* done("POST", `/posts/${first.id}/publish`, {})
      yield* done("PATCH", `/posts/${first.id}`, { slug: `${slug}-moved` })
      const second = yield* make("/posts", { title: "Second", slug, body: "2" })
      const refused = yield* call("POST", `/posts/${second.id}/publish`, {})
      assert.strictEqual(refused.status, 409, refused.text)
      assert.match(refused.json.message, new RegExp(`/blog/${slug}`))
      yield* done("POST", `/posts/${first.id}/publish`, {})
      assert.strictEqual((yield* done("POST", `/posts/${second.id}/publish`, {})).published_slug, slug)
    }))
})

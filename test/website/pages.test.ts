import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { fault } from "../calendar/calling.ts"
import { TestServer } from "../support/test-server.ts"
import { call, done, make, text } from "./calling.ts"

let turn = 0
const named = (title: string) => `${title} ${turn++}`

layer(TestServer, { excludeTestServices: true })("pages", (it) => {
  it.effect("are drafts of typed blocks until they are published, and belong to one company", () =>
    Effect.gen(function*() {
      const page = yield* make("/pages", { title: "About us", blocks: [text("Since 1998.")], seo: { description: "Who we are." }, note: "First words" })
      assert.deepInclude(page, {
        slug: "about-us", path: "/about-us", status: "draft", revision: 1, published_revision: null, published_path: null, publish_at: null, problem: null,
        published: null, version: 1
      })
      assert.deepInclude(page.draft, { title: "About us", seo: { description: "Who we are." }, parent_id: null })
      assert.deepInclude(page.draft.blocks[0], { type: "text", text: "Since 1998." })
      assert.deepStrictEqual((yield* call("GET", `/pages/${page.id}`, undefined, "acmeTest")).json, page)
      assert.strictEqual((yield* call("GET", `/pages/${page.id}`, undefined, "bolt")).status, 404)
      assert.strictEqual((yield* make("/pages", { title: "About us" })).slug, "about-us-2")
      assert.strictEqual((yield* make("/pages", { title: "Shop" })).slug, "shop-page")
      assert.strictEqual((yield* make("/pages", { title: "!!!" })).slug, "page")
      const home = yield* make("/pages", { title: "Home", slug: "" })
      assert.deepInclude(home, { slug: "", path: "/" })
    }))

  it.effect("keep the draft beside what visitors see", () =>
    Effect.gen(function*() {
      const { id } = yield* make("/pages", { title: named("Prices"), blocks: [text("10 a month")] })
      yield* done("POST", `/pages/${id}/publish`, {})
      const changed = yield* done("PATCH", `/pages/${id}`, { blocks: [text("12 a month")], note: "Dearer" })
      assert.deepInclude(changed, { revision: 2, published_revision: 1, status: "published" })
      assert.strictEqual(changed.draft.blocks[0].text, "12 a month")
      assert.strictEqual(changed.published.blocks[0].text, "10 a month")
      const same = yield* done("PATCH", `/pages/${id}`, { blocks: [text("12 a month")] })
      assert.deepInclude(same, { revision: 2, version: changed.version })
      const { items } = yield* done("GET", `/pages?status=published&search=${encodeURIComponent("prices")}`)
      assert.include(items.map((page: { readonly id: number }) => page.id), id)
    }))

  it.effect("stand below others, and move with them", () =>
    Effect.gen(function*() {
      const top = yield* make("/pages", { title: "Services", slug: `services-${turn++}` })
      const middle = yield* make("/pages", { title: "Repairs", slug: "repairs", parent_id: top.id })
      const low = yield* make("/pages", { title: "Mugs", slug: "mugs", parent_id: middle.id })
      assert.strictEqual(low.path, `${top.path}/repairs/mugs`)
      const moved = yield* done("PATCH", `/pages/${top.id}`, { slug: "crafts" })
      assert.strictEqual(moved.path, "/crafts")
      const after = yield* done("GET", `/pages/${low.id}`)
      assert.deepInclude(after, { path: "/crafts/repairs/mugs", version: 2, revision: 1 })

      const below = fault(yield* call("PATCH", `/pages/${top.id}`, { parent_id: low.id }))
      assert.deepStrictEqual(below, ["parent_id", "a page cannot stand below itself: /crafts/repairs/mugs is below it"])
      assert.deepStrictEqual(fault(yield* call("PATCH", `/pages/${top.id}`, { parent_id: top.id }))[0], "parent_id")
      const again = yield* call("POST", "/pages", { title: "Mugs", slug: "mugs", parent_id: middle.id })
      assert.strictEqual(again.status, 409, again.text)
      assert.strictEqual(again.json.details[0].field, "slug")
      const held = yield* call("DELETE", `/pages/${middle.id}`)
      assert.strictEqual(held.status, 409, held.text)
      assert.match(held.json.message, /\/crafts\/repairs\/mugs/)
      const { items } = yield* done("GET", `/pages?parent_id=${middle.id}`)
      assert.deepStrictEqual(items.map((page: { readonly id: number }) => page.id), [low.id])
    }))

  it.effect("never stand below each other, whoever moves them at the same time", () =>
    Effect.gen(function*() {
      const a = yield* make("/pages", { title: "A", slug: `a-${turn++}` })
      const b = yield* make("/pages", { title: "B", slug: `b-${turn++}` })
      const [one, other] = yield* Effect.all([
        call("PATCH", `/pages/${a.id}`, { parent_id: b.id }), call("PATCH", `/pages/${b.id}`, { parent_id: a.id })
      ], { concurrency: 2 })
      assert.deepStrictEqual([one.status, other.status].toSorted(), [200, 422])
    }))

  it.effect("do not take addresses that the service needs", () =>
    Effect.gen(function*() {
      for (const slug of ["blog", "shop", "book", "media", "portal", "api", "s"]) {
        assert.deepStrictEqual(fault(yield* call("POST", "/pages", { title: "x", slug }))[0], "slug")
      }
      for (const slug of ["Über", "a/b", "a--b", "-a", "a b", "..", "%2e"]) {
        assert.strictEqual((yield* call("POST", "/pages", { title: "x", slug })).status, 422, slug)
      }
      const { id } = yield* make("/pages", { title: "Below", slug: `below-${turn++}` })
      assert.strictEqual((yield* make("/pages", { title: "Blog", slug: "blog", parent_id: id })).slug, "blog")
      assert.deepStrictEqual(fault(yield* call("POST", "/pages", { title: "x", slug: "", parent_id: id }))[0], "slug")
      assert.deepStrictEqual(fault(yield* call("POST", "/pages", { title: "x", parent_id: 999_999 })), ["parent_id", "there is no such page"])
    }))

  it.effect("translate one page each", () =>
    Effect.gen(function*() {
      const { id } = yield* make("/pages", { title: named("Contact") })
      assert.deepStrictEqual(fault(yield* call("POST", "/pages", { title: "Kontakt", translation_of: id }))[0], "locale")
      const german = yield* make("/pages", { title: named("Kontakt"), translation_of: id, locale: "de" })
      const twice = yield* call("POST", "/pages", { title: named("Kontakt"), translation_of: id, locale: "de" })
      assert.strictEqual(twice.status, 409, twice.text)
      const ofOther = fault(yield* call("POST", "/pages", { title: "x", translation_of: german.id, locale: "fr" }))
      assert.deepStrictEqual(ofOther, ["translation_of", `page ${german.id} is a translation itself: name the one that it translates, ${id}`])
      assert.deepStrictEqual(fault(yield* call("PATCH", `/pages/${id}`, { translation_of: id, locale: "en" }))[0], "translation_of")
      assert.strictEqual((yield* call("DELETE", `/pages/${id}`)).status, 200)
      assert.deepInclude(yield* done("GET", `/pages/${german.id}`), { translation_of: null, locale: "de" })
    }))

  it.effect("are not overwritten by a second editor, who is told both versions", () =>
    Effect.gen(function*() {
      const page = yield* make("/pages", { title: named("Menu"), blocks: [text("Soup"), text("Bread")] })
      yield* done("PATCH", `/pages/${page.id}`, { blocks: [text("Soup of the day"), text("Bread")] })
      const late = yield* call("PATCH", `/pages/${page.id}`, { title: "Lunch" }, "acme", { "if-match": "\"1\"" })
      assert.strictEqual(late.status, 412, late.text)
      const { current, yours } = late.json.versions
      assert.deepInclude(yours, { etag: "\"1\"", revision: 1 })
      assert.deepInclude(current, { etag: "\"2\"", revision: 2 })
      assert.strictEqual(yours.content.blocks[0].text, "Soup")
      assert.strictEqual(current.content.blocks[0].text, "Soup of the day")
      assert.match(late.json.message, /Revision 2 by .+ differs from revision 1 in blocks\./)
      const right = yield* call("PATCH", `/pages/${page.id}`, { title: "Lunch" }, "acme", { "if-match": current.etag })
      assert.strictEqual(right.status, 200, right.text)
      assert.strictEqual(right.headers.get("etag"), "\"3\"")
      const unknown = yield* call("PATCH", `/pages/${page.id}`, { title: "x" }, "acme", { "if-match": "\"77\"" })
      assert.strictEqual(unknown.json.versions.yours, null)
    }))

  it.effect("are deleted with their revisions", () =>
    Effect.gen(function*() {
      const { id, path } = yield* make("/pages", { title: named("Gone") })
      assert.strictEqual((yield* done("DELETE", `/pages/${id}`)).draft.title.slice(0, 4), "Gone")
      assert.strictEqual((yield* call("GET", `/pages/${id}`)).status, 404)
      assert.strictEqual((yield* call("GET", `/pages/${id}/revisions`)).status, 404)
      assert.strictEqual((yield* make("/pages", { title: "Again", slug: path.slice(1) })).path, path)
    }))
})

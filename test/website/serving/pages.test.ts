import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { markupFaults, slugOf } from "../../shop/shopping.ts"
import { TestServer } from "../../support/test-server.ts"
import { ask, hosted, opened, posted, published } from "./sites.ts"

layer(TestServer, { excludeTestServices: true })("pages of a site", (it) => {
  it.effect("are shown by slug and by host", () =>
    Effect.gen(function*() {
      const slug = yield* slugOf()
      assert.strictEqual((yield* ask(`/s/${slug}`)).status, 404)
      yield* opened({ name: "Juniper & Vale", tagline: "Interiors that last", navigation: [{ label: "About", page_id: null, url: "/about", children: [] }] })
      const about = yield* published({ path: "/about", title: "About <us>", blocks: [{ type: "text", text: "We *plan* homes." }] })
      yield* published({ path: "/", title: "Home", blocks: [
        { type: "hero", title: "Rooms that last", layout: "beside", actions: [{ label: "About us", link: { page_id: about } }] } as never,
        { type: "posts", heading: "News", limit: 3 } as never
      ] })
      yield* posted({ slug: "first", title: "The first", tags: ["wood", "light & air"], authors: [{ name: "Nora Vale" }] })
      yield* posted({ slug: "second", title: "The second", tags: ["wood"], posted_at: "2026-02-07T09:00:00Z" })
      const host = yield* hosted("www.juniper.example")
      for (const [base, headers] of [[`/s/${slug}`, {}], ["", { host }]] as const) {
        for (const path of ["", "/about", "/blog", "/blog/first", "/blog/tags/wood", "/blog/tags/light%20%26%20air", "/nothing"]) {
          const page = yield* ask(`${base}${path}` || "/", headers)
          assert.strictEqual(page.status, path === "/nothing" ? 404 : 200, `${path} ${page.text}`)
          assert.deepStrictEqual(markupFaults(page.text), [], `${path} ${page.text}`)
          assert.isUndefined(page.headers["set-cookie"])
        }
        const home = yield* ask(base || "/", headers)
        assert.include(home.text, `href="${base}/about"`)
        assert.include(home.text, "The second")
        assert.include(home.text, "<link rel=\"canonical\" href=\"https://www.juniper.example/\"/>")
      }
    }))
})

import { createHash } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { markupFaults, slugOf } from "../../shop/shopping.ts"
import { TestServer } from "../../support/test-server.ts"
import { done } from "../calling.ts"
import { ask, hosted } from "./sites.ts"

/** What is asked of the page's own style by its policy. */
const stylesOf = (text: string) => [...text.matchAll(/<style>(.*?)<\/style>/gsu)].map(([, style]) => `'sha256-${createHash("sha256").update(style!).digest("base64")}'`)

layer(TestServer, { excludeTestServices: true })("shop and booking", (it) => {
  it.effect("stand alone until the company has a site, and then in its layout, with its colors", () =>
    Effect.gen(function*() {
      const slug = yield* slugOf()
      const host = yield* hosted("www.framed.example")
      const at = [[`/s/${slug}`, {}], ["", { host }]] as const
      for (const [base, headers] of at) {
        for (const path of ["/shop", "/book"]) assert.notInclude((yield* ask(`${base}${path}`, headers)).text, "site-head", path)
      }
      const { id } = yield* done("POST", "/pages", { title: "About us", slug: "about", blocks: [{ type: "text", text: "We plan." }] })
      yield* done("POST", `/pages/${id}/publish`, {})
      const design = yield* done("GET", "/design")
      yield* done("PUT", "/design", { ...design, colors: { ...design.colors, light: { ...design.colors.light, accent: "#123456" } } })
      yield* done("PATCH", "/settings", {
        name: "Acme Studio", published: true, locale: "nb-NO", navigation: [{ label: "Om oss", page_id: id }, { label: "Butikk", url: "/shop" }],
        footer: { text: "Acme AS, Oslo", links: [] }
      })
      for (const [base, headers] of at) {
        for (const path of ["/shop", "/shop/cart", "/shop/products/nothing", "/book", "/book/999"]) {
          const { headers: told, text } = yield* ask(`${base}${path}`, headers)
          for (const part of [`href="${base}/about"`, "Om oss", "Acme AS, Oslo", "--accent:#123456", "<header class=\"site-head\" lang=\"nb-NO\"", `href="${base}/favicon.ico"`]) {
            assert.include(text, part, `${path}: ${text}`)
          }
          assert.deepStrictEqual(markupFaults(text), [], path)
          for (const hash of stylesOf(text)) assert.include(told["content-security-policy"]!, hash)
          assert.match(told["content-security-policy"]!, /img-src data: 'self'/u)
        }
        assert.match((yield* ask(`${base}/shop`, headers)).text, /<a href="[^"]*\/shop" aria-current="page">Butikk<\/a>/u)
      }
    }))

  it.effect("booking stands alone in a page of somebody else's", () =>
    Effect.gen(function*() {
      const slug = yield* slugOf()
      assert.include((yield* ask(`/s/${slug}/book`)).text, "site-head")
      for (const [path, headers] of [[`/book/${slug}`, {}], [`/s/${slug}/book`, { "sec-fetch-dest": "iframe" }]] as const) {
        const { headers: told, status, text } = yield* ask(path, headers)
        assert.strictEqual(status, 200)
        assert.notInclude(text, "site-head", path)
        assert.include(told["content-security-policy"]!, "frame-ancestors *")
      }
      assert.match((yield* ask(`/s/${slug}/book`)).headers["vary"]!, /sec-fetch-dest/u)
    }))
})

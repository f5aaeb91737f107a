import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { markupFaults, slugOf } from "../../shop/shopping.ts"
import { at, SecondServer, TestServer } from "../../support/test-server.ts"
import { eventually } from "../../support/eventually.ts"
import { OwnerSql } from "../../support/database.ts"
import { done } from "../calling.ts"
import { type Answer, ask, hosted, opened, posted, published } from "./sites.ts"

const text = (words: string) => [{ type: "text", text: words }] as const

layer(TestServer, { excludeTestServices: true })("answers of a site", (it) => {
  it.effect("are compressed once, told apart by their bytes, and not sent twice", () =>
    Effect.gen(function*() {
      yield* opened()
      yield* published({ path: "/", title: "Home", blocks: text("Once upon a time. ".repeat(50)) })
      const path = `/s/${yield* slugOf()}`
      const plain = yield* ask(path)
      assert.strictEqual(plain.headers["content-encoding"], undefined)
      const tags = new Set([plain.headers["etag"]])
      for (const [encoding, read] of [["br", brotliDecompressSync], ["zstd", zstdDecompressSync], ["gzip", gunzipSync]] as const) {
        for (let n = 0; n < 2; n++) {
          const smaller = yield* ask(path, { "accept-encoding": `deflate, ${encoding}, br;q=0.9` })
          assert.strictEqual(smaller.headers["content-encoding"], encoding)
          assert.strictEqual(smaller.headers["vary"], "Accept-Encoding")
          assert.strictEqual(read(smaller.bytes).toString(), plain.text)
          assert.strictEqual(Number(smaller.headers["content-length"]), smaller.bytes.length)
          tags.add(smaller.headers["etag"])
        }
      }
      assert.strictEqual(tags.size, 4)
      for (const tag of [plain.headers["etag"]!, `W/${plain.headers["etag"]}`, `"other", ${plain.headers["etag"]}`, "*"]) {
        const unchanged = yield* ask(path, { "if-none-match": tag })
        assert.deepStrictEqual([unchanged.status, unchanged.text, unchanged.headers["etag"]], [304, "", plain.headers["etag"]])
      }
      assert.strictEqual((yield* ask(path, { "if-none-match": "\"other\"" })).status, 200)
      const head = yield* ask(path, {}, "HEAD")
      assert.deepStrictEqual([head.status, head.text, head.headers["content-length"]], [200, "", plain.headers["content-length"]])
      assert.strictEqual((yield* ask(`${path}?utm_source=letter`)).text, plain.text)
      for (const name of ["x-request-id", "x-ratelimit-remaining", "x-content-type-options", "content-security-policy", "cache-control"]) {
        assert.isDefined(plain.headers[name], name)
        assert.isDefined((yield* ask(path)).headers[name], name)
      }
      assert.notInclude(plain.headers["content-security-policy"]!, "unsafe")
      assert.strictEqual((yield* ask(path, { "content-length": "0" }, "POST")).status, 404)
    }))

  it.effect("from memory say what the whole pipeline says, are counted, and hold as long", () =>
    Effect.gen(function*() {
      const host = yield* hosted("www.early.example")
      yield* published({ path: "/early", title: "Early", blocks: text("From memory. ".repeat(40)) })
      const volatile = new Set(["x-request-id", "x-ratelimit-remaining", "ratelimit", "date", "x-ratelimit-reset"])
      const told = ({ bytes, headers, status }: Answer) =>
        ({ status, body: bytes.toString("base64"), headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !volatile.has(name)).toSorted()) })
      for (const encoding of ["br", "zstd", "gzip", "identity"]) {
        const get = (more: Readonly<Record<string, string>> = {}) => ask("/early", { host, "accept-encoding": encoding, ...more })
        yield* get()
        const [whole, early] = [yield* get({ "x-request-id": "whole" }), yield* get()]
        assert.deepStrictEqual(told(early), told(whole), encoding)
        assert.strictEqual(whole.headers["x-request-id"], "whole")
        assert.match(early.headers["x-request-id"]!, /^[0-9a-f-]{36}$/u)
        assert.isBelow(Number(early.headers["x-ratelimit-remaining"]), Number(whole.headers["x-ratelimit-remaining"]))
        assert.strictEqual((yield* get({ "if-none-match": early.headers["etag"]! })).status, 304)
        assert.strictEqual((yield* get({ host: "nobody.example" })).status, 404)
      }
      assert.strictEqual((yield* ask("/early", { host }, "HEAD")).text, "")
      yield* published({ path: "/early", title: "Early", blocks: text("Written anew.") })
      const since = performance.now()
      yield* eventually(ask("/early", { host }), (page) => page.text.includes("Written anew."))
      assert.isBelow(performance.now() - since, 1_000)
      yield* opened({ published: false })
      yield* eventually(ask("/early", { host }), ({ status }) => status === 404)
      yield* opened()
      const sql = yield* OwnerSql
      yield* Effect.orDie(sql`delete from hosts where host = ${host}`)
    }))

  it.effect("are new within a second on every process", () =>
    Effect.gen(function*() {
      const path = `/s/${yield* slugOf()}`
      const other = yield* Layer.build(SecondServer())
      for (let n = 0; n < 3; n++) {
        yield* Effect.all([ask(path), at(other, ask(path))], { concurrency: 2 })
        yield* published({ path: "/", title: "Home", blocks: text(`This is number ${n}.`) })
        const since = performance.now()
        /* Of what was asked later than a second after, nothing may be old. */
        const late: Array<boolean> = []
        while (late.length < 3) {
          const asked = performance.now()
          const pages = yield* Effect.all([ask(path), at(other, ask(path))], { concurrency: 2 })
          if (asked - since >= 1_000) late.push(pages.every((page) => page.text.includes(`This is number ${n}.`)))
        }
        assert.deepStrictEqual(late, [true, true, true])
      }
    }).pipe(Effect.scoped))

  it.effect("come of what is published through the API, and drafts of their signed addresses only", () =>
    Effect.gen(function*() {
      const path = `/s/${yield* slugOf()}`
      const page = yield* done("POST", "/pages", { title: "Made by hand", blocks: [{ type: "hero", title: "Made by hand" }] })
      assert.strictEqual((yield* ask(`${path}${page.path}`)).status, 404)
      const { url } = yield* done("GET", `/pages/${page.id}/preview`)
      const draft = yield* ask(new URL(url).pathname)
      assert.deepStrictEqual([draft.status, draft.headers["cache-control"]], [200, "no-store"])
      assert.include(draft.text, "<h1>Made by hand</h1>")
      assert.include(draft.text, "noindex")
      assert.strictEqual((yield* ask(`${new URL(url).pathname.slice(0, -2)}xx`)).status, 404)
      yield* done("POST", `/pages/${page.id}/publish`, {})
      const shown = yield* eventually(ask(`${path}${page.path}`), ({ status }) => status === 200)
      assert.include(shown.text, "<h1>Made by hand</h1>")
      assert.deepStrictEqual(markupFaults(shown.text), [])
    }))

  it.effect("are told by the API as blocks, as a document, and as lists", () =>
    Effect.gen(function*() {
      const host = yield* hosted("api.juniper.example")
      yield* posted({ slug: "older", title: "Older", tags: ["a"] })
      yield* posted({ slug: "newer", title: "Newer", tags: ["a", "b"], posted_at: "2026-03-07T09:00:00Z" })
      const get = (path: string, accept = "application/json") => ask(`/api/v1/cms/pages/public${path}${path.includes("?") ? "&" : "?"}host=${host}`, { accept })
      const page = yield* get("/page?path=/")
      assert.strictEqual(page.status, 200, page.text)
      assert.deepInclude(JSON.parse(page.text), { kind: "page", path: "/", title: "Home" })
      const html = yield* get("/page?path=/", "text/html")
      assert.match(String(html.headers["content-type"]), /^text\/html/u)
      assert.include(html.text, "<!doctype html>")
      assert.strictEqual((yield* get("/page?path=/nothing")).status, 404)
      assert.strictEqual((yield* get("/page?path=nothing")).status, 422)
      const first = JSON.parse((yield* get("/posts?limit=1")).text)
      assert.deepStrictEqual([first.items[0].title, first.total, first.has_more], ["Newer", 2, true])
      const second = JSON.parse((yield* get(`/posts?limit=1&cursor=${first.next_cursor}`)).text)
      assert.deepStrictEqual([second.items[0].title, second.has_more], ["Older", false])
      assert.strictEqual(JSON.parse((yield* get("/posts?tag=b")).text).total, 1)
      assert.include((yield* get("/sitemap.xml", "application/xml")).text, "/blog/newer")
    }))

  it.effect("show nothing of drafts, and nothing of a site that is not shown", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const path = `/s/${yield* slugOf()}`
      yield* Effect.orDie(sql`insert into pages (company_id, slug, path, title, revision) values (1, 'secret', '/secret', 'Secret', 1)`)
      yield* Effect.orDie(sql`insert into content_revisions (company_id, kind, document_id, number, content, made_by, version)
        select 1, 'page', id, 1, '{"title": "Secret", "slug": "secret", "parent_id": null, "locale": null, "translation_of": null, "blocks": [], "seo": {}}'::jsonb,
          '{"kind": "service", "id": null, "label": "test"}'::jsonb, 1 from pages where slug = 'secret'`)
      const missing = yield* ask(`${path}/secret`)
      assert.deepStrictEqual([missing.status, missing.text.includes("Secret")], [404, false])
      assert.notInclude((yield* ask(`${path}/sitemap.xml`)).text, "secret")
      yield* opened({ published: false })
      yield* eventually(ask(path), ({ status }) => status === 404)
      yield* opened()
    }))

  it.effect("of one company are never those of another", () =>
    Effect.gen(function*() {
      yield* opened({}, "bolt")
      yield* published({ path: "/", title: "Bolt", blocks: text("We are Bolt.") }, "bolt")
      const [own, theirs] = [yield* hosted("www.bücher.example".normalize()), yield* hosted("www.bolt.example", "bolt")]
      assert.isString(own)
      for (let n = 0; n < 2; n++) {
        assert.include((yield* ask("/", { host: theirs })).text, "We are Bolt.")
        assert.include((yield* ask("/", { host: "WWW.BOLT.EXAMPLE:443" })).text, "We are Bolt.")
        for (const host of ["bolt.example", "www.b\u043elt.example", "xn--blt-5cd.example", "www.bolt.example.evil.example", "nobody.example"]) {
          const page = yield* ask("/", { host: Buffer.from(host).toString("latin1") })
          assert.notInclude(page.text, "We are Bolt.", host)
        }
      }
      const slugs = [yield* slugOf("owner"), yield* slugOf("boltOwner")]
      assert.notInclude((yield* ask(`/s/${slugs[0]}`)).text, "We are Bolt.")
      assert.include((yield* ask(`/s/${slugs[1]}`)).text, "We are Bolt.")
    }))

  it.effect("lead from old addresses to new ones, and never from one site to another by what a visitor writes", () =>
    Effect.gen(function*() {
      const path = `/s/${yield* slugOf()}`
      const host = yield* hosted("www.moved.example")
      yield* done("PUT", "/redirects", { redirects: [
        { from: "/old", to: "/new" }, { from: "/shelf", match: "prefix", to: "https://shelf.example/all", permanent: false }, { from: "/gone" },
        { from: "/year", to: "/%C3%A5r/\u65e5" }, { from: "/home", match: "prefix", to: "/" }, { from: "/away", to: "https://www.b\u00fccher.example/\u65e5" }
      ] })
      const sql = yield* OwnerSql
      yield* Effect.orDie(sql`insert into redirects (company_id, from_path, match, target, status, made_by) values (1, '/?p=12', 'exact', '/blog/twelve', 301, 'service')`)
      yield* opened()
      const old = yield* eventually(ask(`${path}/old`), ({ status }) => status === 301)
      assert.strictEqual(old.headers["location"], `${path}/new`)
      const below = yield* ask(`${path}/shelf/a/b`)
      assert.deepStrictEqual([below.status, below.headers["location"]], [302, "https://shelf.example/all/a/b"])
      assert.strictEqual((yield* ask(`${path}/gone`)).status, 410)
      for (const [from, to] of [
        ["/year", "/%C3%A5r/%E6%97%A5"], ["/home", "/"], ["/home/%E6%97%A5", "/%E6%97%A5"], ["/away", "https://www.xn--bcher-kva.example/%E6%97%A5"],
        ["/?p=12", "/blog/twelve"], ["/?utm_source=x&p=12", "/blog/twelve"]
      ]) {
        const { headers, status } = yield* ask(from!, { host })
        assert.deepStrictEqual([status, headers["location"]], [301, to], from)
      }
      const told = yield* ask(`/api/v1/cms/pages/public/page?host=${host}&path=${encodeURIComponent("/home//evil.example")}`, { accept: "application/json" })
      assert.deepInclude(JSON.parse(told.text), { kind: "redirect", to: "/evil.example" })
      for (const other of ["/?p=13", "/?p=12x", "/?page_id=12"]) assert.strictEqual((yield* ask(other, { host })).status, 200, other)
    }))
})
